/// A request to the preview, as far as it matters.
package struct PreviewRequest: Sendable {
    /// `GET`, `HEAD`, …
    package var method: String
    /// The path as sent, with percent signs, without a query.
    package var path: String
    /// The header fields, by lowercased name.
    package var headers: [String: String]

    package init(method: String = "GET", path: String, headers: [String: String] = [:]) {
        self.method = method
        self.path = path
        self.headers = headers
    }

    /// Whether a picture is expected: the `Sec-Fetch-Dest` of an `<img>`.
    var isForPicture: Bool { headers["sec-fetch-dest"] == "image" }
}
