package import AlcedoBase

/// An answer of the preview.
package struct PreviewResponse: Sendable {
    /// What is sent.
    package enum Body: Sendable {
        case data(Data)
        /// A part of a file.
        case file(String, Range<Int>)
        /// Events, as they come (HTML Living Standard, 9.2, "Server-sent events").
        case events(AsyncStream<String>)

        /// The number of bytes; `nil` for events, which have no end.
        package var count: Int? {
            switch self {
            case .data(let data): data.count
            case .file(_, let range): range.count
            case .events: nil
            }
        }
    }

    /// The status code of RFC 9110.
    package var status: Int
    /// Header fields, as they are sent.
    package var headers: [String: String] = [:]
    package var body: Body

    /// - Parameter type: The media type.
    init(_ status: Int = 200, _ type: String, _ body: Body) {
        self.status = status
        self.body = body
        headers["Content-Type"] = type
        // A browser asks each time, and is usually told that nothing has changed.
        headers["Cache-Control"] = "no-cache"
        // Other sites have no business with it.
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
    }

    /// One sentence.
    static func text(_ status: Int, _ text: String) -> PreviewResponse {
        PreviewResponse(status, "text/plain; charset=utf-8", .data(Data((text + "\n").utf8)))
    }

    static func redirect(_ status: Int, to address: String) -> PreviewResponse {
        var response = text(status, "see \(address)")
        response.headers["Location"] = address
        return response
    }
}
