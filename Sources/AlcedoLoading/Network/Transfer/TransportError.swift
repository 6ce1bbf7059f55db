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
        // The exchange knows which.
        case 5: .proxyUnknown(proxy: "of the environment")
        case 7: .cannotConnect
        case 6: .unknownHost
        // Another protocol, such as HTTP/0.9, and invalid headers, or more than libcurl 8.6 and later take.
        case 1, 8, 100: .malformedAnswer
        case 0, 16, 18, 52, 55, 56, 92: .connectionLost
        case 58, 60, 77, 83, 90, 91: .untrustedCertificate(.untrusted)
        default: .transport(code: Int(code))
        }
    }

    /// Returns what libcurl's message says of a certificate, in the words of OpenSSL and GnuTLS, the libraries it uses on Linux.
    static func certificateFault(in message: String) -> LoadingError.NetworkReason.CertificateFault {
        let words = message.lowercased()
        func says(_ texts: String...) -> Bool { texts.contains { words.contains($0) } }
        // "certificate has expired", "certificate expiration date has passed"
        if says("has expired", "expiration date has passed") { return .expired }
        if says("not yet valid", "activation date is in the future", "not activated yet") {
            return .notYetValid
        }
        // "self signed certificate in certificate chain" is an authority that is not known.
        if says("self-signed certificate", "self signed certificate"), !says("in certificate chain") {
            return .selfSigned
        }
        // "no alternative certificate subject name matches", "certificate subject name (a) does not match", "hostname mismatch"
        if says("subject name", "hostname mismatch", "host name mismatch", "owner does not match") {
            return .otherHost
        }
        return .untrusted
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
