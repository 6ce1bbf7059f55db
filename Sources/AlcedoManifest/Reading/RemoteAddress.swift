import AlcedoBase
import AlcedoLoading

/// The parts of an http(s) URL that are checked in a manifest.
struct RemoteAddress {
    let scheme: String
    let host: String

    // Characters that RFC 3986 does not allow in a URL, besides white space and control characters.
    private static let forbidden: [UInt8] = Array("<>\"\\^`{|}".utf8)

    /// Parses a URL.
    /// - Returns: The parts, or the reason why the URL is invalid. It never repeats the URL, which may contain a
    ///   secret.
    static func read(_ text: String) -> Result<RemoteAddress, Fault> {
        guard let colon = text.firstRange(of: "://") else {
            return noURL
        }
        let scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else {
            return noURL
        }
        let isClean = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                ? scalar.value > 32 && scalar.value < 127 && !forbidden.contains(UInt8(scalar.value))
                : !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
        }
        guard isClean else {
            return .failure(Fault("has a character that is not allowed in a URL; percent-encode it"))
        }
        var rest = text[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        rest = authority[...]
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        var host = String(rest)
        var port: Substring?
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            let after = host[host.index(after: end)...]
            if after.hasPrefix(":") { port = after.dropFirst() } else if !after.isEmpty { return badHost }
            host = String(host[host.index(after: host.startIndex)..<end])
            guard HostRule.address(host)?.count == 16 else { return badHost }
        } else {
            if let separator = rest.lastIndex(of: ":") {
                port = rest[rest.index(after: separator)...]
                host = String(rest[..<separator])
            }
            guard HostRule.isHostName(host.hasSuffix(".") ? String(host.dropLast()) : host) else {
                return badHost
            }
        }
        if let port, !port.isEmpty {
            guard port.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(port),
                (1...65_535).contains(number)
            else { return .failure(Fault("has a port that is not between 1 and 65535")) }
        }
        guard URL(written: text) != nil else { return .failure(Fault("is not a valid URL")) }
        return .success(RemoteAddress(scheme: scheme, host: host))
    }

    private static var noURL: Result<RemoteAddress, Fault> {
        .failure(
            Fault(
                "must be an http or https URL: write 'https://' before a host, and 'path' in place of 'url' for a file"
            ))
    }

    private static var badHost: Result<RemoteAddress, Fault> { .failure(Fault("has no valid host name")) }

    struct Fault: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    /// Returns the id derived from a URL: without scheme, user, query and fragment.
    static func id(of text: String) -> String {
        var rest = PublicURL.parts(of: text).rest.utf8[...]
        while rest.last == UInt8(ascii: "/") { rest.removeLast() }
        return String(Substring(rest))
    }
}
