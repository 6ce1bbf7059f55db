public import AlcedoBase

extension LoadingError: AlcedoError {
    /// The stable codes of loading.
    package enum Code: String, ErrorCode {
        case fileMissing = "loader.file.missing"
        case fileIsDirectory = "loader.file.directory"
        case fileIsSpecial = "loader.file.not-regular"
        case fileDenied = "loader.file.denied"
        case fileTooLarge = "loader.file.too-large"
        case fileUnreadable = "loader.file.unreadable"
        case fileChanging = "loader.file.changing"

        case dataNoScheme = "loader.data-uri.no-scheme"
        case dataNoComma = "loader.data-uri.no-comma"
        case dataEmpty = "loader.data-uri.empty"
        case dataInvalid = "loader.data-uri.invalid-base64"
        case dataTruncated = "loader.data-uri.truncated-base64"
        case dataNumberSign = "loader.data-uri.number-sign"
        case dataTooLarge = "loader.data-uri.too-large"

        case noAddress = "loader.no-address"
        case invalidURL = "loader.invalid-url"
        case unsupportedScheme = "loader.unsupported-scheme"
        case userInfo = "loader.user-info"
        case plainHTTP = "loader.plain-http"
        case addressRefused = "loader.address-refused"
        case invalidHeader = "loader.invalid-header"
        case refusedByModifier = "loader.refused-by-modifier"
        case refusedByRedirectHandler = "loader.refused-by-redirect-handler"
        case refusedByChecker = "loader.refused-by-checker"
        case insecureRedirect = "loader.insecure-redirect"
        case invalidRedirect = "loader.invalid-redirect"
        case tooManyRedirects = "loader.too-many-redirects"
        case hostGivenUp = "loader.host-given-up"
        case invalidated = "loader.invalidated"
        case unknownHost = "loader.unknown-host"
        case cannotConnect = "loader.cannot-connect"
        case connectionLost = "loader.connection-lost"
        case malformedAnswer = "loader.malformed-answer"
        case timedOut = "loader.timed-out"
        case deadlinePassed = "loader.deadline-passed"
        case untrustedCertificate = "loader.untrusted-certificate"
        case wrongLength = "loader.wrong-length"
        case undecodable = "loader.undecodable"
        case proxyUnknown = "loader.proxy-unknown"
        case proxyUnreachable = "loader.proxy-unreachable"
        case tooLarge = "loader.too-large"
        case notAPicture = "loader.not-a-picture"
        // The number follows.
        case refusedByProxy = "loader.proxy-status"
        case transport = "loader.transport"
        case status = "loader.status"
    }

    /// The code without a number that may follow it. Of several addresses, the first one decides.
    package var kind: Code {
        switch self {
        case .file(_, let reason): reason.kind
        case .dataURI(let reason): reason.kind
        case .network(let failures): failures.first?.reason.kind ?? .noAddress
        }
    }

    /// The phase that failed: `loader`.
    public var phase: ErrorPhase { kind.phase }

    /// Of several addresses, the code of the first one; `loader.status.404` for a status.
    public var code: String {
        guard case .network(let failures) = self, let number = failures.first?.reason.number else {
            return kind.rawValue
        }
        return "\(kind.rawValue).\(number)"
    }
}

extension LoadingError.FileReason {
    fileprivate var kind: LoadingError.Code {
        switch self {
        case .missing: .fileMissing
        case .directory: .fileIsDirectory
        case .notRegular: .fileIsSpecial
        case .denied: .fileDenied
        case .tooLarge: .fileTooLarge
        case .unreadable: .fileUnreadable
        case .changedWhileReading: .fileChanging
        }
    }
}

extension LoadingError.DataURIReason {
    fileprivate var kind: LoadingError.Code {
        switch self {
        case .notADataURI: .dataNoScheme
        case .missingComma: .dataNoComma
        case .empty: .dataEmpty
        case .invalidBase64: .dataInvalid
        case .truncatedBase64: .dataTruncated
        case .unescapedNumberSign: .dataNumberSign
        case .tooLarge: .dataTooLarge
        }
    }
}

extension LoadingError.NetworkReason {
    fileprivate var kind: LoadingError.Code {
        switch self {
        case .invalidURL: .invalidURL
        case .unsupportedScheme: .unsupportedScheme
        case .userInfo: .userInfo
        case .plainHTTP: .plainHTTP
        case .addressRefused: .addressRefused
        case .invalidHeader: .invalidHeader
        case .refusedByModifier: .refusedByModifier
        case .refusedByRedirectHandler: .refusedByRedirectHandler
        case .refusedByChecker: .refusedByChecker
        case .insecureRedirect: .insecureRedirect
        case .invalidRedirect: .invalidRedirect
        case .tooManyRedirects: .tooManyRedirects
        case .hostGivenUp: .hostGivenUp
        case .invalidated: .invalidated
        case .unknownHost: .unknownHost
        case .cannotConnect: .cannotConnect
        case .connectionLost: .connectionLost
        case .malformedAnswer: .malformedAnswer
        case .timedOut: .timedOut
        case .deadlinePassed: .deadlinePassed
        case .untrustedCertificate: .untrustedCertificate
        case .wrongLength: .wrongLength
        case .undecodable: .undecodable
        case .proxyUnknown: .proxyUnknown
        case .proxyUnreachable: .proxyUnreachable
        case .refusedByProxy: .refusedByProxy
        case .transport: .transport
        case .status: .status
        case .tooLarge: .tooLarge
        case .notAPicture: .notAPicture
        }
    }

    /// The number that follows the code: a status, or the code of libcurl.
    fileprivate var number: Int? {
        switch self {
        case .status(let number), .refusedByProxy(let number), .transport(let number): number
        default: nil
        }
    }
}
