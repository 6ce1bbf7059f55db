/// What an answer says about its identity and its age (RFC 9110, 8.8; RFC 9111, 4.2), as it came.
///
/// It is kept beside a copy of the picture, in a cache and in nothing that is published.
public struct ResponseValidators: Hashable, Sendable {
    private enum Field: String, CaseIterable {
        case etag, lastModified, cacheControl, date, expires, age, address, request
    }

    // One dictionary, so that the value stays small.
    private var values: [String: String]

    /// Collects the fields; each is optional.
    ///
    /// - Parameters:
    ///   - address: A digest of the address that said so, as the loader gives it.
    ///   - request: A digest of the address that led there, as the loader gives it.
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

    /// Takes what ``fields`` gave. Names that mean nothing here are left out.
    public init(fields: [String: String]) {
        values = fields.filter { Field(rawValue: $0.key) != nil }
    }

    /// Everything that is there, by name, to be kept.
    public var fields: [String: String] { values }

    /// The tag of these very bytes, with its quotes and a `W/` if it is weak.
    public var etag: String? {
        get { self[.etag] }
        set { self[.etag] = newValue }
    }

    /// When the server says they changed.
    public var lastModified: String? {
        get { self[.lastModified] }
        set { self[.lastModified] = newValue }
    }

    /// How long they may be used without asking.
    public var cacheControl: String? {
        get { self[.cacheControl] }
        set { self[.cacheControl] = newValue }
    }

    /// When the answer was made.
    public var date: String? {
        get { self[.date] }
        set { self[.date] = newValue }
    }

    /// Until when they may be used, where ``cacheControl`` does not say it.
    public var expires: String? {
        get { self[.expires] }
        set { self[.expires] = newValue }
    }

    /// How many seconds the answer had been in caches on its way.
    public var age: String? {
        get { self[.age] }
        set { self[.age] = newValue }
    }

    /// A digest of the address that said so: the last one, where others redirected to it, with the headers that were
    /// sent. What one address said is sent to no other; `nil` is the first one of a resource.
    public var address: String? {
        get { self[.address] }
        set { self[.address] = newValue }
    }

    /// A digest of the address at which the way there began: one of ``RemoteResource/requests``.
    public var request: String? {
        get { self[.request] }
        set { self[.request] = newValue }
    }

    /// Whether there is something to ask with: a tag or a date.
    public var canRevalidate: Bool { etag != nil || lastModified != nil }

    /// What holds after a 304 (RFC 9111, 4.3.4 and 3.2): its fields take the place of those of the same name, the
    /// others stay. Age and date are those of the new answer alone: one without a date was made when it came.
    public func updated(by answer: ResponseValidators) -> ResponseValidators {
        var updated = self
        updated.age = nil
        updated.date = nil
        updated.values.merge(answer.values) { _, new in new }
        return updated
    }

    /// Whether a 304 with `answer` can be about these bytes: it names no other tag (RFC 9111, 4.3.4, compared as
    /// RFC 9110, 8.8.3.2 does for weak ones).
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
