public import AlcedoBase

extension HTTPLoader {
    /// The result of revalidating a copy of a picture.
    public enum Answer: Sendable {
        /// The picture, whether or not it has changed.
        case loaded(LoadedResource)
        /// The copy is still valid (304).
        case notModified(NotModified)
    }

    /// A picture loaded over the network, with the validators for loading it again.
    public struct LoadedResource: Sendable {
        /// The bytes, decompressed if the server compressed them.
        public let data: Data
        /// The final URL, after redirects. May contain secrets.
        public let url: URL
        /// The status of the response; 200.
        public let status: Int
        /// The validators for a later revalidation.
        public let validators: ResponseValidators
        /// The number of attempts at the address that responded.
        public let attempts: Int
        /// The index of the address that responded: 0 for the first, n for the nth alternative.
        public let sourceIndex: Int

        /// The final URL without user, password, query and fragment. Its path may still contain a secret, so only
        /// the name of the source is stored or printed.
        public var redactedURL: String { url.redacted }
    }

    /// The confirmation that a copy is still valid.
    public struct NotModified: Sendable {
        /// The copy's validators, updated by the response (RFC 9111, 4.3.4). They replace the previous ones.
        public let validators: ResponseValidators
        /// The number of attempts.
        public let attempts: Int
        /// The index of the address that responded: 0 for the first, n for the nth alternative.
        public let sourceIndex: Int
    }
}
