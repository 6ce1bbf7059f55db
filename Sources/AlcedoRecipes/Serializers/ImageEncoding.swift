public import AlcedoBase

/// A format as requested in a manifest: a named one, the classic one that can hold the picture, or the source's.
public enum RequestedFormat: Hashable, Sendable, Codable {
    /// Exactly this format.
    case format(OutputFormat)
    /// JPEG if opaque, PNG if transparent, GIF if animated.
    case auto
    /// The format of the source; ``auto`` if files of its type are read but not written (SVG, HEIC, TIFF).
    case source
    /// The source's own file, without the metadata that is not kept, and with its size, colors and orientation: no pixel is
    /// encoded again. An SVG stays an SVG. Requests that change the picture must not have it.
    case original
    /// The source's own file, byte for byte, with all its metadata.
    case verbatim
    /// What a serializer of your own writes.
    case serializer(RequestedFormat.AnySerializer)

    /// Requests the files of a serializer of your own.
    public static func custom(_ serializer: any SerializerRecipe) -> RequestedFormat {
        .serializer(RequestedFormat.AnySerializer(serializer))
    }

    /// Returns the format with ``source`` replaced according to the type of the source.
    public func resolved(for type: ImageType) -> RequestedFormat {
        self == .source ? OutputFormat(type).map(RequestedFormat.format) ?? .auto : self
    }
}

/// The quality of an encoding: lossy, lossless, or what a picture needs for a score.
public enum ImageQuality: Hashable, Sendable, Codable {
    /// From 1 (worst) to 100 (best), on the encoder's own scale.
    case lossy(Int)
    /// Every pixel unchanged; for WebP, AVIF and JXL. JPEG has no such mode.
    case lossless
    /// As low as a score allows, searched for each picture.
    case target(QualityTarget)
}

/// The metadata of the source that a written file keeps.
public enum MetadataPolicy: String, Hashable, Sendable, CaseIterable, Codable {
    /// No metadata.
    case none
    /// Creator and copyright.
    case copyright
    /// Everything that still applies to the written picture, except serial numbers and the position (unless
    /// requested).
    case all
}

/// The colors of a written file.
public enum ColorPolicy: String, Hashable, Sendable, CaseIterable, Codable {
    /// Converted to sRGB, with no profile.
    case srgb
    /// As in the source, with its profile where the format can carry one.
    case keep
}

/// The frames of an animation that are kept.
public struct AnimationPolicy: RawRepresentable, Hashable, Sendable, CaseIterable, Codable {
    /// The word in a manifest: `keep`, `first` or `frame 3`.
    public let rawValue: String

    /// All frames, with their delays.
    public static let keep = AnimationPolicy(word: "keep")
    /// The first frame.
    public static let first = AnimationPolicy(word: "first")
    /// The policies that have a word of their own.
    public static let allCases: [AnimationPolicy] = [.keep, .first]

    private init(word: String) { rawValue = word }

    /// Creates a policy from its word; `nil` for another one.
    public init?(rawValue: String) {
        guard Self.allCases.contains(where: { $0.rawValue == rawValue }) || rawValue.hasPrefix("frame ")
        else {
            return nil
        }
        self.rawValue = rawValue
    }

    /// One frame, counted from 1. A picture that is not an animation is kept as it is.
    public static func frame(_ number: Int) -> AnimationPolicy {
        number <= 1 ? .first : AnimationPolicy(word: "frame \(number)")
    }

    /// The only frame that is kept, from 0; `nil` for all.
    package var frame: Int? {
        if self == .keep { return nil }
        return rawValue.split(separator: " ").last.flatMap { Int($0) }.map { max(0, $0 - 1) } ?? 0
    }
}

/// Settings for encoding one picture.
public struct ImageEncoding: Hashable, Sendable, Codable {
    /// The requested format.
    public var format: RequestedFormat
    /// Quality by format; formats without an entry use ``defaultQuality(for:)``.
    public var quality: [OutputFormat: ImageQuality]
    /// Effort by format, on libvips's scale; formats without an entry use ``defaultEffort(for:)``.
    public var effort: [OutputFormat: Int]
    /// Further settings by format.
    public var options: [OutputFormat: EncoderOptions] = [:]
    /// The limit on the size of a file; `nil` for no limit.
    public var budget: ByteBudget?
    /// The metadata to carry over from the source.
    public var metadata: MetadataPolicy
    /// Whether to carry over the position as well, if ``metadata`` is ``MetadataPolicy/all``.
    public var keepsPosition: Bool
    /// Whether to remove everything around the picture that a viewer does not need, as for a placeholder.
    public var minimal: Bool

    /// Creates an encoding.
    public init(
        format: RequestedFormat, quality: [OutputFormat: ImageQuality] = [:],
        effort: [OutputFormat: Int] = [:],
        options: [OutputFormat: EncoderOptions] = [:], budget: ByteBudget? = nil,
        metadata: MetadataPolicy = .none, keepsPosition: Bool = false, minimal: Bool = false
    ) {
        self.options = options
        self.budget = budget
        self.format = format
        self.quality = quality
        self.effort = effort
        self.metadata = metadata
        self.keepsPosition = keepsPosition
        self.minimal = minimal
    }

    /// The default effort of every format that has such a setting.
    public static let defaultEfforts = Dictionary(
        uniqueKeysWithValues: OutputFormat.allCases.compactMap { format in
            defaultEffort(for: format).map { (format, $0) }
        })

    /// Returns the serializer of a file in this format.
    package func serializer(for format: OutputFormat) -> any SerializerRecipe {
        if case .serializer(let own) = self.format { return own.serializer }
        return FormatSerializer(format: format, encoding: self)
    }
}
