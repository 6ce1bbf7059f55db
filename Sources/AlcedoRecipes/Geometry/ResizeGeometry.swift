/// The size requested of a picture, and how to deal with other proportions.
public struct ResizeGeometry: Hashable, Sendable, Codable {
    /// Pixels across, or `nil` to derive them from the height.
    public var width: Int?
    /// Pixels down, or `nil` to derive them from the width.
    public var height: Int?
    /// How the picture fits the box if both sides are given.
    public var fit: ImageFit
    /// The part that `cover` keeps, and the place of the picture for `contain`.
    public var position: CropPosition
    /// The point to keep in view. Overrides `center`, `attention` and `entropy`, but not a compass point.
    public var focus: FocalPoint?
    /// Whether a smaller picture is enlarged.
    public var enlarge: Bool

    /// Creates a geometry; `nil` for both sides keeps the picture's own size.
    public init(
        width: Int? = nil, height: Int? = nil, fit: ImageFit = .cover, position: CropPosition = .center,
        focus: FocalPoint? = nil, enlarge: Bool = false
    ) {
        self.width = width
        self.height = height
        self.fit = fit
        self.position = position
        self.focus = focus
        self.enlarge = enlarge
    }
}
