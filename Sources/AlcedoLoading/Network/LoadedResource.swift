public import Foundation

/// What came of asking for a picture of which a copy is at hand.
public enum RemoteAnswer: Sendable {
    /// The picture, whether or not it is another one.
    case loaded(LoadedResource)
    /// The copy still holds (304).
    case notModified(NotModified)
}

/// A picture that came over the network, and what is needed to ask for it again.
public struct LoadedResource: Sendable {
    /// The bytes, decompressed if the server compressed them.
    public let data: Data
    /// The address that they came from in the end. May hold secrets.
    public let url: URL
    /// The status of the answer; 200.
    public let status: Int
    /// What the server said about asking again.
    public let validators: ResponseValidators
    /// How many attempts it took at the address that answered.
    public let attempts: Int
    /// Which address answered: 0 for the first, n for the nth alternative.
    public let sourceIndex: Int

    /// The final address without user, password, query and fragment. Its path may still come from a secret: what is
    /// kept or printed is the name of the source.
    public var redactedURL: String { url.redacted }
}

/// The news that a copy still holds.
public struct NotModified: Sendable {
    /// What was known of the copy, brought up to date by the answer (RFC 9111, 4.3.4). It takes the old one's place.
    public let validators: ResponseValidators
    /// How many attempts it took.
    public let attempts: Int
    /// Which address answered: 0 for the first, n for the nth alternative.
    public let sourceIndex: Int
}
