public import AlcedoBase

/// Inspects a response before it is accepted as a picture.
///
/// Replaces Kingfisher's downloader delegate (`didReceive response`, `isValidStatusCode`). It receives responses with
/// status 200 that have passed the loader's own rules: length, limit, and content that is not a page or a message.
public protocol ResponseChecker: Sendable {
    /// Refuses a response by throwing.
    ///
    /// - Parameters:
    ///   - response: The final URL, the status and every header. The URL may contain secrets.
    ///   - body: The bytes, decompressed.
    /// - Throws: ``ResponseRefusal``, whose reason is printed; any other error refuses as well, without its text.
    func check(_ response: DownloadResponse, body: Data) async throws
}

/// The reason a response is refused.
public struct ResponseRefusal: Error, Hashable, Sendable {
    /// The problem, followed by a semicolon and the advice. It is printed, so it must not contain secrets.
    public var reason: String
    /// Whether another attempt may succeed.
    public var isTransient: Bool

    /// Creates a refusal with its reason.
    public init(_ reason: String, isTransient: Bool = false) {
        self.reason = reason
        self.isTransient = isTransient
    }
}
