import AlcedoBase
import Foundation

/// Which folder is the root of a site whose pages address `output` as `base-url` says.
enum GalleryRoot {
    /// The folder above the end that both have in common: `site/public` for `site/public/images` and `/images`.
    ///
    /// - Parameters:
    ///   - output: The absolute path of the folder with the pictures.
    ///   - baseURL: As the manifest has it. Of a whole address, or one below a path of the host, the end counts.
    /// - Throws: ``GalleryError/usage(_:)`` if they end differently.
    static func folder(output: String, baseURL: String) throws(GalleryError) -> String {
        var address = baseURL[...]
        if let scheme = address.firstRange(of: "://") {
            address = address[scheme.upperBound...].drop { $0 != "/" }
        }
        var names = address.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        if names.first == "." { names.removeFirst() }
        var folders = output.split(separator: "/").map(String.init)
        // What cannot be below the pages, and what no common end tells.
        let isClear = !names.contains("..") && (names.isEmpty || names.last == folders.last)
        guard isClear else {
            throw .usage(
                "'output' (\(output)) and 'base-url' (\(baseURL)) do not say where the pages go; name the folder with "
                    + "--root")
        }
        while let name = names.last, name == folders.last {
            names.removeLast()
            folders.removeLast()
        }
        return "/" + folders.joined(separator: "/")
    }
}
