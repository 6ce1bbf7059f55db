#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension ImageIndex.Parts {
    /// Reads the root of an index in parts.
    ///
    /// - Parameter path: The path of `index.json`.
    /// - Throws: ``ImageIndexError/unreadable(path:reason:)``, also for an index that is not in parts, and
    ///   ``ImageIndexError/newerVersion(found:supported:)``.
    public init(contentsOf path: String) throws(ImageIndexError) {
        let data = try ImageIndex.data(at: path)
        do throws(ImageIndexError) {
            guard let parts = try ImageIndex.Parts(ifInParts: data) else {
                throw .malformed(place: "parts", reason: "it is not in parts")
            }
            self = parts.located(path)
        } catch {
            throw error.named(path)
        }
    }

    /// The root as read from a path.
    package func located(_ path: String) -> ImageIndex.Parts {
        var parts = self
        parts.folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return parts
    }

    /// Reads a root from its bytes; `nil` if they are an index that is not in parts.
    package init?(ifInParts data: Data) throws(ImageIndexError) {
        guard try ImageIndex.version(of: data) == Self.version else { return nil }
        self = try ImageIndex.decode(ImageIndex.Parts.self, from: data)
        for file in parts + [order] where !IndexText.isName(file.file) {
            throw .malformed(
                place: "parts", reason: "'\(file.file)' is not the name of a file beside the index")
        }
        try siteIcons?.checkTexts()
        // A part is found by its first id.
        for (part, next) in zip(parts, parts.dropFirst()) {
            guard let first = part.first, let second = next.first, ImageIndex.stands(first, before: second)
            else { throw .malformed(place: "parts", reason: "\(next.file) is not in the order of ids") }
        }
    }

    /// Reads the images of a part.
    ///
    /// - Throws: ``ImageIndexError/unreadable(path:reason:)``.
    public func index(of part: File) throws(ImageIndexError) -> ImageIndex {
        let path = folder + part.file
        let index = try ImageIndex(contentsOf: path)
        guard index.baseURL == baseURL else {
            throw .unreadable(path: path, reason: "its baseURL is not that of the index, '\(baseURL)'")
        }
        return index
    }

    /// Reads the images with these ids, in their order, from the parts that have them.
    ///
    /// - Throws: ``ImageIndexError/unknownImage(id:)`` or ``ImageIndexError/unreadable(path:reason:)``.
    public func index(of ids: some Sequence<String>) throws(ImageIndexError) -> ImageIndex {
        var result = ImageIndex(baseURL: baseURL, generator: generator)
        result.siteIcons = siteIcons
        var wanted: [File: [String]] = [:]
        for id in ids {
            guard let part = part(of: id) else { throw .unknownImage(id: id) }
            wanted[part, default: []].append(id)
            result.order.append(id)
        }
        for (part, ids) in wanted {
            let index = try index(of: part)
            for id in ids { result.images[id] = try index.image(id) }
        }
        var seen: Set<String> = []
        result.order.removeAll { !seen.insert($0).inserted }
        return result
    }

    /// Reads the ids of all images in the manifest's order.
    ///
    /// - Throws: ``ImageIndexError/unreadable(path:reason:)``.
    public func orderedIDs() throws(ImageIndexError) -> [String] {
        let path = folder + order.file
        do throws(ImageIndexError) {
            return try Self.order(ImageIndex.data(at: path))
        } catch {
            throw error.named(path)
        }
    }

    /// Reads all images.
    ///
    /// - Throws: ``ImageIndexError/unreadable(path:reason:)``.
    public func index() throws(ImageIndexError) -> ImageIndex {
        var whole = ImageIndex(baseURL: baseURL, generator: generator, order: try orderedIDs())
        whole.siteIcons = siteIcons
        whole.images.reserveCapacity(count)
        for part in parts {
            let images = try index(of: part).images
            whole.images.merge(images) { first, _ in first }
        }
        do throws(ImageIndexError) {
            try whole.checkOrder()
        } catch {
            throw error.named(folder + order.file)
        }
        return whole
    }

    /// Reads the file with the order from its bytes.
    package static func order(_ data: Data) throws(ImageIndexError) -> [String] {
        try ImageIndex.decode(Order.self, from: data).order
    }

    private struct Order: Decodable {
        var order: [String]
    }
}
