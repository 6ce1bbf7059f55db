/// Inspects redirects before they are followed.
///
/// Modeled on Kingfisher's `ImageDownloadRedirectHandler`. The loader's own rules apply before and after: the returned
/// URL is checked like any other, and the request loses its headers if it leaves the origin of the proposed one.
public protocol RedirectHandler: Sendable {
    /// Returns the request to send next, or `nil` to stop.
    ///
    /// - Parameters:
    ///   - request: The request that the loader would send.
    ///   - response: The redirect response.
    func redirected(_ request: DownloadRequest, from response: DownloadResponse) async -> DownloadRequest?
}
