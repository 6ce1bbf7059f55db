package import AlcedoBase

/// An answer of the preview.
package struct PreviewResponse: Sendable {
    /// What is sent.
    package enum Body: Sendable {
        /// One part behind the other.
        case parts([Part])
        /// Events, as they come (HTML Living Standard, 9.2, "Server-sent events").
        case events(AsyncStream<String>)

        static func data(_ data: Data) -> Body { .parts([.data(data)]) }

        /// The number of bytes; `nil` for events, which have no end.
        package var count: Int? {
            switch self {
            case .parts(let parts): parts.reduce(0) { $0 + $1.count }
            case .events: nil
            }
        }
    }

    /// Bytes that are sent. Whatever is large is shared by all that receive it, or read piece by piece.
    package enum Part: Sendable {
        case data(Data)
        case page(PreviewPage)
        case file(OpenedFile, Range<Int>)

        /// The number of bytes.
        package var count: Int {
            switch self {
            case .data(let data): data.count
            case .page(let page): page.bytes.count
            case .file(_, let range): range.count
            }
        }

        /// Returns at most so many bytes from a place on; none if a file has become shorter.
        ///
        /// - Throws: `FileSystemError`.
        package func piece(at place: Int, count most: Int) throws(FileSystemError) -> Data {
            switch self {
            case .data(let data): return data.dropFirst(place).prefix(most)
            case .page(let page): return page.bytes.dropFirst(place).prefix(most)
            case .file(let file, let range):
                let start = range.lowerBound + place
                return Data(try file.read(at: start, count: min(most, range.upperBound - start)))
            }
        }

        fileprivate func slice(_ range: Range<Int>) -> Part {
            switch self {
            case .data(let data): .data(data.dropFirst(range.lowerBound).prefix(range.count))
            case .page(let page): .data(page.bytes.dropFirst(range.lowerBound).prefix(range.count))
            case .file(let file, let whole):
                .file(file, whole.lowerBound + range.lowerBound..<whole.lowerBound + range.upperBound)
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
    package static func text(_ status: Int, _ text: String) -> PreviewResponse {
        PreviewResponse(status, "text/plain; charset=utf-8", .data(Data((text + "\n").utf8)))
    }

    static func redirect(_ status: Int, to address: String) -> PreviewResponse {
        var response = text(status, "see \(address)")
        response.headers["Location"] = address
        return response
    }

    // MARK: Conditions and ranges

    /// Returns the answer to a request with its conditions (RFC 9110, 13.2.2): what has not changed is not sent again, and of what
    /// has ranges, only the wanted one.
    func answering(_ request: PreviewRequest) -> PreviewResponse {
        guard status == 200 else { return self }
        var response = self
        func matches(_ field: String) -> Bool? {
            request.headers[field].map { $0 == "*" || headers["ETag"].map($0.contains) == true }
        }
        if matches("if-match") == false {
            return .text(412, "it has changed; load it again from its beginning")
        }
        if matches("if-none-match") == true {
            response.status = 304
            response.body = .data(Data())
            response.headers["Content-Type"] = nil
            return response
        }
        guard request.method == "GET", headers["Accept-Ranges"] != nil, let text = request.headers["range"],
            [nil, headers["ETag"]].contains(request.headers["if-range"]),
            case .parts(let parts) = body, let count = body.count
        else { return self }
        switch ByteRange.parse(text, of: count) {
        case .whole: break
        case .part(let range):
            response.status = 206
            response.body = .parts(Self.slice(parts, range))
            response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
        case .impossible:
            response = .text(416, "it has \(count) bytes")
            response.headers["Content-Range"] = "bytes */\(count)"
        }
        return response
    }

    private static func slice(_ parts: [Part], _ range: Range<Int>) -> [Part] {
        var start = 0
        return parts.compactMap { part in
            defer { start += part.count }
            let own = range.clamped(to: start..<start + part.count)
            return own.isEmpty ? nil : part.slice(own.lowerBound - start..<own.upperBound - start)
        }
    }

    // MARK: As a message

    /// Whether an answer to this method has content (RFC 9110, 6.4.1).
    package func hasContent(answering method: String) -> Bool { method != "HEAD" && status != 304 }

    /// Returns the header fields, with those that say where the content ends (RFC 9112, 6.3), in order.
    ///
    /// - Parameters:
    ///   - method: That of the request.
    ///   - takesChunks: Whether the client knows chunks. For others, the end of the connection is that of the content.
    package func fields(answering method: String, takesChunks: Bool) -> [(name: String, value: String)] {
        var fields = headers
        if let count = body.count {
            if status != 304 { fields["Content-Length"] = String(count) }
        } else if hasContent(answering: method), takesChunks {
            fields["Transfer-Encoding"] = "chunked"
        }
        return fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
