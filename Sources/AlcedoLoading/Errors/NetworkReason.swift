public import AlcedoBase

/// Why an address gave no picture.
///
/// Cases with much to say are indirect.
public enum NetworkReason: Hashable, Sendable {
    // Refused by Alcedo, before or between requests.

    /// The address has no host, or one with characters that host names do not have.
    case invalidURL
    /// Neither `https` nor `http`.
    case unsupportedScheme
    /// A user name or a password is part of the address.
    case userInfo
    /// Plain `http` to a host that the configuration does not allow.
    case plainHTTP
    /// The host has an address that no public server has, which the configuration does not allow. The address is `nil`
    /// where it may be secret.
    indirect case addressRefused(address: String?, purpose: String)
    /// A header that cannot be sent, by its name.
    case invalidHeader(String)
    /// The request modifier gave no request.
    case refusedByModifier
    /// The redirect handler gave no request.
    case refusedByRedirectHandler
    /// A redirect from `https` to `http`.
    case insecureRedirect
    /// A redirect to something that is no address.
    case invalidRedirect
    /// More redirects than the limit.
    case tooManyRedirects(limit: Int)
    /// The server only failed, the last time for this reason, and is left alone for a while.
    indirect case hostGivenUp(failures: Int, last: NetworkReason)
    /// The loader was invalidated.
    case invalidated

    // No answer, or half of one.

    /// No such host.
    case unknownHost
    /// Nobody listens there, or the way is blocked.
    case cannotConnect
    /// The connection ended before the answer did.
    case connectionLost
    /// What came is no answer in HTTP.
    case malformedAnswer
    /// No complete answer within the time for one attempt.
    case timedOut(seconds: Double)
    /// The time for the whole run was over.
    case deadlinePassed
    /// The server's certificate is not to be trusted.
    case untrustedCertificate
    /// Fewer or more bytes than announced.
    case wrongLength(received: Int, announced: Int)
    /// The body is compressed in a way that is not known, or not in the way that the answer says.
    case undecodable
    /// The proxy that the environment names has no address.
    case proxyUnknown
    /// The proxy that the environment names gives no way to the server.
    case refusedByProxy(status: Int)
    /// Any other failure of the transport, by its number in libcurl's `CURLcode`.
    case transport(code: Int)

    // An answer that is no picture.

    /// Any status but 200.
    case status(Int)
    /// More bytes than the limit; `announced` when the server said so before.
    case tooLarge(limit: Int, announced: Int?)
    /// A page, a message or nothing where a picture should be.
    case notAPicture(ImageType)
    /// The response checker did not want it.
    indirect case refusedByChecker(ResponseRefusal)

    /// Whether the server, its name or the time was missing, and not permission: then an older copy may stand in even
    /// if nothing was sent.
    public var isAbsence: Bool {
        switch self {
        case .unknownHost, .timedOut, .deadlinePassed, .hostGivenUp: true
        default: false
        }
    }

    /// Whether another attempt may end better.
    ///
    /// Time-outs, broken connections, short bodies, and the statuses that say so: 408, 429, 500, 502, 503, 504
    /// (the list of Hugo's remote resources). Other statuses, certificates and unknown hosts stay as they are.
    public var isTransient: Bool {
        switch self {
        case .cannotConnect, .connectionLost, .malformedAnswer, .timedOut, .wrongLength, .transport: true
        case .refusedByChecker(let refusal): refusal.isTransient
        case .status(let code), .refusedByProxy(let code): [408, 429, 500, 502, 503, 504].contains(code)
        default: false
        }
    }
}
