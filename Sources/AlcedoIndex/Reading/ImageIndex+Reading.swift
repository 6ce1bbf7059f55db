#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ImageIndex {
    /// Reads an index from a file, with all its parts if it is in parts.
    ///
    /// - Parameter path: The path of `index.json`.
    /// - Throws: ``ImageIndexError/unreadable(path:reason:)``, also for a file that is not an index, and
    ///   ``ImageIndexError/newerVersion(found:supported:)``.
    public init(contentsOf path: String) throws(ImageIndexError) {
        var data = try Self.data(at: path)
        while true {
            do throws(ImageIndexError) {
                self = try Self.whole(data, path)
                return
            } catch {
                // A build may have replaced the root meanwhile, and deleted parts of the former one.
                let now = try Self.data(at: path)
                if now == data { throw error.named(path) }
                data = now
            }
        }
    }

    private static func whole(_ data: Data, _ path: String) throws(ImageIndexError) -> ImageIndex {
        guard let parts = try Parts(ifInParts: data) else { return try ImageIndex(data: data) }
        return try parts.located(path).index()
    }

    /// Reads an index from the bytes of `index.json`.
    ///
    /// Colors, addresses, media types, sizes and the like are those that a build writes, so that none of them does harm in
    /// a page, wherever the index is from.
    ///
    /// - Throws: ``ImageIndexError/newerVersion(found:supported:)`` if a newer Alcedo wrote it, and
    ///   ``ImageIndexError/malformed(place:reason:)`` if it is not an index, lacks a required member, has a text that no
    ///   build writes, an order that does not match its images, or is the root of an index in parts, whose parts are other
    ///   files.
    public init(data: Data) throws(ImageIndexError) {
        try self.init(unchecked: data)
        try checkTexts()
    }

    /// Reads an index without a check of its texts, for ``removeUnsound()``.
    ///
    /// - Throws: As ``init(data:)``.
    package init(unchecked data: Data) throws(ImageIndexError) {
        // Decoded first and separately: in another version anything else may have changed.
        if try Self.version(of: data) != Self.currentVersion {
            throw .malformed(
                place: "parts", reason: "its images are in other files; read it with ImageIndex(contentsOf:)")
        }
        self = try Self.decode(ImageIndex.self, from: data)
        try checkOrder()
    }

    static func data(at path: String) throws(ImageIndexError) -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            throw .unreadable(path: path, reason: "there is no such file")
        } catch let error as CocoaError where error.code == .fileReadNoPermission {
            throw .unreadable(path: path, reason: "permission denied")
        } catch {
            throw .unreadable(path: path, reason: "it cannot be read as a file")
        }
    }

    static func version(of data: Data) throws(ImageIndexError) -> Int {
        let version = try decode(VersionOnly.self, from: data).version
        guard version <= Parts.version else {
            throw .newerVersion(found: version, supported: Parts.version)
        }
        guard version >= 1 else {
            throw .malformed(place: "version", reason: "there is no version \(version)")
        }
        return version
    }

    static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data
    ) throws(ImageIndexError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw ImageIndexError(error)
        } catch {
            throw .malformed(place: "", reason: "\(error)")
        }
    }

    /// Checks that the order and the images have the same ids, each once.
    func checkOrder() throws(ImageIndexError) {
        var missing = Set(images.keys)
        for id in order where missing.remove(id) == nil {
            throw .malformed(
                place: "order",
                reason: images[id] == nil ? "'\(id)' is not among the images" : "'\(id)' is listed twice")
        }
        if let id = missing.min() {
            throw .malformed(place: "order", reason: "the image '\(id)' is missing")
        }
    }

    private struct VersionOnly: Decodable {
        var version: Int
    }
}

extension ImageIndexError {
    /// The error with the path of its file, because there may be several indexes.
    func named(_ path: String) -> ImageIndexError {
        guard case .malformed(let place, let reason) = self else { return self }
        return .unreadable(
            path: path, reason: "not a valid index: \(place.isEmpty ? "" : "\(place): ")\(reason)")
    }

    /// Creates an error from a decoding error, with its place.
    init(_ error: DecodingError) {
        func place(_ path: [any CodingKey]) -> String {
            path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        }
        self =
            switch error {
            case .keyNotFound(let key, let context):
                .malformed(place: place(context.codingPath), reason: "there is no '\(key.stringValue)'")
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                .malformed(place: place(context.codingPath), reason: context.debugDescription)
            @unknown default:
                .malformed(place: "", reason: "\(error)")
            }
    }
}
