public import AlcedoBase
public import AlcedoRecipes

/// One kind of picture to make from a source, with `defaults` merged in.
public struct Variant: Hashable, Sendable, Encodable {
    /// Its name: letters, digits, `-` and `_`.
    public var name: String
    /// The position of its definition.
    public var location: Diagnostic.Location

    /// The width in CSS pixels, if a single width is requested.
    public var width: Int?
    /// The height in CSS pixels.
    public var height: Int?
    /// The widths of a responsive variant, ascending; empty for a variant of one size.
    public var widths: [Int]
    /// Device pixels per CSS pixel, ascending; empty if the manifest sets none, which means 1.
    public var densities: [Double]
    /// The aspect ratio that pictures are cropped to, such as 16 by 9; `nil` for no crop by an aspect ratio.
    public var aspect: PixelSize?
    /// How the picture fits its box; by default `cover` if both sides or an aspect ratio are given, or else `inside`.
    public var fit: ImageFit
    /// The part that a crop keeps.
    public var position: CropPosition
    /// Whether ``position`` is written in the manifest. An explicit compass point takes precedence over a source's
    /// focal point.
    public var positionIsExplicit: Bool
    /// Whether smaller pictures are enlarged.
    public var enlarge: Bool

    /// The steps after the resize, in order.
    package var process: [ProcessStep]
    /// Standard deviation of a Gaussian blur in CSS pixels; `nil` for none.
    public var blur: Double?
    /// The radius of rounded corners; `nil` for none.
    public var radius: ImageLength?
    /// The corners that ``radius`` rounds.
    public var corners: ImageCorners
    /// The color behind transparent pixels, outside rounded corners and around a `contain`.
    public var background: SRGBColor?

    /// The formats, in order of preference; never empty.
    public var formats: [RequestedFormat]
    /// Everything else about the files of every format.
    public var encoding: ImageEncoding
    /// Whether a format is left out if its files are not smaller than those of a more widely supported format.
    public var dropsLarger: Bool
    /// The handling of the GPS position.
    public var gps: Variant.GPSPolicy
    /// The handling of colors.
    public var color: ColorPolicy
    /// Which frames of an animation are kept.
    public var animated: AnimationPolicy

    /// The formats in which animations and videos are published as videos, in order of preference; the pictures are then their
    /// posters.
    public var videos: [VideoFormat] = []
    /// Whether the picture becomes a `data:` URI in the index instead of a file.
    public var isInline: Bool
    /// The `sizes` attribute for pages.
    public var sizes: String?
    /// Variants of the same picture that pages show instead under media conditions, in order of precedence.
    public var media: [Alternative]
    /// What takes the place of this variant if it cannot be made, for sources without a fallback; `nil` for nothing.
    public var fallback: SourceEntry.Fallback?
    /// The position of ``fallback``.
    package var fallbackLocation: Diagnostic.Location?
    /// The naming scheme of files.
    public var nameTemplate: NameTemplate

    /// A variant of the same picture for a media condition.
    public struct Alternative: Hashable, Sendable, Encodable {
        /// The condition: `(max-width: 40em)`.
        public var condition: String
        /// The name of the variant.
        public var variant: String

        /// Creates an alternative.
        public init(condition: String, variant: String) {
            self.condition = condition
            self.variant = variant
        }
    }

    /// Creates a variant. The defaults are those of a manifest.
    ///
    /// Nothing is checked: `SiteBuilder` reports what is out of bounds or contradicts itself.
    ///
    /// - Parameters:
    ///   - aspect: The aspect ratio that pictures are cropped to, such as 16 by 9.
    ///   - fit: By default `cover` if both sides or an aspect ratio are given, or else `inside`.
    ///   - position: The center by default. A compass point takes precedence over a source's focal point.
    ///   - process: The steps after the resize, built in or your own.
    ///   - quality: The quality of some formats; others have their default.
    ///   - effort: The effort of some formats; others have their default.
    ///   - animated: All frames, or the first; by default all, and of an inline picture the first.
    ///   - media: Variants of the same picture that pages show instead, by media query.
    ///   - fallback: What takes the place of this variant if it cannot be made.
    public init(
        _ name: String, width: Int? = nil, height: Int? = nil, widths: [Int] = [], densities: [Double] = [],
        aspect: PixelSize? = nil, fit: ImageFit? = nil, position: CropPosition? = nil, enlarge: Bool = false,
        process: [any ProcessorRecipe] = [], blur: Double? = nil, radius: ImageLength? = nil,
        corners: ImageCorners = .all, background: SRGBColor? = nil,
        formats: [RequestedFormat] = [.format(.webp), .auto], quality: [OutputFormat: ImageQuality] = [:],
        effort: [OutputFormat: Int] = [:], options: [OutputFormat: EncoderOptions] = [:],
        budget: ByteBudget? = nil, dropsLarger: Bool = true, metadata: MetadataPolicy = .none,
        gps: Variant.GPSPolicy = .none, color: ColorPolicy = .srgb, animated: AnimationPolicy? = nil,
        isInline: Bool = false, sizes: String? = nil, media: KeyValuePairs<String, String> = [:],
        fallback: SourceEntry.Fallback? = nil, nameTemplate: NameTemplate = .standard
    ) {
        self.name = name
        location = Diagnostic.Location(name: "")
        (self.width, self.height, self.widths, self.densities) = (width, height, widths, densities)
        self.aspect = aspect
        self.fit = fit ?? (Self.hasBox(width, widths, height, aspect) ? .cover : .inside)
        self.position = position ?? .center
        positionIsExplicit = position != nil
        self.enlarge = enlarge
        self.process = process.map { ProcessStep($0) }
        (self.blur, self.radius, self.corners) = (blur, radius, corners)
        self.background = background
        self.formats = formats
        encoding = ImageEncoding(
            format: .auto, quality: QualitySetting.each(quality).applied(to: QualitySetting.standard),
            effort: ImageEncoding.defaultEfforts.merging(effort) { $1 }, options: options, budget: budget,
            metadata: metadata)
        self.dropsLarger = dropsLarger
        // An animated placeholder would be larger than the page around it.
        let passes = formats.contains(.original) || formats.contains(.verbatim)
        self.animated = animated ?? (isInline && !passes ? .first : .keep)
        (self.gps, self.color) = (gps, color)
        self.media = media.map { Alternative(condition: $0.key, variant: $0.value) }
        (self.isInline, self.sizes, self.nameTemplate) = (isInline, sizes, nameTemplate)
        self.fallback = fallback
    }
}

extension Variant {
    /// Whether these settings give both sides of a picture, so that it can be cropped.
    static func hasBox(_ width: Int?, _ widths: [Int]?, _ height: Int?, _ aspect: PixelSize?) -> Bool {
        aspect != nil || (width != nil || widths?.isEmpty == false) && height != nil
    }

    /// The quality of every format.
    public var quality: [OutputFormat: ImageQuality] {
        get { encoding.quality }
        set { encoding.quality = newValue }
    }

    /// The effort of every format that has such a setting.
    public var effort: [OutputFormat: Int] {
        get { encoding.effort }
        set { encoding.effort = newValue }
    }

    /// Further settings of some formats.
    public var options: [OutputFormat: EncoderOptions] {
        get { encoding.options }
        set { encoding.options = newValue }
    }

    /// The maximum number of bytes of a file, and how far quality may be lowered for it; `nil` for no limit.
    public var budget: ByteBudget? {
        get { encoding.budget }
        set { encoding.budget = newValue }
    }

    /// The metadata that files carry.
    public var metadata: MetadataPolicy {
        get { encoding.metadata }
        set { encoding.metadata = newValue }
    }
}
