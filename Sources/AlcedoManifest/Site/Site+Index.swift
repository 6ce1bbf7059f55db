package import AlcedoIndex

extension Site {
    /// Reads the index of the site for pages.
    ///
    /// - Parameter path: The path of another index, which the command line names.
    /// - Throws: `ImageIndexError`, also for an index of the manifest whose addresses are not below its base URL.
    package func index(at path: String? = nil) throws(ImageIndexError) -> ImageIndex {
        let index = try ImageIndex(contentsOf: path ?? indexPath)
        guard path == nil, index.baseURL != manifest.baseURL else { return index }
        throw .unreadable(
            path: indexPath,
            reason:
                "its baseURL is '\(index.baseURL)', and 'base-url' in the manifest is '\(manifest.baseURL)'")
    }
}
