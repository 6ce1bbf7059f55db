public import AlcedoBase

extension LoadingError: CustomStringConvertible {
    /// One line with the source, the reason and the advice.
    public var description: String {
        switch self {
        case .file(let path, let reason): "\(path.onOneLine): \(reason.text)"
        case .dataURI(let reason): "data URI: \(reason.text)"
        case .network(let failures):
            if failures.count == 1, let failure = failures.first {
                failure.description
            } else {
                "no picture from any of \(failures.count) addresses: "
                    + failures.map(\.description).joined(separator: " | ")
            }
        }
    }
}

extension LoadingError: LocalizedError {
    /// Same as the description.
    public var errorDescription: String? { description }
}

extension LoadingError.FileReason {
    init(_ error: FileSystemError, byteLimit: Int?) {
        self =
            switch (error.code, byteLimit) {
            case (EFBIG, let limit?): .tooLarge(limit: limit)
            case _ where error.isMissing: .missing
            case (EISDIR, _): .directory
            case (EINVAL, _): .notRegular
            case (EACCES, _): .denied(error.reason)
            default: .unreadable(operation: error.operation, reason: error.reason)
            }
    }

    fileprivate var text: String {
        switch self {
        case .tooLarge(let limit):
            "larger than the limit of \(byteCount(limit)); raise limits.bytes or make the file smaller"
        case .missing: "no such file; check the path"
        case .directory: "a directory, not a file; name the files in it"
        case .notRegular:
            "a pipe or a device, not a file; name a regular file"
        case .denied(let reason): "\(reason); check the permissions"
        case .unreadable(let operation, let reason): "cannot \(operation): \(reason)"
        case .changedWhileReading:
            "changed while it was being read; run again when no other program writes to it"
        }
    }
}

extension LoadingError.DataURIReason {
    fileprivate var text: String {
        switch self {
        case .notADataURI: "does not begin with 'data:'; write data:image/png;base64,…"
        case .missingComma: "no comma before the data; write data:image/png;base64,…"
        case .empty: "no data after the comma"
        case .invalidBase64(let position):
            "character \(position) after the comma is not base64; check that the text was copied whole"
        case .truncatedBase64: "the base64 is cut off; check that the text was copied whole"
        case .unescapedNumberSign: "a '#' ends a URI; write it as %23, or use base64"
        case .tooLarge(let limit):
            "larger than the limit of \(byteCount(limit)); raise limits.bytes or use a file"
        }
    }
}

extension LoadingError.NetworkFailure: CustomStringConvertible {
    /// `https://example.org/a.jpg: the server answered 404 (not found); check the address`.
    public var description: String {
        let place = redirectedTo.map { " (redirected to \($0.onOneLine))" } ?? ""
        let count = attempts > 1 ? " (\(attempts) attempts)" : ""
        return "\(name.onOneLine)\(place): \(reason)\(count)"
    }
}

extension LoadingError.NetworkReason: CustomStringConvertible {
    /// The reason, followed by a semicolon and the advice.
    public var description: String {
        switch self {
        case .invalidURL: "not an address with a host name; write https://host/path (other scripts as xn--…)"
        case .unsupportedScheme: "only https and http are loaded; use such an address or a file"
        case .userInfo:
            "a user name or password in the address is refused; send it in 'headers' as Authorization"
        case .plainHTTP: "plain http is refused; use https, or add the host to network.allow"
        case .addressRefused(let address, let purpose):
            "its host is at \(address.map { "\($0), " } ?? "")\(purpose), which is refused; if this is intended, add the host "
                + "to network.allow"
        case .hostGivenUp(let failures, let last):
            "its server failed \(failures) times in a row, so further requests are not sent (last failure: "
                + "\(last.withoutAdvice)); try again later"
        case .refusedByChecker(let refusal): refusal.reason.onOneLine
        case .invalidHeader(let name):
            "the header '\(name.onOneLine)' has a name or a value that cannot be sent; check it for line breaks"
        case .refusedByModifier: "the request modifier refused the request"
        case .refusedByRedirectHandler: "the redirect handler refused the redirect"
        case .insecureRedirect: "redirected from https to http, which is refused; use the final address"
        case .invalidRedirect: "redirected to something that is not an address; check the server"
        case .tooManyRedirects(let limit):
            "redirected more than \(limit) times; use the final address, or raise network.redirects"
        case .invalidated: "the loader was shut down before the picture was loaded"
        case .unknownHost: "no such host; check the address and the connection"
        case .cannotConnect: "cannot connect to the server; check the address and the connection"
        case .connectionLost: "the connection broke before the picture was complete; try again later"
        case .malformedAnswer:
            "the server answered with something that is not HTTP; try again, or check the server"
        case .timedOut(let seconds):
            "no complete answer within \(decimal(seconds)) s; check the server, or raise network.timeout"
        case .deadlinePassed: "the time limit for the whole run was reached; run again to continue"
        case .untrustedCertificate(let fault): words(fault)
        case .wrongLength(let received, let announced):
            "expected \(announced) bytes, received \(received); try again later, or check the server"
        case .undecodable:
            "the server compressed the picture in an unknown way, or in another way than its Content-Encoding says; "
                + "check the server"
        case .proxyUnknown(let proxy):
            "the host of the proxy \(proxy) does not exist; check the variable and the connection"
        case .proxyUnreachable(let proxy):
            "the proxy \(proxy) cannot be reached; check the variable and the connection"
        case .refusedByProxy(let status):
            "the proxy set in the environment answered \(status) (\(statusText(status))); check https_proxy"
        case .transport where TransportError.missing != nil:
            "libcurl cannot be loaded: \(TransportError.missing ?? ""); install libcurl 4"
        case .transport(let code):
            "the transfer failed (libcurl \(code): \(TransportError.words(code))); try again later"
        case .status(let code):
            "the server answered \(code) (\(statusText(code))); \(advice(forStatus: code))"
        case .tooLarge(let limit, nil): "larger than the limit of \(byteCount(limit)); raise limits.bytes"
        case .tooLarge(let limit, let announced?):
            // Exact byte counts where the rounded ones are equal.
            byteCount(announced) == byteCount(limit)
                ? "\(announced) bytes, more than the limit of \(limit); raise limits.bytes"
                : "\(byteCount(announced)), larger than the limit of \(byteCount(limit)); raise limits.bytes"
        case .notAPicture(.empty): "the server sent an empty answer; check the address"
        case .notAPicture(let type): "the server answered with \(type.name), not a picture; check the address"
        }
    }
}

extension LoadingError.NetworkReason {
    /// The reason without the advice.
    var withoutAdvice: String {
        let text = description
        return text.firstRange(of: "; ").map { String(text[..<$0.lowerBound]) } ?? text
    }
}

/// The reason phrases of RFC 9110 and RFC 6585.
private func statusText(_ code: Int) -> String {
    switch code {
    case 400: "bad request"
    case 401: "unauthorized"
    case 402: "payment required"
    case 403: "forbidden"
    case 404: "not found"
    case 405: "method not allowed"
    case 406: "not acceptable"
    case 407: "proxy authentication required"
    case 408: "request timeout"
    case 409: "conflict"
    case 410: "gone"
    case 411: "length required"
    case 412: "precondition failed"
    case 413: "content too large"
    case 414: "address too long"
    case 415: "unsupported media type"
    case 421: "misdirected request"
    case 422: "unprocessable content"
    case 426: "upgrade required"
    case 428: "precondition required"
    case 429: "too many requests"
    case 431: "header fields too large"
    case 451: "unavailable for legal reasons"
    case 500: "internal server error"
    case 501: "not implemented"
    case 502: "bad gateway"
    case 503: "service unavailable"
    case 504: "gateway timeout"
    case 505: "HTTP version not supported"
    case 100..<200: "informational"
    case 200..<300: "success"
    case 300..<400: "redirected"
    case 400..<500: "client error"
    default: "server error"
    }
}

private func words(_ fault: LoadingError.NetworkReason.CertificateFault) -> String {
    let remedy = "name its file in CURL_CA_BUNDLE or SSL_CERT_FILE"
    return switch fault {
    case .untrusted: "the server's certificate is not trusted; if its authority is your own, \(remedy)"
    case .selfSigned:
        "the server's certificate is self-signed and not trusted; if that is intended, \(remedy)"
    case .expired: "the server's certificate has expired; renew it there, or check the clock here"
    case .notYetValid: "the server's certificate is not valid yet; check the clock, or the server"
    case .otherHost: "the server's certificate is for another host; check the address and the server"
    }
}

private func advice(forStatus code: Int) -> String {
    switch code {
    case 401, 403, 407: "check 'headers' and the permission to read it"
    case 408, 500...599: "try again later"
    case 429: "try again later, or lower network.per-host"
    case 200..<400: "expected a complete answer with status 200; check the address"
    default: "check the address"
    }
}

private func byteCount(_ count: Int) -> String {
    switch count {
    case 1_000_000...: "\(decimal(Double(count) / 1_000_000)) MB"
    case 1000...: "\(decimal(Double(count) / 1000)) kB"
    default: "\(count) bytes"
    }
}

/// Formats a number with at most one decimal place.
private func decimal(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    let text = String(tenths)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension String {
    /// The text with control characters escaped, so that a message stays on one line.
    fileprivate var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return self
        }
        return unicodeScalars.map {
            $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0)
        }.joined()
    }
}
