import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What Alcedo wants to know of an answer before its body.
///
/// A class, so that asynchronous functions pass a reference on.
final class ResponseHead: Sendable {
    let status: Int
    /// Every field, by its name.
    let fields: [String: String]
    let location: String?
    let retryAfter: String?
    let validators: ResponseValidators
    /// The length of the body as it travels.
    let announcedLength: Int?
    /// Whether the body arrives here as it travels.
    let isEncoded: Bool

    init(_ response: HTTPURLResponse) {
        func field(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
        status = response.statusCode
        fields = Dictionary(
            response.allHeaderFields.compactMap { name, value in
                (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
            }, uniquingKeysWith: { first, _ in first })
        location = field("Location")
        retryAfter = field("Retry-After")
        validators = ResponseValidators(
            etag: field("ETag"), lastModified: field("Last-Modified"), cacheControl: field("Cache-Control"),
            date: field("Date"), expires: field("Expires"), age: field("Age"))
        let encoding = field("Content-Encoding")?.lowercased().trimmingCharacters(in: .whitespaces) ?? ""
        isEncoded = !["", "identity"].contains(encoding)
        // A chunked body has its own end, and a length beside it means nothing (RFC 9112, 6.3).
        let isChunked = field("Transfer-Encoding")?.lowercased().contains("chunked") ?? false
        announcedLength =
            isChunked ? nil : field("Content-Length").flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }

    /// Whether the answer says where to look instead.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && location != nil }
}
