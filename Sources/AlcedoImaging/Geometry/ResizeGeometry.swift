/// The size that is asked of a picture, and what to do where the picture's proportions differ.
public struct ResizeGeometry: Hashable, Sendable, Codable {
    /// Pixels across, or `nil` to follow from the height.
    public var width: Int?
    /// Pixels down, or `nil` to follow from the width.
    public var height: Int?
    /// How the picture meets the box when both sides are given.
    public var fit: ImageFit
    /// Which part `cover` keeps; also where `contain` puts the picture.
    public var position: CropPosition
    /// The point to keep in view. Wins over `center`, `attention` and `entropy`, not over a compass point.
    public var focus: FocalPoint?
    /// Whether a smaller picture is made larger.
    public var enlarge: Bool

    /// Describes a size; `nil` for both sides keeps the picture's own.
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
