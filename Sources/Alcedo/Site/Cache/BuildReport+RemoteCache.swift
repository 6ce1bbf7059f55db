import AlcedoCache

extension BuildReport {
    /// What a build had from a shared cache, and gave to it.
    public struct RemoteCache: Hashable, Sendable {
        /// Sources that were looked up.
        public var lookups = 0
        /// Sources that were found.
        public var found = 0
        /// Files that came, originals included.
        public var filesReceived = 0
        /// Bytes that came.
        public var bytesReceived = 0
        /// Sources whose results were sent.
        public var sent = 0
        /// Files that were sent.
        public var filesSent = 0
        /// Bytes that were sent.
        public var bytesSent = 0
        /// Sources whose results could not be sent.
        public var notSent = 0
        /// Damaged entries and files, which were ignored.
        public var bad = 0
        /// Entries that were ignored because they are not signed with the key.
        public var unsigned = 0

        /// Creates counts of 0.
        public init() {}

        init(_ use: SharedCacheUse) {
            lookups = use.lookups
            found = use.found
            filesReceived = use.blobs
            bytesReceived = use.bytesReceived
            sent = use.sent
            filesSent = use.sentBlobs
            bytesSent = use.bytesSent
            notSent = use.notSent
            bad = use.bad
            unsigned = use.unsigned
        }

        /// Whether nothing was asked and nothing sent.
        public var isUnused: Bool { self == RemoteCache() }
    }
}
