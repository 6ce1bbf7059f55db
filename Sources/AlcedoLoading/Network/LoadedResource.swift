public import Foundation

/// A picture that came over the network, and what is needed to ask for it again.
public struct LoadedResource: Sendable {
    /// The bytes, decompressed if the server compressed them.
    public var data: Data
    /// The address that they came from in the end. May hold secrets.
    public var url: URL
    /// The status of the answer; 200.
    public var status: Int
    /// What the server said about asking again.
    public var validators: ResponseValidators
    /// How many attempts it took at the address that answered.
    public var attempts: Int
    /// Which address answered: 0 for the first, n for the nth alternative.
    public var sourceIndex: Int

    /// The final address without user, password, query and fragment. Its path may still come from a secret: what is
    /// kept or printed is the name of the source.
    public var redactedURL: String { url.redacted }
}

/// What an answer says about its age and its identity (RFC 9110, 8.8; RFC 9111, 5.2), as it came.
public struct ResponseValidators: Hashable, Sendable, Codable {
    /// The tag of these very bytes, with its quotes and a `W/` if it is weak.
    public var etag: String?
    /// When the server says they changed.
    public var lastModified: String?
    /// How long they may be used without asking.
    public var cacheControl: String?
    /// When the answer was made.
    public var date: String?

    /// Collects the fields; each is optional.
    public init(
        etag: String? = nil, lastModified: String? = nil, cacheControl: String? = nil, date: String? = nil
    ) {
        self.etag = etag
        self.lastModified = lastModified
        self.cacheControl = cacheControl
        self.date = date
    }
}
