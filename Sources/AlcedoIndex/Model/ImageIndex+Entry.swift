extension ImageIndex {
    /// One image: its source, its metadata and its variants.
    public struct Entry: Codable, Hashable, Sendable {
        /// The text alternative; empty for a decorative image, `nil` if there is none.
        public var alt: String?
        /// `true` if the source failed and another picture is in its place; otherwise `nil`.
        public var fallback: Bool?
        /// Images to show instead under a condition, in order of precedence.
        public var media: [MediaAlternative]?
        /// The descriptive metadata of the original.
        public var meta: Meta?
        /// Placeholders to show while the image is loading.
        public var placeholders: Placeholders?
        /// The original.
        public var source: Source
        /// `true` if the source failed and the entry is from an earlier build; otherwise `nil`.
        public var stale: Bool?
        /// The variants by name.
        public var variants: [String: Variant]

        /// Creates an entry.
        public init(
            alt: String? = nil, fallback: Bool? = nil, media: [MediaAlternative]? = nil, meta: Meta? = nil,
            placeholders: Placeholders? = nil, source: Source, stale: Bool? = nil,
            variants: [String: Variant] = [:]
        ) {
            self.alt = alt
            self.fallback = fallback
            self.media = media
            self.meta = meta
            self.placeholders = placeholders
            self.source = source
            self.stale = stale
            self.variants = variants
        }
    }

    /// An image to show instead under a condition, for example for dark mode or a narrow window.
    public struct MediaAlternative: Codable, Hashable, Sendable {
        /// The id of that image.
        public var image: String
        /// The condition, as in a style sheet: `(prefers-color-scheme: dark)`.
        public var media: String

        /// Creates an alternative.
        public init(image: String, media: String) {
            self.image = image
            self.media = media
        }
    }
}
