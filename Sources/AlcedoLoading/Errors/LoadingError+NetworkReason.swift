public import AlcedoBase

extension LoadingError {
    /// The reason an address provided no picture.
    ///
    /// Cases with large payloads are indirect.
    public enum NetworkReason: Hashable, Sendable {
        // Refused by Alcedo, before or between requests.

        /// The address has no host, or its host contains characters that are invalid in host names.
        case invalidURL
        /// Neither `https` nor `http`.
        case unsupportedScheme
        /// The address contains a user name or a password.
        case userInfo
        /// Plain `http` to a host that the configuration does not allow.
        case plainHTTP
        /// The host has a special-purpose IP address that is not allowed. `address` is `nil` where it may be secret.
        indirect case addressRefused(address: String?, purpose: String)
        /// A header that cannot be sent, identified by its name.
        case invalidHeader(String)
        /// The request modifier refused the request.
        case refusedByModifier
        /// The redirect handler refused the redirect.
        case refusedByRedirectHandler
        /// A redirect from `https` to `http`.
        case insecureRedirect
        /// A redirect to an invalid address.
        case invalidRedirect
        /// More redirects than the limit.
        case tooManyRedirects(limit: Int)
        /// The server failed repeatedly, most recently for the reason `last`, and receives no requests for a while.
        indirect case hostGivenUp(failures: Int, last: NetworkReason)
        /// The loader was invalidated.
        case invalidated

        // No response, or an incomplete one.

        /// No such host.
        case unknownHost
        /// The connection could not be established.
        case cannotConnect
        /// The connection closed before the response was complete.
        case connectionLost
        /// The response is not valid HTTP.
        case malformedAnswer
        /// No complete response within the timeout of one attempt.
        case timedOut(seconds: Double)
        /// The deadline of the whole run passed.
        case deadlinePassed
        /// The server's certificate is not trusted.
        case untrustedCertificate(CertificateFault)
        /// Fewer or more bytes than announced.
        case wrongLength(received: Int, announced: Int)
        /// The content encoding of the body is unknown, or differs from the one in the response head.
        case undecodable
        /// The host of the proxy named by the environment does not exist: its host and port, with the variable.
        indirect case proxyUnknown(proxy: String)
        /// The proxy named by the environment cannot be reached: its host and port, with the variable.
        indirect case proxyUnreachable(proxy: String)
        /// The proxy named by the environment refused the connection to the server.
        case refusedByProxy(status: Int)
        /// Any other transport failure, as a `CURLcode` of libcurl.
        case transport(code: Int)

        // A response that is not a picture.

        /// Any status other than 200.
        case status(Int)
        /// More bytes than the limit; `announced` is the length in the response head if it already exceeded the limit.
        case tooLarge(limit: Int, announced: Int?)
        /// A page, a message or an empty body instead of a picture.
        case notAPicture(ImageType)
        /// The response checker refused the response.
        indirect case refusedByChecker(ResponseRefusal)

        /// What is wrong with a certificate, as far as libcurl says.
        public enum CertificateFault: String, Hashable, Sendable, CaseIterable {
            /// No authority that is trusted has issued it, or the reason is not known.
            case untrusted
            /// It signs itself, as those that a server makes on its own.
            case selfSigned
            /// Its time is over.
            case expired
            /// Its time has not begun.
            case notYetValid
            /// It is for another host.
            case otherHost
        }

        /// Whether the cause is availability or time, not permission: an older copy may then be used even if no request
        /// was sent.
        public var isAbsence: Bool {
            switch self {
            case .unknownHost, .timedOut, .deadlinePassed, .hostGivenUp: true
            default: false
            }
        }

        /// Whether another attempt may succeed.
        ///
        /// `true` for timeouts, broken connections, short bodies, and the statuses 408, 429, 500, 502, 503 and 504 (the
        /// list of Hugo's remote resources). Other statuses, untrusted certificates and unknown hosts are permanent.
        public var isTransient: Bool {
            switch self {
            case .cannotConnect, .proxyUnreachable, .connectionLost, .malformedAnswer, .timedOut,
                .wrongLength,
                .transport:
                true
            case .refusedByChecker(let refusal): refusal.isTransient
            case .status(let code), .refusedByProxy(let code): [408, 429, 500, 502, 503, 504].contains(code)
            default: false
            }
        }
    }
}
