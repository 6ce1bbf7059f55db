extension ImageIndex {
    /// Small stand-ins for an image that is still loading.
    public struct Placeholders: Codable, Hashable, Sendable {
        /// The mean of its colours, mixed in linear light, as `#rrggbb`; `#00000000` when nothing of it can be seen.
        public var averageColor: String?
        /// A BlurHash: 28 or 36 characters that a script unpacks to a blur.
        public var blurhash: String?
        /// The colour that covers most of the image, as `#rrggbb`; `#00000000` when nothing of it can be seen.
        public var dominantColor: String?
        /// Up to six main colours as `#rrggbb`, those that cover most first; none when nothing can be seen.
        public var palette: [String]?
        /// A ThumbHash in base64: about 25 bytes that a script unpacks to a blur with alpha and proportions.
        public var thumbhash: String?

        /// Takes those that are wanted.
        public init(
            averageColor: String? = nil, blurhash: String? = nil, dominantColor: String? = nil,
            palette: [String]? = nil, thumbhash: String? = nil
        ) {
            self.averageColor = averageColor
            self.blurhash = blurhash
            self.dominantColor = dominantColor
            self.palette = palette
            self.thumbhash = thumbhash
        }
    }
}
