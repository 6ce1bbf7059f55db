public import AlcedoBase

/// A source of the bytes of one picture.
///
/// Modeled on Kingfisher's protocol of the same name. Conform your own type to feed the pipeline from a database, an
/// archive or a renderer.
public protocol ImageDataProvider: Sendable {
    /// The identity of the source among other sources, safe to print. It need not change with the bytes, which are
    /// compared by content.
    var cacheKey: String { get }

    /// The URL of the picture, if it has one.
    var contentURL: URL? { get }

    /// Returns the bytes.
    ///
    /// Called from an asynchronous context whose threads must not be blocked for long.
    /// - Throws: Any error; its description is shown to the user on one line.
    func data() async throws -> Data
}

extension ImageDataProvider {
    /// `nil`: the picture has no URL.
    public var contentURL: URL? { nil }
}
