extension ImageIndex {
    /// Small stand-ins for an image that is still loading.
    public struct Placeholders: Codable, Hashable, Sendable {
        /// The mean of all pixels, as `#rrggbb`.
        public var averageColor: String?
        /// A BlurHash: twenty or thirty characters that a script unpacks to a blur.
        public var blurhash: String?
        /// The colour that covers most of the image, as `#rrggbb`.
        public var dominantColor: String?
        /// The main colours as `#rrggbb`, the most important first.
        public var palette: [String]?
        /// A ThumbHash in base64.
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
