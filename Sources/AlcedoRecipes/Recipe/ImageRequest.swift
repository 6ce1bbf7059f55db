package import AlcedoBase

/// A picture to make from a source: its pixels, and the formats in which they are written.
///
/// The formats of a request share its pixels, which are computed once.
public struct ImageRequest: Sendable, Codable {
    /// Size and fit of the picture.
    public var geometry: ResizeGeometry
    /// Device pixels per CSS pixel. `geometry` is already in device pixels; lengths in processors are not.
    public var density: Double
    /// The steps after the resize, in order.
    public var processors: [any ProcessorRecipe] {
        get { steps.map(\.processor) }
        set { steps = newValue.map(AnyImageProcessor.init) }
    }
    private var steps: [AnyImageProcessor]
    /// Color behind transparent pixels and around a `contain`. With an opaque color, a format without transparency can
    /// hold the picture. A translucent color is applied once, after all steps, and the areas where it shows stay as
    /// transparent as it is.
    public var background: SRGBColor?
    /// The frames to keep.
    public var animation: AnimationPolicy
    /// The colors to write.
    public var color: ColorPolicy
    /// The formats, in order of preference.
    public var encodings: [ImageEncoding]

    /// Creates a request.
    public init(
        geometry: ResizeGeometry = ResizeGeometry(), density: Double = 1,
        processors: [any ProcessorRecipe] = [],
        background: SRGBColor? = nil, animation: AnimationPolicy = .keep, color: ColorPolicy = .srgb,
        encodings: [ImageEncoding]
    ) {
        self.geometry = geometry
        self.density = density
        steps = processors.map(AnyImageProcessor.init)
        self.background = background
        self.animation = animation
        self.color = color
        self.encodings = encodings
    }

    /// The fonts of its texts.
    package var fonts: Set<ContentDigest> { steps.reduce(into: []) { $0.formUnion($1.fonts) } }

    /// Whether it can be handed to another process, which does not have the code of a user's own steps and serializers.
    package var isBuiltIn: Bool {
        steps.allSatisfy(\.isBuiltIn)
            && encodings.allSatisfy { if case .serializer = $0.format { false } else { true } }
    }
}
