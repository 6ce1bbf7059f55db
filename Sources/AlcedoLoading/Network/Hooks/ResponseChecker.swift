public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Looks at an answer before it is taken for a picture.
///
/// Where Kingfisher asks its downloader's delegate (`didReceive response`, `isValidStatusCode`). It sees answers with
/// status 200 that have passed the loader's own rules: length, limit, and content that is not a page or a message.
public protocol ResponseChecker: Sendable {
    /// Refuses an answer by throwing.
    ///
    /// - Parameters:
    ///   - response: The address that answered in the end, the status and every header. The address may hold secrets.
    ///   - body: The bytes, decompressed.
    /// - Throws: ``ResponseRefusal``, whose reason is printed; any other error refuses as well, without its text.
    func check(_ response: HTTPURLResponse, body: Data) async throws
}

/// Why an answer is not taken.
public struct ResponseRefusal: Error, Hashable, Sendable {
    /// What is wrong, and behind a semicolon what to do about it. It is printed, so no secret belongs here.
    public var reason: String
    /// Whether another attempt may end better.
    public var isTransient: Bool

    /// Says why.
    public init(_ reason: String, isTransient: Bool = false) {
        self.reason = reason
        self.isTransient = isTransient
    }
}
