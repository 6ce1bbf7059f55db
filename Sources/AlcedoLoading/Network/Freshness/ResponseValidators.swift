/// The fields of a response that describe its identity and its age (RFC 9110, 8.8; RFC 9111, 4.2), unmodified.
///
/// Stored next to a copy of the picture in a cache, and never published.
public struct ResponseValidators: Hashable, Sendable, Codable {
    private enum Field: String {
        case etag, lastModified, cacheControl, date, expires, age, address, request
    }

    // One dictionary, so that the value stays small.
    private var values: [String: String]

    /// Creates validators from the fields that are present.
    ///
    /// - Parameters:
    ///   - address: A digest of the URL that sent the response, as set by the loader.
    ///   - request: A digest of the URL that was requested first, as set by the loader.
    public init(
        etag: String? = nil, lastModified: String? = nil, cacheControl: String? = nil, date: String? = nil,
        expires: String? = nil, age: String? = nil, address: String? = nil, request: String? = nil
    ) {
        values = [:]
        self.etag = etag
        self.lastModified = lastModified
        self.cacheControl = cacheControl
        self.date = date
        self.expires = expires
        self.age = age
        self.address = address
        self.request = request
    }

    /// The entity tag of the bytes, with its quotes, and with `W/` if it is weak.
    public var etag: String? {
        get { self[.etag] }
        set { self[.etag] = newValue }
    }

    /// The date of the last change, according to the server.
    public var lastModified: String? {
        get { self[.lastModified] }
        set { self[.lastModified] = newValue }
    }

    /// The `Cache-Control` field.
    public var cacheControl: String? {
        get { self[.cacheControl] }
        set { self[.cacheControl] = newValue }
    }

    /// The date of the response.
    public var date: String? {
        get { self[.date] }
        set { self[.date] = newValue }
    }

    /// The expiration date, which applies if ``cacheControl`` has no lifetime.
    public var expires: String? {
        get { self[.expires] }
        set { self[.expires] = newValue }
    }

    /// The seconds that the response spent in caches on its way.
    public var age: String? {
        get { self[.age] }
        set { self[.age] = newValue }
    }

    /// A digest of the URL that sent the response, after redirects, and of the headers that were sent. Validators are
    /// sent to no other URL; `nil` stands for the first URL of a resource.
    public var address: String? {
        get { self[.address] }
        set { self[.address] = newValue }
    }

    /// A digest of the URL that was requested first, before redirects: one of ``RemoteResource/requests``.
    public var request: String? {
        get { self[.request] }
        set { self[.request] = newValue }
    }

    /// Whether a conditional request is possible: there is a tag or a date.
    public var canRevalidate: Bool { etag != nil || lastModified != nil }

    /// Returns the validators after a 304 (RFC 9111, 4.3.4 and 3.2): its fields replace those of the same name, the
    /// others stay. Age and date come from the 304 alone: a response without a date was created when it arrived.
    public func updated(by answer: ResponseValidators) -> ResponseValidators {
        var updated = self
        updated.age = nil
        updated.date = nil
        updated.values.merge(answer.values) { _, new in new }
        return updated
    }

    /// Whether a 304 with these fields can refer to the same bytes: it has no different tag (RFC 9111, 4.3.4, with
    /// the weak comparison of RFC 9110, 8.8.3.2).
    func isConfirmed(by answer: ResponseValidators) -> Bool {
        guard let etag, let confirmed = answer.etag else { return true }
        return Self.opaque(etag) == Self.opaque(confirmed)
    }

    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }

    private subscript(field: Field) -> String? {
        get { values[field.rawValue] }
        set { values[field.rawValue] = newValue }
    }
}
