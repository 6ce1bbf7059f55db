import Foundation

/// The files below a target that its manifest may refer to.
enum SourceFiles {
    /// Pictures, lists of sources, manifests and lock files.
    private static let endings: Set = [
        "apng", "avif", "gif", "heic", "heif", "jfif", "jpe", "jpeg", "jpg", "json", "jxl", "lock", "png",
        "svg", "svgz", "tif", "tiff", "webp", "yaml", "yml",
    ]

    /// Returns all of them, sorted, including links to files. Hidden files and the contents of hidden folders are left
    /// out, as in the tool.
    static func below(_ folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        var files: [URL] = []
        while let file = found?.nextObject() as? URL {
            var isFolder: ObjCBool = false
            guard endings.contains(file.pathExtension.lowercased()),
                FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue
            else { continue }
            files.append(file)
        }
        return files.sorted { $0.path < $1.path }
    }
}
