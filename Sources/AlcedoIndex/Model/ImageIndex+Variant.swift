extension ImageIndex {
    /// One variant of an image: the same picture in several formats, and in several sizes of each.
    public struct Variant: Codable, Hashable, Sendable {
        /// The formats in the manifest's order, the best first.
        public var formats: [Format]
        /// What a browser shows that knows none of them: the last format's largest file. `nil` for inline variants.
        public var img: Fallback?
        /// How wide the picture is shown, as in the attribute of that name.
        public var sizes: String?

        /// Describes a variant.
        public init(formats: [Format], img: Fallback? = nil, sizes: String? = nil) {
            self.formats = formats
            self.img = img
            self.sizes = sizes
        }

        /// Whether it is in the index itself, as `data:` URIs, with no file.
        public var isInline: Bool {
            !formats.isEmpty && formats.allSatisfy { $0.files.allSatisfy { $0.file == nil } }
        }
    }

    /// One format of a variant.
    public struct Format: Codable, Hashable, Sendable {
        /// The files by width.
        public var files: [File]
        /// The format's name: `avif`, `webp`, `jpeg`…
        public var format: String
        /// The candidates as in the attribute of that name; `nil` for inline variants.
        public var srcset: String?
        /// The media type: `image/avif`.
        public var type: String

        /// Describes a format.
        public init(files: [File], format: String, srcset: String? = nil, type: String) {
            self.files = files
            self.format = format
            self.srcset = srcset
            self.type = type
        }
    }

    /// One file of a format.
    public struct File: Codable, Hashable, Sendable {
        /// The size in bytes.
        public var bytes: Int
        /// Device pixels per CSS pixel, if it was made for a density.
        public var density: Double?
        /// The digest of the bytes in the form of subresource integrity; `nil` for an inline one.
        public var digest: String?
        /// The file relative to the output folder; `nil` for an inline one.
        public var file: String?
        /// Pixels down.
        public var height: Int
        /// The percent-encoded address, or a `data:` URI.
        public var url: String
        /// Pixels across.
        public var width: Int

        /// Describes a file.
        public init(
            bytes: Int, density: Double? = nil, digest: String? = nil, file: String? = nil, height: Int,
            url: String, width: Int
        ) {
            self.bytes = bytes
            self.density = density
            self.digest = digest
            self.file = file
            self.height = height
            self.url = url
            self.width = width
        }
    }

    /// What `<img>` itself shows.
    public struct Fallback: Codable, Hashable, Sendable {
        /// Pixels down, in CSS pixels for a variant made for densities.
        public var height: Int
        /// The percent-encoded address.
        public var src: String
        /// Pixels across, in CSS pixels for a variant made for densities.
        public var width: Int

        /// Describes the fallback.
        public init(height: Int, src: String, width: Int) {
            self.height = height
            self.src = src
            self.width = width
        }
    }
}
