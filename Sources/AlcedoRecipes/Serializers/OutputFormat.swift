public import AlcedoBase

/// Formats that Alcedo writes.
public enum OutputFormat: Hashable, Sendable, Comparable, Codable {
    case jpeg, png, webp, avif, jxl, gif
    /// A format that only a serializer of your own writes.
    // Indirect, so that a built-in format takes no more than a word.
    indirect case custom(CustomFormat)

    /// The word for the format in a manifest and in the index.
    public var word: String { if case .custom(let format) = self { format.name } else { rawValue } }

    /// The media type for `<source type>`.
    public var mediaType: String {
        if case .custom(let format) = self { format.mediaType } else { "image/\(rawValue)" }
    }

    /// Creates the format of a file type; `nil` for a type that is not written.
    public init?(_ type: ImageType) { self.init(rawValue: type.rawValue) }

    /// Orders formats as declared.
    public static func < (left: OutputFormat, right: OutputFormat) -> Bool {
        let (first, second) = (allCases.firstIndex(of: left), allCases.firstIndex(of: right))
        return (first ?? .max, left.word) < (second ?? .max, right.word)
    }
}

extension OutputFormat: CaseIterable, RawRepresentable {
    /// The built-in formats.
    public static let allCases: [OutputFormat] = [.jpeg, .png, .webp, .avif, .jxl, .gif]

    /// The form in records: the name, and everything else that is known of a custom format.
    public var rawValue: String {
        switch self {
        case .jpeg: "jpeg"
        case .png: "png"
        case .webp: "webp"
        case .avif: "avif"
        case .jxl: "jxl"
        case .gif: "gif"
        case .custom(let format): format.record
        }
    }

    /// Creates a format from its form in records.
    public init?(rawValue: String) {
        if let format = Self.allCases.first(where: { $0.rawValue == rawValue }) {
            self = format
        } else if let format = CustomFormat(record: rawValue) {
            self = .custom(format)
        } else {
            return nil
        }
    }
}

/// Everything that distinguishes an output format from the others. A new format is a case of ``OutputFormat``, its
/// traits here, its `EncodedContainer`, and its `FormatSaver`.
package struct FormatTraits: Sendable {
    /// Prefixes of the names of the libraries that determine its bytes.
    package var libraries: [String]
    /// File name extensions in use, the usual one first.
    package var fileExtensions: [String]
    /// Order in which browsers adopted the formats: a browser that reads one also reads those before it.
    package var browserAge: Int

    /// Whether it holds transparency.
    package var holdsTransparency = true
    /// Whether it holds several frames.
    package var holdsAnimation = false
    /// The first version of libvips that reads and writes several frames.
    package var animatesSince: (major: Int, minor: Int)?
    /// Maximum number of plays of an animation that can be written.
    package var maxLoop = 65_535
    /// Whether 16-bit samples are written as they are.
    package var holds16Bits = false
    /// Whether a gray picture stays gray.
    package var holdsGray = true
    /// Whether a CMYK picture stays CMYK.
    package var holdsCMYK = false
    /// Whether colors other than sRGB are written, with their profile.
    package var holdsProfile = true
    /// Whether browsers show more than 8 bits of it as they are.
    package var showsDepth = false
    /// Whether EXIF is written into it.
    package var holdsEXIF = true
    /// Maximum pixels per side.
    package var longestSide: Int

    /// The quality unless another is asked for.
    package var quality: ImageQuality
    /// Whether there is a quality other than lossless.
    package var isLossy = true
    /// Whether there is a lossless mode.
    package var hasLossless = true
    /// Whether the encoder lets the colors of invisible pixels bleed into visible ones.
    package var bleedsInvisible = false
    /// Whether libvips writes nothing but the picture and its profile (measured with 8.14.1).
    package var isCleanAsSaved = false
    /// The effort unless another is asked for; `nil` without such a setting.
    package var effort: Int?
    /// The efforts that libvips accepts (8.14: argument `effort` of the saver); for JPEG, those of `CCodecs`.
    package var efforts: ClosedRange<Int>?
    /// The settings beyond quality and effort.
    package var settings: Set<EncoderOptions.Setting> = []

    /// Seconds of one core per million pixels at an effort, without loss or with (`Benchmarks/efforts`).
    package var cost: @Sendable (_ effort: Int, _ options: EncoderOptions) -> Double
    /// Resident bytes of the encoder per pixel, measured.
    package var memory: Double
}

extension OutputFormat {
    @inline(never) package var traits: FormatTraits {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .avif: .avif
        case .jxl: .jxl
        case .gif: .gif
        case .custom(let format): .custom(format)
        }
    }
}

extension FormatTraits {
    // What libjpeg accepts (`JPEG_MAX_DIMENSION`).
    fileprivate static let jpeg = FormatTraits(
        libraries: ["libjpeg", "libturbojpeg"], fileExtensions: ["jpg", "jpeg", "jpe", "jfif"], browserAge: 0,
        holdsTransparency: false, holdsCMYK: true, longestSide: 65_500, quality: .lossy(80),
        hasLossless: false, effort: 4, efforts: 0...6, settings: [.progressive, .chroma],
        cost: {
            ($1.progressive ? 0.008 : 0) + place($0, [0.004, 0.007, 0.007, 0.007, 0.007, 0.024, 0.032])
        }, memory: 25)

    fileprivate static let png = FormatTraits(
        libraries: ["libpng", "libspng", "libdeflate", "libz.", "libimagequant", "libquantizr"],
        fileExtensions: ["png"],
        browserAge: 0, holds16Bits: true, longestSide: 10_000_000, quality: .lossless, isLossy: false,
        settings: [.colors, .dither], cost: { $1.colors == nil ? 0.08 : 0.36 }, memory: 40)

    // 14 bits per side. A count of plays is of all, and one more would become 0, which means forever.
    fileprivate static let webp = FormatTraits(
        libraries: ["libwebp", "libsharpyuv"], fileExtensions: ["webp"], browserAge: 1, holdsAnimation: true,
        holdsGray: false, longestSide: 16_383, quality: .lossy(80), effort: 4, efforts: 0...6,
        settings: [.nearLossless],
        cost: { effort, _ in place(effort, [0.02, 0.025, 0.034, 0.05, 0.078, 0.11, 0.16]) }, memory: 25)

    // What libheif accepts per side. No version of libvips writes animations, and more than 8 bits are not written.
    // Effort 4 costs 2.8 times as much as 3 for 4.5% of the size (`Benchmarks/RESULTS.md`).
    fileprivate static let avif = FormatTraits(
        libraries: ["libheif", "libaom", "libdav1d", "libde265", "libSvtAv1Enc", "librav1e"],
        fileExtensions: ["avif"], browserAge: 2, holdsGray: false, showsDepth: true, longestSide: 16_384,
        quality: .lossy(50), bleedsInvisible: true, isCleanAsSaved: true, effort: 3, efforts: 0...9,
        settings: [.chroma],
        cost: { effort, _ in place(effort, [0.03, 0.07, 0.18, 0.32, 1.2, 1.6, 3, 5, 10, 30]) }, memory: 160)

    // libvips 8.16 is the first to read and write animations.
    fileprivate static let jxl = FormatTraits(
        libraries: ["libjxl", "libhwy"], fileExtensions: ["jxl"], browserAge: 3,
        holdsAnimation: true, animatesSince: (8, 16), holds16Bits: true, showsDepth: true,
        longestSide: 10_000_000, quality: .lossy(75), isCleanAsSaved: true, effort: 7, efforts: 1...9,
        cost: { effort, _ in place(effort, [0.03, 0.03, 0.03, 0.03, 0.04, 0.05, 0.15, 0.18, 1.2, 4]) },
        memory: 70)

    // 16 bits per side, and for the plays after the first.
    fileprivate static let gif = FormatTraits(
        libraries: ["libcgif", "libnsgif"], fileExtensions: ["gif"], browserAge: 0, holdsAnimation: true,
        maxLoop: 65_536, holdsProfile: false, holdsEXIF: false, longestSide: 65_535, quality: .lossless,
        isLossy: false, effort: 7, efforts: 1...10, settings: [.colors, .dither], cost: { _, _ in 0.36 },
        memory: 40)

    // No saver writes it, and no decoder reads it: `isAvailable` is false, and the rest is not asked.
    fileprivate static func custom(_ format: CustomFormat) -> FormatTraits {
        FormatTraits(
            libraries: [],
            fileExtensions: [format.fileExtension], browserAge: format.name == "svg" ? 0 : .max,
            holdsTransparency: format.holdsTransparency, holdsAnimation: format.holdsAnimation,
            longestSide: 10_000_000, quality: .lossless, isLossy: false, cost: { _, _ in 0.1 }, memory: 40)
    }

    private static func place(_ effort: Int, _ costs: [Double]) -> Double {
        costs[min(max(effort, 0), costs.count - 1)]
    }
}

// MARK: What others ask

extension OutputFormat {
    /// The file extension in a path: `jpg` for JPEG.
    public var fileExtension: String { traits.fileExtensions[0] }

    /// The name of the format in messages.
    package var name: String { ImageType(rawValue: rawValue)?.name ?? word }

    /// File name extensions in use for the format.
    package var fileExtensions: [String] { traits.fileExtensions }

    /// Order in which browsers adopted the formats: a browser that reads one also reads those before it.
    package var browserAge: Int { traits.browserAge }

    /// Whether the format holds transparency.
    public var holdsTransparency: Bool { traits.holdsTransparency }

    /// Whether the format holds several frames, as far as the installed libvips writes them. Does not start libvips.
    public var holdsAnimation: Bool {
        // Asked only where it matters: the answer loads libvips.
        traits.holdsAnimation
            && (traits.animatesSince.map { EngineIdentity.libraryIsAtLeast($0.major, $0.minor) } ?? true)
    }

    /// Whether 16-bit samples are written as they are. AVIF has at most 12 bits, and is always written with 8.
    public var holds16Bits: Bool { traits.holds16Bits }

    /// Maximum pixels per side.
    public var longestSide: Int { traits.longestSide }

    /// Whether the format has a quality other than lossless.
    package var isLossy: Bool { traits.isLossy }

    /// Whether the format has a lossless mode.
    package var hasLossless: Bool { traits.hasLossless }

    /// The efforts that the encoder accepts; `nil` for formats without such a setting.
    package var efforts: ClosedRange<Int>? { traits.efforts }

    /// The settings that the format has beyond quality and effort.
    package var settings: Set<EncoderOptions.Setting> { traits.settings }
}

extension ImageEncoding {
    /// Returns the default quality: JPEG and WebP 80, AVIF 50, JXL 75, PNG and GIF lossless.
    public static func defaultQuality(for format: OutputFormat) -> ImageQuality { format.traits.quality }

    /// Returns the default effort: JPEG 4, WebP 4, AVIF 3, JXL 7, GIF 7; `nil` for formats without such a setting.
    public static func defaultEffort(for format: OutputFormat) -> Int? { format.traits.effort }
}
