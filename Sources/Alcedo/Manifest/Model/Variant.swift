public import AlcedoBase
public import AlcedoImaging

/// One kind of picture that is made of a source, with `defaults` merged in.
public struct Variant: Hashable, Sendable, Encodable {
    /// Its name: letters, digits, `-` and `_`.
    public var name: String
    /// Where it is defined.
    public var location: SourceLocation

    /// CSS pixels across, where one width is asked for.
    public var width: Int?
    /// CSS pixels down.
    public var height: Int?
    /// The widths of a responsive variant, ascending; empty for a variant of one size.
    public var widths: [Int]
    /// Device pixels per CSS pixel, ascending; empty where the manifest names none, which means 1.
    public var densities: [Double]
    /// How the picture meets its box: `cover` where both sides are given, else `inside`, unless written.
    public var fit: ImageFit
    /// Which part a crop keeps.
    public var position: CropPosition
    /// Whether ``position`` is written in the manifest. A compass point that is written wins over a source's
    /// focal point.
    public var positionIsExplicit: Bool
    /// Whether smaller pictures are made larger.
    public var enlarge: Bool

    /// The steps after the resize, in order.
    public var process: [ProcessStep]
    /// Standard deviation of a Gaussian blur in CSS pixels; `nil` for none.
    public var blur: Double?
    /// The radius of rounded corners; `nil` for none.
    public var radius: ManifestLength?
    /// The corners that ``radius`` rounds.
    public var corners: Set<ManifestCorner>
    /// What lies behind transparent pixels, outside rounded corners and around a `contain`.
    public var background: Color?

    /// The formats, in order of preference; never empty.
    public var formats: [RequestedFormat]
    /// Quality for every format.
    public var quality: [OutputFormat: ImageQuality]
    /// Effort for every format that has such a setting.
    public var effort: [OutputFormat: Int]
    /// Further settings of some formats.
    public var options: [OutputFormat: EncoderOptions]
    /// The most bytes of a file, and how far quality may be lowered for it; `nil` for no bound.
    public var budget: ByteBudget?
    /// Whether a format is left out whose files are not smaller than those of one that more browsers read.
    public var dropsLarger: Bool
    /// Which descriptive data files carry.
    public var metadata: MetadataPolicy
    /// What becomes of the position.
    public var gps: GPSPolicy
    /// Which colours files have.
    public var color: ColorPolicy
    /// Which frames of an animation are kept.
    public var animated: AnimationPolicy

    /// Whether the picture becomes a `data:` URI in the index instead of a file.
    public var isInline: Bool
    /// The `sizes` attribute for pages.
    public var sizes: String?
    /// How files are named.
    public var nameTemplate: NameTemplate
}
