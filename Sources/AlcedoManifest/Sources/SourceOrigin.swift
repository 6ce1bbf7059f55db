package import AlcedoBase
package import AlcedoLoading

/// The origin of one picture: everything that a build needs to know before it has the bytes.
///
/// Only the reader of manifests knows which kinds of origins there are. A new kind is a new conformance.
package protocol SourceOrigin: Sendable {
    /// Equal for two origins of the same picture, whatever their settings.
    var identity: AnyHashable { get }
    /// The path or address in the index and in messages, without secrets.
    var shown: String { get }
    /// The path or address whose extension hints at the type; empty if there is none.
    var fileName: String { get }
    /// The size in bytes; `nil` if it is unknown.
    var expectedBytes: Int? { get }
    /// The id of an entry without one, or why it needs one.
    var impliedID: Result<String, SourceID.Missing> { get }
    /// The way to the bytes.
    var bytes: SourceBytes { get }
    /// The keys that a manifest has for it, for checks of an entry made in Swift.
    var written: [(String, WrittenValue?)] { get }
    /// Whether all pixels are opaque; `nil` if only they say so.
    var isOpaque: Bool? { get }
}

extension SourceOrigin {
    package var isOpaque: Bool? { nil }
}

/// The way to the bytes of a picture, which decides when the result of the last build is still valid.
package enum SourceBytes: Sendable {
    /// In a file, with its absolute path. Unchanged as long as its status is.
    case file(String)
    /// On a server. Pinned by the lock file.
    case remote(RemoteSource)
    /// Provided by a value. Only the bytes themselves show whether they have changed.
    case provided(any ImageDataProvider)
}

extension SourceOrigin {
    /// The absolute path of the picture, if it is a file.
    package var file: String? { if case .file(let path) = bytes { path } else { nil } }
    /// The address of the picture, if it is on a server.
    package var remote: RemoteSource? { if case .remote(let remote) = bytes { remote } else { nil } }
}

/// A file below the manifest.
package struct FileOrigin: SourceOrigin, Hashable {
    /// The absolute path.
    package let path: String
    /// The path relative to the manifest.
    package let shown: String

    package var identity: AnyHashable { path }
    package var fileName: String { path }
    package var impliedID: Result<String, SourceID.Missing> { .success(shown.normalizedID) }
    package var bytes: SourceBytes { .file(path) }
    package var written: [(String, WrittenValue?)] { [("path", .text(shown))] }

    package var expectedBytes: Int? {
        do {
            return try FileSystem.status(of: path, followingLinks: true)?.size
        } catch {
            // Reading the source will report the error.
            return nil
        }
    }
}

extension RemoteSource: SourceOrigin {
    package var identity: AnyHashable { url }
    // Even a literal query may hold a signature or a token.
    package var shown: String { PublicURL.of(url.written) }
    package var fileName: String { String(url.written.prefix { $0 != "?" && $0 != "#" }) }
    package var expectedBytes: Int? { nil }
    package var bytes: SourceBytes { .remote(self) }

    package var written: [(String, WrittenValue?)] {
        // A variable has been replaced already.
        func literal(_ text: SecretText) -> WrittenValue { .text(text.revealed.replacing("${", with: "$${")) }
        return [
            ("url", literal(url)), ("alternatives", .list(alternatives.map { .text($0) })),
            ("headers", headers.isEmpty ? nil : .mapping(headers.map { ($0.name, literal($0.value)) })),
            ("pin", .flag(pin)), ("cache-key", cacheKey.map { .text($0) }),
        ]
    }

    package var impliedID: Result<String, SourceID.Missing> {
        let id = RemoteAddress.id(of: url.written).normalizedID
        if id.contains("${") {
            return .failure(.init("the URL's path holds a variable, whose value must not become a name"))
        }
        return id.isEmpty ? .failure(.init("the URL has no file name")) : .success(id)
    }
}

/// A picture written into the manifest as a `data:` URI.
package struct DataOrigin: SourceOrigin, ImageDataProvider {
    package let uri: String
    /// The maximum number of decoded bytes.
    package let byteLimit: Int
    /// Whether all pixels are known to be opaque.
    package var isOpaque: Bool?

    package var identity: AnyHashable { uri }
    package var cacheKey: String { shown }
    package var shown: String { "data" }
    package var fileName: String { "" }
    package var expectedBytes: Int? { uri.utf8.count * 3 / 4 }
    package var impliedID: Result<String, SourceID.Missing> {
        .failure(.init("a 'data' source has no file name"))
    }
    package var bytes: SourceBytes { .provided(self) }
    package var written: [(String, WrittenValue?)] { [("data", .text(uri))] }

    package func data() async throws -> Data {
        try await DataURIImageDataProvider(uri: uri, byteLimit: byteLimit).data()
    }
}

/// A picture from a provider of the program's own.
package struct ProviderOrigin: SourceOrigin {
    package let provider: any ImageDataProvider

    package init(provider: any ImageDataProvider) { self.provider = provider }

    // Different providers may use the same key.
    package var identity: AnyHashable { [String(reflecting: type(of: provider)), provider.cacheKey] }
    package var shown: String { publicURL ?? provider.cacheKey }
    package var fileName: String { publicURL ?? "" }
    package var expectedBytes: Int? { nil }
    package var bytes: SourceBytes { .provided(provider) }
    package var written: [(String, WrittenValue?)] { [("provider", .text(provider.cacheKey))] }

    /// The address of the picture without secrets, if it is one that a page may show.
    package var publicURL: String? {
        guard let url = provider.contentURL, ["http", "https"].contains(url.scheme?.lowercased()) else {
            return nil
        }
        return PublicURL.of(url.absoluteString)
    }

    package var impliedID: Result<String, SourceID.Missing> {
        let id = provider.cacheKey.normalizedID
        return SourceID.fault(id).map { .failure(.init("the provider's 'cacheKey' \($0)")) } ?? .success(id)
    }
}
