extension Manifest {
    /// A cache that machines share, behind the one on disk.
    public struct RemoteCache: Hashable, Sendable {
        /// What a build does with it.
        public enum Mode: String, Hashable, Sendable, CaseIterable {
            /// It takes what is there. The default: a build of a stranger's change must not fill the cache of others.
            case read
            /// It also sends what it makes.
            case readWrite = "read-write"
        }

        /// `https://host/path` in the layout of Bazel's HTTP cache, `s3://bucket/prefix`, or `file:///folder`.
        public var address: String
        /// What a build does with it.
        public var mode: Mode

        /// Describes a cache.
        public init(_ address: String, mode: Mode = .read) {
            self.address = address
            self.mode = mode
        }
    }
}
