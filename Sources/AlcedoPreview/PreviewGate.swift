/// Lets in only what comes from this machine's own browser, from a page of the preview itself.
///
/// The server listens on the loopback interface alone. But every page in the browser can send requests there, by an address, or by
/// a name of its own that suddenly leads there (DNS rebinding). `Host` names the name that was typed, and `Origin` the page.
enum PreviewGate {
    /// Returns why a request is refused, or `nil`.
    static func refusal(of request: PreviewRequest) -> PreviewResponse? {
        // RFC 9112, 3.2. Which of two hosts counts is not clear.
        guard let host = request.headers["host"], !host.contains(",") else {
            return .text(400, "expected one Host, received '\(request.headers["host"] ?? "")'")
        }
        guard isLoopback(host) else {
            return .text(
                403,
                "the preview is only for this machine: use http://127.0.0.1 or http://localhost, not '\(host)'"
            )
        }
        if let origin = request.headers["origin"], origin.lowercased() != "http://" + host.lowercased() {
            return .text(403, "the preview is only for its own pages, not for those of '\(origin)'")
        }
        guard ["GET", "HEAD"].contains(request.method) else {
            var response = PreviewResponse.text(405, "the preview answers GET and HEAD")
            response.headers["Allow"] = "GET, HEAD"
            return response
        }
        return nil
    }

    /// Whether a `Host` is this machine. The port may be another one, of a tunnel.
    private static func isLoopback(_ host: String) -> Bool {
        var name = host.lowercased()
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
            guard name[name.index(after: colon)...].allSatisfy(\.isNumber) else { return false }
            name = String(name[..<colon])
        }
        return ["127.0.0.1", "localhost", "[::1]"].contains(name)
    }
}
