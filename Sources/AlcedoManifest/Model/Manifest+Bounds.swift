package import AlcedoBase
package import AlcedoLoading

extension Manifest {
    /// Where files that the manifest names may be.
    package var bounds: PathBounds {
        PathBounds(root: directory, allowing: allowOutside.map(\.absolute))
    }

    /// Mistakes for the places to write to that the manifest names in its own folder, and that a link leads out of it.
    ///
    /// Whoever puts such a link into a branch would have the files of another site replaced and deleted.
    ///
    /// - Parameter hasOutput: Whether the output is that of the manifest, and not of the command line.
    package func linksOut(hasOutput: Bool = true) -> [Diagnostic] {
        var places: [(key: String, path: Path)] = []
        if hasOutput {
            places.append(("'output'", output))
            if let favicon, let folder = favicon.folder {
                let path = PathRules(directory: directory, manifestName: "").path(folder, favicon.location)
                places.append(("'folder' in 'favicon'", path))
            }
        }
        if index.location != nil { places.append(("'index'", index)) }
        if let swift { places.append(("'swift'", swift)) }
        let bounds = bounds
        return places.compactMap { key, path in
            let real = PathRules.real(path.absolute)
            guard GlobWalker.isBelow(directory, path.absolute), !bounds.hold(real) else { return nil }
            return Diagnostic(
                .error,
                "\(key) is a link, or is behind one, that leads out of the manifest's folder, to \(real); name that place in "
                    + "\(key) itself, or its folder in 'allow-outside'", at: path.location)
        }
    }
}
