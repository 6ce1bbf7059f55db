import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Puts URLSession's errors into our words.
///
/// Its own texts are not passed on: they may quote the address. On Linux many of libcurl's reasons arrive as −1, and
/// only the text tells a certificate from a broken connection.
enum TransportError {
    /// - Parameter afterResponse: Whether an answer had begun; then any failure is a broken connection.
    static func reason(for error: (any Error)?, afterResponse: Bool) -> NetworkReason {
        guard let error else { return .connectionLost }
        let details = error as NSError
        guard details.domain == NSURLErrorDomain else { return .transport(code: details.code) }
        switch URLError.Code(rawValue: details.code) {
        case .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired:
            return .untrustedCertificate
        case .cannotFindHost, .dnsLookupFailed: return .unknownHost
        case .badURL: return .invalidURL
        // Schemes were looked at before. libcurl has one number for those it does not know and for an answer that is
        // no HTTP, such as what an earlier answer left behind in a connection that is used again.
        case .unsupportedURL: return .malformedAnswer
        case .cannotConnectToHost, .notConnectedToInternet: return .cannotConnect
        case .networkConnectionLost, .badServerResponse: return .connectionLost
        case .unknown where afterResponse: return .connectionLost
        case .unknown where namesCertificate(details.localizedDescription): return .untrustedCertificate
        default: return .transport(code: details.code)
        }
    }

    // libcurl's words: "SSL certificate problem: …", "SSL: no alternative certificate subject name matches …".
    private static func namesCertificate(_ text: String) -> Bool {
        text.lowercased().contains("certificate")
    }
}
