import Dispatch

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An index that is read on first use; the basis of generated accessors.
///
/// ```swift
/// let html = try Images.kingfisher.hero.picture(sizes: "100vw")
/// let folder = Images.catalog.folder
/// ```
public final class ImageCatalog: Sendable {
    /// The path of the index.
    public let path: String

    private let reading = Reading()

    /// Creates a catalog without reading the index.
    ///
    /// - Parameter path: The path of `index.json`.
    public init(path: String) {
        self.path = path
    }

    /// Creates a catalog of an index next to a source file.
    ///
    /// - Parameters:
    ///   - path: The path of `index.json`, relative to the folder of the source file.
    ///   - file: The source file: `#filePath`.
    public convenience init(path: String, besides file: String) {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        self.init(path: folder.appendingPathComponent(path).standardizedFileURL.path)
    }

    /// Creates a catalog of the index that the plugin `AlcedoImages` adds to a target's bundle.
    ///
    /// - Parameter resources: The folder of the bundle's resources: `Bundle.module.resourceURL`, or its `bundleURL`.
    public convenience init(resources: URL) {
        self.init(path: resources.appendingPathComponent("images/index.json").path)
    }

    /// The folder of the index. The plugin writes the pictures there, too.
    public var folder: URL { URL(fileURLWithPath: path).deletingLastPathComponent() }

    /// Returns the index, which is read once and kept.
    ///
    /// - Throws: Any error of ``ImageIndex/init(contentsOf:)``. The next call then tries again.
    public func index() throws(ImageIndexError) -> ImageIndex {
        try reading.index(at: path)
    }
}

/// Reads the index on first use and keeps it.
private final class Reading: @unchecked Sendable {
    // Accessed only while the lock is held, which makes sharing safe.
    private var index: ImageIndex?
    private let lock = DispatchSemaphore(value: 1)

    func index(at path: String) throws(ImageIndexError) -> ImageIndex {
        lock.wait()
        defer { lock.signal() }
        if let index { return index }
        let read = try ImageIndex(contentsOf: path)
        index = read
        return read
    }
}
