public import Foundation

/// An index that is read when it is first asked for: what generated accessors stand on.
///
/// ```swift
/// let html = try Images.kingfisher.hero.picture(sizes: "100vw")
/// let folder = Images.catalog.folder
/// ```
public final class ImageCatalog: Sendable {
    /// The path of the index.
    public let path: String

    private let reading = Reading()

    /// Names an index. It is not read yet.
    ///
    /// - Parameter path: The path of `index.json`.
    public init(path: String) {
        self.path = path
    }

    /// Names an index by its place beside a source file.
    ///
    /// - Parameters:
    ///   - path: The path of `index.json`, from the folder of the source file.
    ///   - file: The source file: `#filePath`.
    public convenience init(path: String, besides file: String) {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        self.init(path: folder.appendingPathComponent(path).standardizedFileURL.path)
    }

    /// Names the index that the plugin `AlcedoImages` puts into a target's bundle.
    ///
    /// - Parameter bundle: The bundle: `Bundle.module`.
    public convenience init(bundle: Bundle) {
        let resources = bundle.resourceURL ?? bundle.bundleURL
        self.init(path: resources.appendingPathComponent("images/index.json").path)
    }

    /// The folder in which the index is. The plugin puts the pictures there, too.
    public var folder: URL { URL(fileURLWithPath: path).deletingLastPathComponent() }

    /// The index, read the first time and remembered.
    ///
    /// - Throws: ``ImageIndexError/unreadable(path:reason:)`` and what else ``ImageIndex/init(contentsOf:)`` throws,
    ///   each time anew.
    public func index() throws(ImageIndexError) -> ImageIndex {
        try reading.index(at: path)
    }
}

/// Reads once, whoever asks first.
private final class Reading: @unchecked Sendable {
    // Touched under the lock alone, which makes it safe to share.
    private var index: ImageIndex?
    private let lock = NSLock()

    func index(at path: String) throws(ImageIndexError) -> ImageIndex {
        lock.lock()
        defer { lock.unlock() }
        if let index { return index }
        let read = try ImageIndex(contentsOf: path)
        index = read
        return read
    }
}
