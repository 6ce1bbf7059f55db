import Foundation

/// The files below a target that a manifest there may be about.
enum SourceFiles {
    /// Pictures, lists of sources, manifests and lock files.
    private static let endings: Set = [
        "apng", "avif", "gif", "heic", "heif", "jfif", "jpe", "jpeg", "jpg", "json", "jxl", "lock", "png",
        "svg", "svgz", "tif", "tiff", "webp", "yaml", "yml",
    ]

    /// Every one of them, sorted. Hidden files and what lies in hidden folders is left out, as it is by the tool.
    static func below(_ folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
        var files: [URL] = []
        while let file = found?.nextObject() as? URL {
            guard endings.contains(file.pathExtension.lowercased()),
                (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false
            else { continue }
            files.append(file)
        }
        return files.sorted { $0.path < $1.path }
    }
}
