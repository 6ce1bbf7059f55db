import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes

extension ImageProcessors.Border: ImageProcessor {
    /// Draws the border on each frame.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    public func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let size = image.size
        let outer = radius.devicePixels(width: size.width, height: size.height, density: context.density)
        let line = max(0, width * context.density)
        let ring = try PixelImage(
            pixels: ringPixels(size, line: line, radius: outer), size: size, layout: .rgba8)
        let framed = try image.blended(with: ring, at: PixelPoint(x: 0, y: 0), mode: .over, opacity: 1)
        guard mayAddTransparency else { return framed }
        return try framed.masked(
            by: CornerMask.coverage(
                width: size.width, height: size.height, radii: CornerRadii(outer, corners: corners)))
    }

    /// Returns the border's color, with alpha in proportion to the border's share of each pixel.
    private func ringPixels(_ size: PixelSize, line: Double, radius: Double) -> Data {
        let inside = insideCoverage(size, line: line, radius: radius)
        var pixels = Data(capacity: inside.count * 4)
        for covered in inside {
            let alpha = UInt8((Double(color.alpha) * (1 - covered)).rounded())
            pixels.append(contentsOf: [color.red, color.green, color.blue, alpha])
        }
        return pixels
    }

    /// Returns how much of each pixel lies inside the border's inner edge, 0…1.
    private func insideCoverage(_ size: PixelSize, line: Double, radius: Double) -> [Double] {
        var coverage = [Double](repeating: 0, count: size.width * size.height)
        // How much of a column or row is inside: straight edges may cut a pixel in two.
        func share(_ at: Int, _ side: Int) -> Double {
            let from = max(Double(at), line)
            let to = min(Double(at + 1), Double(side) - line)
            return min(max(to - from, 0), 1)
        }
        let whole = Int(line.rounded(.down))
        let (width, height) = (size.width - 2 * whole, size.height - 2 * whole)
        guard width > 0, height > 0 else { return coverage }
        let inner = CornerMask.coverage(
            width: width, height: height,
            radii: CornerRadii(max(0, radius - line), corners: corners))
        for y in 0..<height {
            let down = share(y + whole, size.height)
            for x in 0..<width {
                coverage[(y + whole) * size.width + x + whole] =
                    Double(inner[y * width + x]) / 255 * down * share(x + whole, size.width)
            }
        }
        return coverage
    }
}
