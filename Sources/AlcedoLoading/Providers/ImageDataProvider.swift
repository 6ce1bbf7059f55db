public import Foundation

/// Something that hands over the bytes of one picture.
///
/// Kingfisher's protocol of the same name. Conform a type of your own to feed the pipeline from a database, an
/// archive or a renderer.
public protocol ImageDataProvider: Sendable {
    /// The identity of the source among other sources, safe to print. Bytes are compared by their content, so
    /// it need not change when they do.
    var cacheKey: String { get }

    /// Where the picture is, if it is anywhere.
    var contentURL: URL? { get }

    /// The bytes.
    ///
    /// Called from an asynchronous context whose threads must not be blocked for long.
    /// - Throws: Whatever explains why there are none; its description is shown to the user on one line.
    func data() async throws -> Data
}

extension ImageDataProvider {
    /// `nil`: the picture has no address.
    public var contentURL: URL? { nil }
}
