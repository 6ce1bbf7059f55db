/// A request to the preview, as far as it matters.
package struct PreviewRequest: Sendable {
    /// `GET`, `HEAD`, …
    package var method: String
    /// The path as sent, with percent signs, without a query.
    package var path: String
    /// The query as sent, with its question mark, or an empty text.
    package var query: String
    /// The header fields, by lowercased name.
    package var headers: [String: String]

    package init(method: String = "GET", path: String, query: String = "", headers: [String: String] = [:]) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
    }

    /// - Parameter target: What stands behind the method: a path, or a whole address as for a proxy, whose host is the one that counts (RFC 9112, 3.2.2).
    package init(method: String, target: String, headers: [String: String]) {
        var (rest, headers) = (target[...], headers)
        if rest.hasPrefix("http://") {
            let host = rest.dropFirst(7).prefix { !"/?#".contains($0) }
            headers["host"] = String(host)
            rest = rest[host.endIndex...]
            if !rest.hasPrefix("/") { rest = "/" + rest }
        }
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        self.init(
            method: method, path: String(path), query: String(rest[path.endIndex...].prefix { $0 != "#" }),
            headers: headers)
    }

    /// Whether a picture is expected: the `Sec-Fetch-Dest` of an `<img>`.
    var isForPicture: Bool { headers["sec-fetch-dest"] == "image" }
}
