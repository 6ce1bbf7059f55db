import CTransfer

/// Translates libcurl's error codes.
///
/// The codes are those of `CURLcode` in curl/curl.h, which never change. libcurl's longer messages are not used,
/// because they may quote the URL.
enum TransportError {
    /// - Parameter afterResponse: Whether a response had begun; a connection failure has then interrupted it.
    static func reason(for code: Int32, afterResponse: Bool) -> LoadingError.NetworkReason {
        switch code {
        // An unknown or invalid content encoding.
        case 61: .undecodable
        case _ where afterResponse: .connectionLost
        case 3: .invalidURL
        case 5: .proxyUnknown
        case 7: .cannotConnect
        case 6: .unknownHost
        // Another protocol, such as HTTP/0.9, and invalid headers, or more than libcurl 8.6 and later take.
        case 1, 8, 100: .malformedAnswer
        case 0, 16, 18, 52, 55, 56, 92: .connectionLost
        case 58, 60, 77, 83, 90, 91: .untrustedCertificate
        default: .transport(code: Int(code))
        }
    }

    /// Why libcurl cannot be loaded, in the system's words; `nil` if it can.
    static var missing: String? { alcedo_transfer_fault().map { String(cString: $0) } }

    /// The code for a libcurl that cannot be used.
    static let unusable: Int32 = 2

    /// Returns libcurl's constant description of a code.
    static func words(_ code: Int) -> String {
        String(cString: alcedo_transfer_words(Int32(truncatingIfNeeded: code)))
    }
}
