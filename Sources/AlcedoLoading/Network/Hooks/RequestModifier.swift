#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Changes requests before they are sent, for instance to sign them.
///
/// Kingfisher's `ImageDownloadRequestModifier`. It is asked once for each attempt, for the first request only: what
/// it adds is dropped with everything else when a redirect leaves the origin. Requests are merged by what they were
/// before this, so the outcome should depend on the request alone.
public protocol RequestModifier: Sendable {
    /// The request to send instead, or `nil` to send none.
    /// - Throws: Whatever makes the attempt impossible; it counts as a refusal.
    func modified(_ request: URLRequest) async throws -> URLRequest?
}
