extension ImageIndex {
    /// The extensions of video files.
    package static let videoExtensions: Set<String> = [
        "mp4", "m4v", "mov", "webm", "mkv", "avi", "mpg", "mpeg", "ogv", "flv", "3gp",
    ]

    /// Whether an address has the name of a video.
    package static func isVideo(_ address: String) -> Bool {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return path.fileExtension.map { videoExtensions.contains($0.lowercased()) } ?? false
    }

    /// A video of a variant, without sound: an animation or a video, scaled to the variant's size.
    public struct Video: Codable, Hashable, Sendable {
        /// The size in bytes.
        public var bytes: Int
        /// The digest of the bytes in the form of subresource integrity.
        public var digest: String
        /// The duration in seconds.
        public var duration: Double
        /// The path relative to the output folder.
        public var file: String
        /// The height in pixels.
        public var height: Int
        /// The media type: `video/mp4`.
        public var type: String
        /// The percent-encoded address.
        public var url: String
        /// The width in pixels.
        public var width: Int

        /// Creates a video.
        public init(
            bytes: Int, digest: String, duration: Double, file: String, height: Int, type: String,
            url: String,
            width: Int
        ) {
            self.bytes = bytes
            self.digest = digest
            self.duration = duration
            self.file = file
            self.height = height
            self.type = type
            self.url = url
            self.width = width
        }

        /// Creates a video from a file of its variant.
        package init(_ file: File, type: String, duration: Double) {
            self.init(
                bytes: file.bytes, digest: file.digest ?? "", duration: duration, file: file.file ?? "",
                height: file.height, type: type, url: file.url, width: file.width)
        }
    }
}
