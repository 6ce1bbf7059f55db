/// Changes requests before they are sent, for instance to sign them.
///
/// Modeled on Kingfisher's `ImageDownloadRequestModifier`. It is called once per attempt, for the first request only:
/// the headers it adds are dropped with all others when a redirect leaves the origin. Concurrent requests are merged
/// by their state before modification, so the result should depend on the request alone.
public protocol RequestModifier: Sendable {
    /// Returns the request to send instead, or `nil` to refuse.
    /// - Throws: Any error, which counts as a refusal.
    func modified(_ request: DownloadRequest) async throws -> DownloadRequest?
}
