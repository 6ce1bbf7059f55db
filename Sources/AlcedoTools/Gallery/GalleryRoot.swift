import AlcedoBase

/// Derivation of a site's root folder from `output` and `base-url`.
enum GalleryRoot {
    /// Returns the folder above the common suffix of both: `site/public` for `site/public/images` and `/images`.
    ///
    /// - Parameters:
    ///   - output: Absolute path of the folder with the pictures.
    ///   - baseURL: The manifest's base URL. Only the end of its path has to match.
    /// - Throws: ``ToolError/usage(_:)`` if there is no common suffix.
    static func folder(output: String, baseURL: String) throws(ToolError) -> String {
        var address = baseURL[...]
        if let scheme = address.firstRange(of: "://") {
            address = address[scheme.upperBound...].drop { $0 != "/" }
        }
        var names = address.split(separator: "/").map { String($0).percentDecoded ?? String($0) }
        if names.first == "." { names.removeFirst() }
        var folders = output.split(separator: "/").map(String.init)
        // Rejects a base URL outside of the pages' folder, or without a common suffix.
        let isClear = !names.contains("..") && (names.isEmpty || names.last == folders.last)
        guard isClear else {
            throw .usage(
                "'output' (\(output)) and 'base-url' (\(baseURL)) do not determine where the pages go; name the folder with "
                    + "--root")
        }
        while let name = names.last, name == folders.last {
            names.removeLast()
            folders.removeLast()
        }
        return "/" + folders.joined(separator: "/")
    }
}
