extension ImageIndex {
    /// The original of an image.
    public struct Source: Codable, Hashable, Sendable {
        /// The size of the original in bytes.
        public var bytes: Int
        /// The digest of the bytes in the form of subresource integrity: `sha256-` and base64.
        public var digest: String
        /// The format of the bytes: `jpeg`, `png`, `svg`…
        public var format: String
        /// The number of frames; 1 for a still image.
        public var frames: Int
        /// The height in pixels, as displayed.
        public var height: Int
        /// The path of the file relative to the manifest; `nil` if the source is not a file.
        public var path: String?
        /// The address without user name, password and query; `nil` if the source is not remote.
        public var url: String?
        /// The width in pixels, as displayed.
        public var width: Int

        /// Creates a source.
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
