/// One picture that can be drawn.
struct Scene: Sendable {
    /// How its pixels are stored.
    enum Kind: Sendable {
        /// Three bytes for each pixel, as a JPEG of this quality with this EXIF orientation.
        case jpeg(quality: Int, orientation: Int = 1)
        /// Four inks, as a JPEG of this quality.
        case cmykJPEG(quality: Int)
        /// Four bytes for each pixel, as a PNG.
        case alphaPNG
        /// Six bytes for each pixel, as a PNG.
        case deepPNG
        /// Several pictures, as a GIF that shows each for this many milliseconds.
        case animatedGIF(delay: Int)
    }

    /// The path of the file, relative to the folder of the pictures.
    var path: String
    /// The size as it is to be seen.
    var size: Size
    /// How it is stored.
    var kind: Kind
    /// Draws it: one picture, or each frame of an animation.
    var draw: @Sendable (Size) -> [Raster]

    init(
        _ path: String, _ width: Int, _ height: Int, _ kind: Kind = .jpeg(quality: 88),
        draw: @escaping @Sendable (Size) -> [Raster]
    ) {
        self.path = path
        size = Size(width: width, height: height)
        self.kind = kind
        self.draw = draw
    }

    /// One picture that is a function of the point.
    init(
        _ path: String, _ width: Int, _ height: Int, _ kind: Kind = .jpeg(quality: 88), samples: Int = 1,
        shade: @escaping @Sendable (V2) -> V3
    ) {
        self.init(path, width, height, kind) { [Raster($0, samples: samples, shade)] }
    }
}
