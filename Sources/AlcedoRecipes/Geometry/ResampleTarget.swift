/// A picture resampled to a size, or a part of that.
package struct ResampleTarget: Hashable {
    /// The size of the whole result.
    package var size: PixelSize
    /// The part of it to compute.
    package var part: CropRectangle

    package init(_ size: PixelSize, part: CropRectangle) {
        self.size = size
        self.part = part
    }

    package init(_ size: PixelSize) {
        self.init(size, part: CropRectangle(origin: PixelPoint(x: 0, y: 0), size: size))
    }

    package var isWhole: Bool { part.size == size }
}
