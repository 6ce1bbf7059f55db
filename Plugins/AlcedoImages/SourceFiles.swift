import Foundation

/// The files below a target that a manifest there may be about.
enum SourceFiles {
    /// Pictures, lists of sources, manifests and lock files.
    private static let endings: Set = [
        "apng", "avif", "gif", "heic", "heif", "jfif", "jpe", "jpeg", "jpg", "json", "jxl", "lock", "png",
        "svg", "svgz", "tif", "tiff", "webp", "yaml", "yml",
    ]

    /// Every one of them, sorted, also where a link leads to it. Hidden files and what lies in hidden folders is left out,
    /// as it is by the tool.
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
