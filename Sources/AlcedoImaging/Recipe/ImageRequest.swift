/// One picture to make from a source: its pixels, and the formats they are written in.
///
/// The formats of a request share its pixels, which are made once.
public struct ImageRequest: Sendable, Codable {
    /// The size.
    public var geometry: ResizeGeometry
    /// Device pixels per CSS pixel. `geometry` is in device pixels already; lengths inside processors are not.
    public var density: Double
    /// The steps after the resize, in order.
    public var processors: [any ImageProcessor] {
        get { steps.map(\.processor) }
        set { steps = newValue.map(AnyImageProcessor.init) }
    }
    private var steps: [AnyImageProcessor]
    /// What lies behind transparent pixels and around a `contain`. With an opaque colour a format without transparency
    /// holds the picture. A colour that is itself transparent is laid once, when all steps are done, and everything
    /// behind which it shows stays as transparent as it is.
    public var background: Color?
    /// Which frames are kept.
    public var animation: AnimationPolicy
    /// Which colours are written.
    public var color: ColorPolicy
    /// The formats, in order of preference.
    public var encodings: [ImageEncoding]

    /// Describes a picture.
    public init(
        geometry: ResizeGeometry = ResizeGeometry(), density: Double = 1,
        processors: [any ImageProcessor] = [],
        background: Color? = nil, animation: AnimationPolicy = .keep, color: ColorPolicy = .srgb,
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

    /// Whether it can be handed to another process. Steps of a user's own cannot: their code is not there.
    var isBuiltIn: Bool { steps.allSatisfy(\.isBuiltIn) }
}
