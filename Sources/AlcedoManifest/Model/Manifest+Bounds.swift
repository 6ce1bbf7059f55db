package import AlcedoLoading

extension Manifest {
    /// Where files that the manifest names may be.
    package var bounds: PathBounds {
        PathBounds(root: directory, allowing: allowOutside.map(\.absolute))
    }
}
