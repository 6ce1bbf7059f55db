extension ImageIndex {
    /// The original of an image.
    public struct Source: Codable, Hashable, Sendable {
        /// The size of the original in bytes.
        public var bytes: Int
        /// The digest of the bytes in the form of subresource integrity: `sha256-` and base64.
        public var digest: String
        /// What the bytes are: `jpeg`, `png`, `svg`…
        public var format: String
        /// How many frames it has; 1 for a still image.
        public var frames: Int
        /// Pixels down, as displayed.
        public var height: Int
        /// The file relative to the manifest; `nil` if the source is not a file.
        public var path: String?
        /// The address without user name, password and query; `nil` if the source is not remote.
        public var url: String?
        /// Pixels across, as displayed.
        public var width: Int

        /// Describes an original.
        public init(
            bytes: Int, digest: String, format: String, frames: Int = 1, height: Int, path: String? = nil,
            url: String? = nil, width: Int
        ) {
            self.bytes = bytes
            self.digest = digest
            self.format = format
            self.frames = frames
            self.height = height
            self.path = path
            self.url = url
            self.width = width
        }
    }
}
