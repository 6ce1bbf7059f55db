import AlcedoBase

/// The parts of a response head that Alcedo uses.
///
/// A class, so that asynchronous functions pass a reference.
final class ResponseHead: Sendable {
    let status: Int
    /// Every field by name; repeated fields are joined by commas.
    let fields: [String: String]
    let location: String?
    let retryAfter: String?
    let validators: ResponseValidators
    /// The announced length of the body as transferred.
    let announcedLength: Int?
    /// Whether the body has a content encoding, so that its length changes on arrival.
    let isEncoded: Bool

    init(status: Int, fields: [(name: String, value: String)]) {
        var values: [String: [String]] = [:]
        for (name, value) in fields { values[name.lowercased(), default: []].append(value) }
        func field(_ name: String) -> String? { values[name.lowercased()]?.joined(separator: ", ") }
        // For fields with a single value.
        func first(_ name: String) -> String? { values[name.lowercased()]?.first }
        self.status = status
        var names: Set<String> = []
        let once = fields.map(\.name).filter { names.insert($0.lowercased()).inserted }
        self.fields = Dictionary(once.map { ($0, field($0) ?? "") }, uniquingKeysWith: { one, _ in one })
        location = first("Location")
        retryAfter = first("Retry-After")
        validators = ResponseValidators(
            etag: first("ETag"), lastModified: first("Last-Modified"), cacheControl: field("Cache-Control"),
            date: first("Date"), expires: first("Expires"), age: first("Age"))
        let encoding = field("Content-Encoding")?.lowercased().trimmed ?? ""
        isEncoded = !["", "identity"].contains(encoding)
        // A chunked body marks its own end; `Content-Length` is then meaningless (RFC 9112, 6.3).
        let isChunked = field("Transfer-Encoding")?.lowercased().contains("chunked") ?? false
        announcedLength =
            isChunked ? nil : first("Content-Length").flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }

    /// Whether the response is a redirect with a location.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && location != nil }
}
