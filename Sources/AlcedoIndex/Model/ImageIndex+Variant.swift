extension ImageIndex {
    /// One variant of an image: the same picture in several formats, each in several sizes.
    public struct Variant: Codable, Hashable, Sendable {
        /// `true` if this variant of the source could not be made and another picture is in its place; otherwise `nil`.
        public var fallback: Bool?
        /// The formats in the manifest's order, the best first.
        public var formats: [Format]
        /// The fallback without support for any format: the last one's largest file. `nil` for inline variants.
        public var img: Fallback?
        /// Variants of the same image to show instead under a condition, in order of precedence.
        public var media: [VariantAlternative]?
        /// The display width, as in the HTML attribute `sizes`.
        public var sizes: String?
        /// The same as videos, if it is an animation or a video and the variant asks for them; the pictures are then posters.
        public var video: [Video]?

        /// Creates a variant.
        public init(
            fallback: Bool? = nil, formats: [Format], img: Fallback? = nil,
            media: [VariantAlternative]? = nil,
            sizes: String? = nil
        ) {
            self.fallback = fallback
            self.formats = formats
            self.img = img
            self.media = media
            self.sizes = sizes
        }

        /// Whether the variant is in the index itself, as `data:` URIs without files.
        public var isInline: Bool {
            !formats.isEmpty && formats.allSatisfy { $0.files.allSatisfy { $0.file == nil } }
        }
    }

    /// A variant of the same image to show instead under a condition, such as a square crop for a narrow window.
    public struct VariantAlternative: Codable, Hashable, Sendable {
        /// The condition, as in a style sheet: `(max-width: 40em)`.
        public var media: String
        /// The name of that variant.
        public var variant: String

        /// Creates an alternative.
        public init(media: String, variant: String) {
            self.media = media
            self.variant = variant
        }
    }

    /// One format of a variant.
    public struct Format: Codable, Hashable, Sendable {
        /// The files, ordered by width.
        public var files: [File]
        /// The format's name: `avif`, `webp`, `jpeg`…
        public var format: String
        /// The candidates, as in the HTML attribute `srcset`; `nil` for inline variants.
        public var srcset: String?
        /// The media type: `image/avif`.
        public var type: String

        /// Creates a format.
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
        /// Device pixels per CSS pixel, if the file is for a density.
        public var density: Double?
        /// The digest of the bytes in the form of subresource integrity; `nil` for an inline file.
        public var digest: String?
        /// How often the picture was encoded to find the quality that a target led to; `nil` without one.
        public var encodes: Int?
        /// The path relative to the output folder; `nil` for an inline file.
        public var file: String?
        /// The height in pixels.
        public var height: Int
        /// The quality that a target led to; `nil` without one.
        public var quality: Quality?
        /// The SSIMULACRA 2 score of the file beside the picture, to a tenth, if its quality is a target and it was scored.
        public var score: Double?
        /// The percent-encoded address, or a `data:` URI.
        public var url: String
        /// The width in pixels.
        public var width: Int

        /// Creates a file.
        public init(
            bytes: Int, density: Double? = nil, digest: String? = nil, encodes: Int? = nil,
            file: String? = nil,
            height: Int, quality: Quality? = nil, score: Double? = nil, url: String, width: Int
        ) {
            self.bytes = bytes
            self.density = density
            self.digest = digest
            self.encodes = encodes
            self.file = file
            self.height = height
            self.quality = quality
            self.score = score
            self.url = url
            self.width = width
        }
    }

    /// The quality of a file: a number on the encoder's scale, or `lossless`.
    public enum Quality: Codable, Hashable, Sendable {
        /// From 1 to 100.
        case lossy(Int)
        /// Without losses.
        case lossless

        /// Reads a number or the word.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                self = .lossy(try container.decode(Int.self))
            } catch DecodingError.typeMismatch {
                guard try container.decode(String.self) == "lossless" else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "a quality is a number or 'lossless'")
                }
                self = .lossless
            }
        }

        /// Writes a number or the word.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .lossy(let value): try container.encode(value)
            case .lossless: try container.encode("lossless")
            }
        }
    }

    /// The picture that `<img>` itself shows.
    public struct Fallback: Codable, Hashable, Sendable {
        /// The height in pixels, or in CSS pixels for a variant with densities.
        public var height: Int
        /// The percent-encoded address.
        public var src: String
        /// The width in pixels, or in CSS pixels for a variant with densities.
        public var width: Int

        /// Creates a fallback.
        public init(height: Int, src: String, width: Int) {
            self.height = height
            self.src = src
            self.width = width
        }
    }
}
