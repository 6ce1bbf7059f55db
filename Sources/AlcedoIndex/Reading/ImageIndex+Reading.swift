#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ImageIndex {
    /// Reads an index from a file.
    ///
    /// - Parameter path: The path of `index.json`.
    /// - Throws: ``ImageIndexError/unreadable(path:reason:)``, also for a file that is not an index, and
    ///   ``ImageIndexError/newerVersion(found:supported:)``.
    public init(contentsOf path: String) throws(ImageIndexError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            throw .unreadable(path: path, reason: "there is no such file")
        } catch let error as CocoaError where error.code == .fileReadNoPermission {
            throw .unreadable(path: path, reason: "permission denied")
        } catch {
            throw .unreadable(path: path, reason: "it cannot be read as a file")
        }
        do {
            try self.init(data: data)
        } catch .malformed(let place, let reason) {
            // With the path, because there may be several indexes.
            throw .unreadable(
                path: path, reason: "not a valid index: \(place.isEmpty ? "" : "\(place): ")\(reason)")
        }
    }

    /// Reads an index from the bytes of `index.json`.
    ///
    /// - Throws: ``ImageIndexError/newerVersion(found:supported:)`` if a newer Alcedo wrote it, and
    ///   ``ImageIndexError/malformed(place:reason:)`` if it is not an index, lacks a required member, or has an order
    ///   that does not match its images.
    public init(data: Data) throws(ImageIndexError) {
        let decoder = JSONDecoder()
        do {
            // Decoded first and separately: in a newer version anything else may have changed.
            let version = try decoder.decode(VersionOnly.self, from: data).version
            guard version <= Self.currentVersion else {
                throw ImageIndexError.newerVersion(found: version, supported: Self.currentVersion)
            }
            guard version >= 1 else {
                throw ImageIndexError.malformed(place: "version", reason: "there is no version \(version)")
            }
            self = try decoder.decode(ImageIndex.self, from: data)
        } catch let error as ImageIndexError {
            throw error
        } catch let error as DecodingError {
            throw ImageIndexError(error)
        } catch {
            throw .malformed(place: "", reason: "\(error)")
        }
        try checkOrder()
    }

    /// Checks that the order and the images have the same ids, each once.
    private func checkOrder() throws(ImageIndexError) {
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
