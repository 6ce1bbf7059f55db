import CTransfer

/// Puts libcurl's numbers into our words.
///
/// The numbers are those of `CURLcode` in curl/curl.h, which never change. libcurl's longer texts are not passed on: they
/// may quote the address.
enum TransportError {
    /// - Parameter afterResponse: Whether an answer had begun; then a failure of the connection broke it.
    static func reason(for code: Int32, afterResponse: Bool) -> NetworkReason {
        switch code {
        // A compression that is not known, or that does not add up.
        case 61: .undecodable
        case _ where afterResponse: .connectionLost
        case 3: .invalidURL
        case 5: .proxyUnknown
        case 7: .cannotConnect
        case 6: .unknownHost
        // Another protocol, such as HTTP/0.9, and headers that are none.
        case 1, 8: .malformedAnswer
        case 0, 16, 18, 52, 55, 56, 92: .connectionLost
        case 58, 60, 77, 83, 90, 91: .untrustedCertificate
        default: .transport(code: Int(code))
        }
    }

    /// libcurl's constant words for a number.
    static func words(_ code: Int) -> String {
        String(cString: alcedo_transfer_words(Int32(truncatingIfNeeded: code)))
    }
}
