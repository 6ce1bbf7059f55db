#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Looks at redirects before they are followed.
///
/// Kingfisher's `ImageDownloadRedirectHandler`. The loader's own rules hold before and after: the address that
/// comes back is checked like any other, and loses its headers when it leaves the origin of the proposed one.
public protocol RedirectHandler: Sendable {
    /// The request to send next, or `nil` to stop here.
    ///
    /// - Parameters:
    ///   - request: What the loader would send.
    ///   - response: The answer that redirects.
    func redirected(_ request: URLRequest, from response: HTTPURLResponse) async -> URLRequest?
}
