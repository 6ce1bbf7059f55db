extension ImageIndex {
    /// One image: where it came from, what is known about it, and the variants that were made of it.
    public struct Entry: Codable, Hashable, Sendable {
        /// The text for those who cannot see the image; empty for one that only decorates, `nil` if nobody said.
        public var alt: String?
        /// Other images to show under a condition, the first that holds first.
        public var media: [MediaAlternative]?
        /// The descriptive data of the original.
        public var meta: Meta?
        /// Small stand-ins while the image is loading.
        public var placeholders: Placeholders?
        /// The original.
        public var source: Source
        /// `true` if the source failed and this is what an earlier build knew; otherwise `nil`.
        public var stale: Bool?
        /// The variants by name.
        public var variants: [String: Variant]

        /// Describes one image.
        public init(
            alt: String? = nil, media: [MediaAlternative]? = nil, meta: Meta? = nil,
            placeholders: Placeholders? = nil, source: Source, stale: Bool? = nil,
            variants: [String: Variant] = [:]
        ) {
            self.alt = alt
            self.media = media
            self.meta = meta
            self.placeholders = placeholders
            self.source = source
            self.stale = stale
            self.variants = variants
        }
    }

    /// Another image to show instead under a condition: for the dark, for a narrow window.
    public struct MediaAlternative: Codable, Hashable, Sendable {
        /// The id of that image.
        public var image: String
        /// The condition, as in a style sheet: `(prefers-color-scheme: dark)`.
        public var media: String

        /// Describes an alternative.
        public init(image: String, media: String) {
            self.image = image
            self.media = media
        }
    }
}
