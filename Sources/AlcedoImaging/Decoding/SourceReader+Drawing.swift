import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

extension SourceReader {
    /// The root element of an SVG, with its lengths in pixels.
    var svgRoot: SVGRoot? { withDecodedBytes { SVGRoot($0) } }

    /// Returns the facts of an SVG, whose size need not be a whole number of pixels.
    func drawingFacts(_ header: PixelImage, limits: ImageLimits) throws -> ImageFacts {
        // libvips reports rounded sizes; a drawing scaled up many times also yields the fractions.
        try EmbeddedPictures(bytes: bytes).check(limits)
        let root = svgRoot
        try checkRepetition(from: root?.offset)
        if let own = root?.ownSize {
            // Thousandths of a pixel, as below.
            func fine(_ side: Double) -> Int {
                Int((min(side, Double(PixelSize.longestSide)) * 1000).rounded())
            }
            func shown(_ side: Double) -> Int {
                max(1, Int((min(side, Double(PixelSize.longestSide)) + 0.5).rounded(.down)))
            }
            let size = PixelSize(width: shown(own.width), height: shown(own.height))
            try limits.check(size, frames: 1)
            return ImageFacts(
                type: type, width: size.width, height: size.height, hasAlpha: header.hasAlpha,
                proportions: PixelSize(width: max(1, fine(own.width)), height: max(1, fine(own.height))))
        }
        let scale = fineScale(header.size)
        let fine = try open(scale: scale, frames: 1).size
        func shown(_ side: Int) -> Int { max(1, Int((Double(side) / scale + 0.5).rounded(.down))) }
        let size = PixelSize(width: shown(fine.width), height: shown(fine.height))
        try limits.check(size, frames: 1)
        return ImageFacts(
            type: type, width: size.width, height: size.height, hasAlpha: header.hasAlpha, proportions: fine)
    }

    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)`` for a drawing that repeats itself too often. One that is not plain XML in UTF-8
    ///   is left to librsvg, which has limits of its own.
    private func checkRepetition(from start: Int?) throws {
        guard let start, DrawnElements.mayRepeat(bytes) else { return }
        let drawn: DrawnElements
        do {
            drawn = try DrawnElements([UInt8](bytes[start...]))
        } catch {
            return
        }
        if let reason = drawn.refusal { throw ImagingError.decode(.tooLarge, reason: reason) }
    }

    /// Returns an SVG drawn to fill exactly this size. Drawing is lazy and limited to the requested pixels.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``.
    func draw(_ facts: ImageFacts, to size: PixelSize) throws -> PixelImage {
        if type == .pdf { return try drawPage(facts, to: size) }
        let proportions = facts.proportions ?? facts.displayedSize
        let across = Double(size.width) / Double(proportions.width)
        let down = Double(size.height) / Double(proportions.height)
        let root = svgRoot
        if let root, let own = root.ownSize, let image = try nested(root, natural: own, in: size) {
            return image
        }
        let unit = fineScale(try open(frames: 1).size)
        if across == down, root?.isTransformed != true, across * unit >= Self.minScale {
            let image = try open(scale: across * unit, frames: 1)
            if image.size == size { return image }
        }
        // Otherwise its proportions match the size only approximately, and librsvg would leave borders.
        if let root, root.canBeNested {
            let natural = (Double(proportions.width) / unit, Double(proportions.height) / unit)
            if let image = try nested(root, natural: natural, in: size) { return image }
        }
        return try open(scale: max(across * unit, down * unit, Self.minScale), frames: 1).rendered()
            .resized(to: size)
    }

    /// Returns the document nested in another; `nil` if that cannot be drawn.
    private func nested(
        _ root: SVGRoot, natural: (width: Double, height: Double), in size: PixelSize
    ) throws -> PixelImage? {
        let document = withDecodedBytes { root.nested($0, natural: natural, in: size) }
        do {
            let image = try document.withUnsafeBytes {
                try loadAsItIs($0, shrink: 1, scale: 1, frames: 1, page: nil, isLent: false)
            }
            return image.size == size ? image : nil
        } catch is ImagingError {
            // Errors in the document appear where it is opened unmodified.
            return nil
        }
    }

    /// Minimum scale of libvips.
    private static let minScale = 0.001

    /// Returns the scale at which a drawing is measured: thousandths of a pixel or of its unit, so that whole and almost
    /// whole numbers remain so; less where libvips could not represent the size.
    func fineScale(_ size: PixelSize) -> Double {
        let most = Double(PixelSize.longestSide / 2) / Double(max(size.width, size.height))
        let unit = type == .svg ? SVGRoot(bytes)?.pixelsPerUnit ?? 1 : 1
        return max(1, min(1000, most).rounded(.down)) / unit
    }
}
