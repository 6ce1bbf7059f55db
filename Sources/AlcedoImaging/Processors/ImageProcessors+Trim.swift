import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Trim: ImageProcessor {
    /// Trims the borders. A picture that is all border stays unchanged.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let image = try image.rendered()
        var probe = try image.toEightBit().withColourBands()
        var color = background
        if let background { (probe, color) = try probe.ready(for: background) }
        let pixels = try probe.withAlpha().withPremultipliedSamples().pixels()
        guard let part = bounds(in: pixels, of: color, size: image.size, frames: image.frames) else {
            return image
        }
        return try image.cropped(to: part)
    }

    /// Returns the smallest part that holds every pixel outside the border.
    ///
    /// - Parameter color: The border's color in the picture's own values; `nil` for that of the top left pixel.
    private func bounds(in pixels: Data, of color: SRGBColor?, size: PixelSize, frames: Int)
        -> CropRectangle?
    {
        pixels.withUnsafeBytes { pixels -> CropRectangle? in
            var wanted = (0..<4).map { Int(pixels[$0]) }
            if let color {
                let alpha = Int(color.alpha)
                wanted = [color.red, color.green, color.blue].map {
                    (Int($0) * alpha + 127) / 255
                }
                wanted.append(alpha)
            }
            func isBorder(_ x: Int, _ row: Int) -> Bool {
                let start = 4 * (row * size.width + x)
                return (0..<4).allSatisfy { abs(Int(pixels[start + $0]) - wanted[$0]) <= threshold }
            }
            var left = size.width
            var right = -1
            var top = size.height
            var bottom = -1
            for row in 0..<size.height * frames {
                guard let first = (0..<size.width).first(where: { !isBorder($0, row) }) else { continue }
                left = min(left, first)
                var last = size.width - 1
                while last > right, isBorder(last, row) { last -= 1 }
                right = max(right, last)
                top = min(top, row % size.height)
                bottom = max(bottom, row % size.height)
            }
            guard right >= left else { return nil }
            return CropRectangle(
                origin: PixelPoint(x: left, y: top),
                size: PixelSize(width: right - left + 1, height: bottom - top + 1))
        }
    }
}
