public import AlcedoBase

/// The formats in which Alcedo writes pictures.
public enum OutputFormat: String, Hashable, Sendable, CaseIterable, Comparable, Codable {
    case jpeg, png, webp, avif, jxl, gif

    /// The name of the file type in a path: `jpg` for JPEG.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The media type for `<source type>`.
    public var mediaType: String { "image/\(rawValue)" }

    /// The format that files of a type have; `nil` for a type that is not written.
    public init?(_ type: ImageType) { self.init(rawValue: type.rawValue) }

    /// Orders formats by their place in this list.
    public static func < (left: OutputFormat, right: OutputFormat) -> Bool {
        allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
}

/// A format as a manifest asks for it: one by name, the classic one that holds the picture, or that of the source.
public enum RequestedFormat: Hashable, Sendable, Codable {
    /// Exactly this one.
    case format(OutputFormat)
    /// JPEG if opaque, PNG if transparent, GIF if animated.
    case auto
    /// The format of the source; ``auto`` where files of its type are read and not written (SVG, HEIC, TIFF).
    case source

    /// The same without ``source``, for a source of a type.
    public func resolved(for type: ImageType) -> RequestedFormat {
        self == .source ? OutputFormat(type).map(RequestedFormat.format) ?? .auto : self
    }
}

/// How much an encoder may lose.
public enum ImageQuality: Hashable, Sendable, Codable {
    /// 1 worst … 100 best, on the encoder's own scale.
    case lossy(Int)
    /// Every pixel as it is; for WebP, AVIF and JXL. JPEG has no such mode.
    case lossless
}

/// Which of the source's descriptive data a written file carries.
public enum MetadataPolicy: String, Hashable, Sendable, CaseIterable, Codable {
    /// Nothing.
    case none
    /// Who made it and whose it is.
    case copyright
    /// Everything that is still true of the written picture, except serial numbers and, unless asked for, the
    /// position.
    case all
}

/// Which colours a written file has.
public enum ColorPolicy: String, Hashable, Sendable, CaseIterable, Codable {
    /// Converted to sRGB, with no profile.
    case srgb
    /// As in the source, with its profile where the format can carry one.
    case keep
}

/// Which frames of an animation are kept.
public enum AnimationPolicy: String, Hashable, Sendable, CaseIterable, Codable {
    /// All of them, with their delays.
    case keep
    /// The first.
    case first
}

/// How one picture is turned into the bytes of a file.
public struct ImageEncoding: Hashable, Sendable, Codable {
    /// The format asked for.
    public var format: RequestedFormat
    /// Quality for each format; one that is missing takes ``defaultQuality(for:)``.
    public var quality: [OutputFormat: ImageQuality]
    /// Effort for each format, on libvips's scale; one that is missing takes ``defaultEffort(for:)``.
    public var effort: [OutputFormat: Int]
    /// Further settings for each format.
    public var options: [OutputFormat: EncoderOptions] = [:]
    /// The most bytes of a file; `nil` for as many as it takes.
    public var budget: ByteBudget?
    /// Which descriptive data is carried along.
    public var metadata: MetadataPolicy
    /// Whether the position is carried along as well, where ``metadata`` is ``MetadataPolicy/all``.
    public var keepsPosition: Bool
    /// Whether everything around the picture that a viewer does not need is cut away, as for a placeholder.
    public var minimal: Bool

    /// Describes an encoding.
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

    /// JPEG and WebP 80, AVIF 50, JXL 75, PNG and GIF lossless.
    public static func defaultQuality(for format: OutputFormat) -> ImageQuality {
        switch format {
        case .jpeg, .webp: .lossy(80)
        case .avif: .lossy(50)
        case .jxl: .lossy(75)
        case .png, .gif: .lossless
        }
    }

    /// WebP 4, AVIF 3, JXL 7, GIF 7; `nil` for formats that have no such setting.
    ///
    /// AVIF stops at 3: effort 4 costs 2.8 times as much for 4.5 % of the size (`Benchmarks/RESULTS.md`).
    public static func defaultEffort(for format: OutputFormat) -> Int? {
        switch format {
        case .webp: 4
        case .avif: 3
        case .jxl, .gif: 7
        case .jpeg, .png: nil
        }
    }
}
