import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// The pictures of one source in memory, at the sizes that are needed.
final class SourcePictures {
    private(set) var warnings: [String] = []

    private let plan: SizePlan
    private let facts: ImageFacts
    private let decoding: Decoding
    private let reader: SourceReader
    private var isOpaque = false
    /// In the source's own colors, upright.
    private var made: [ResampleTarget: PixelImage] = [:]

    init(plan: SizePlan, facts: ImageFacts, decoding: Decoding, reader: SourceReader) {
        self.plan = plan
        self.facts = facts
        self.decoding = decoding
        self.reader = reader
    }

    /// Decodes the source once and makes all targets, each of which depends on the source alone.
    ///
    /// - Returns: Whether every pixel of the source is opaque.
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``.
    func decode(_ targets: Set<ResampleTarget>, colors: Set<ColorPolicy>) throws -> Bool {
        if facts.type.isDrawing { return try look() }
        let images = try read(targets, by: decoding) { transfer in
            guard colors.contains(.keep) else { return }
            warn("it is HDR (\(transfer)), which no output format supports; 'color: keep' gives sRGB, too")
        }
        isOpaque = facts.hasAlpha ? decoding.isOpaque ?? false : true
        for (target, image) in images { made[target] = try withoutEmptyAlpha(image) }
        return isOpaque
    }

    /// Returns a picture, upright, in sRGB or in the source's colors.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError``.
    func picture(_ target: ResampleTarget, color: ColorPolicy) throws -> PixelImage {
        if facts.type.isDrawing { return try drawn(target) }
        let image: PixelImage
        if let known = made[target] {
            image = known
        } else if let whole = made[ResampleTarget(target.size)] {
            image = try whole.cropped(to: target.part)
        } else {
            // A part of an enlarged picture that could only be found in the decoded one.
            let again = Decoding(reader: reader)
            image = try withExtendedLifetime(again) {
                let images = try read([target], by: again)
                guard let image = images[target] else {
                    throw ImagingError.process(step: "resize", reason: "the picture was not made")
                }
                return try withoutEmptyAlpha(image)
            }
            made[target] = image
        }
        return color == .keep ? image : try image.toSRGB(warn: warn).rendered()
    }

    /// Returns samples from all over the source's first frame in sRGB, none of them averaged.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError``.
    func samples() throws -> PixelImage {
        guard let samples = decoding.samples() else {
            throw ImagingError.decode(reason: "its pixels could not be read")
        }
        return try samples.toSRGB()
    }

    /// Releases all pictures except `wanted`.
    func release(allBut wanted: Set<ResampleTarget>) {
        made = made.filter { wanted.contains($0.key) }
    }

    /// Reads the source once, from top to bottom.
    private func read(
        _ targets: Set<ResampleTarget>, by decoding: Decoding, toneMapped: (String) -> Void = { _ in }
    ) throws -> [ResampleTarget: PixelImage] {
        let source = try decoding.watched(
            reader.open(frames: facts.frames > 1 ? -1 : 1, toneMapped: toneMapped)
        ).withFittingProfile(warn: warn)
        let wanted = Array(targets)
        let stored = wanted.map { $0.stored(orientation: facts.orientation) }
        let images = try decoding.reading { try source.resampled(to: stored) }
        return Dictionary(
            uniqueKeysWithValues: try zip(wanted, images).map {
                ($0, try $1.oriented(facts.orientation).rendered())
            })
    }

    private func withoutEmptyAlpha(_ image: PixelImage) throws -> PixelImage {
        isOpaque ? try image.withoutAlpha().rendered() : image
    }

    /// Draws a part of the drawing at one size, straight from the source.
    private func drawn(_ target: ResampleTarget) throws -> PixelImage {
        if let known = made[target] { return known }
        let drawing = Decoding(reader: reader)
        return try withExtendedLifetime(drawing) {
            let image = try drawing.rendered(reader.draw(facts, to: target.size).cropped(to: target.part))
            let drawn = try withoutEmptyAlpha(image)
            // Requested again for every format and crop.
            if target.isWhole { made[target] = drawn }
            return drawn
        }
    }

    /// Draws the drawing to see whether it is opaque.
    private func look() throws -> Bool {
        let drawn = try decoding.rendered(decoding.watched(reader.draw(facts, to: plan.looked)))
        isOpaque = decoding.isOpaque ?? false
        made = [ResampleTarget(plan.looked): try withoutEmptyAlpha(drawn)]
        return isOpaque
    }

    private func warn(_ text: String) {
        if !warnings.contains(text) { warnings.append(text) }
    }
}

extension ResampleTarget {
    /// Returns the target in the picture as it is stored, which is turned upright according to an EXIF orientation
    /// (1…8) afterwards.
    func stored(orientation: Int) -> ResampleTarget {
        let (width, height) = (size.width, size.height)
        let (x, y) = (part.origin.x, part.origin.y)
        let (right, below) = (width - x - part.size.width, height - y - part.size.height)
        let origin =
            switch orientation {
            case 2: PixelPoint(x: right, y: y)
            case 3: PixelPoint(x: right, y: below)
            case 4: PixelPoint(x: x, y: below)
            case 5: PixelPoint(x: y, y: x)
            case 6: PixelPoint(x: y, y: right)
            case 7: PixelPoint(x: below, y: right)
            case 8: PixelPoint(x: below, y: x)
            default: part.origin
            }
        let isTurned = orientation >= 5
        return ResampleTarget(
            isTurned ? size.transposed : size,
            part: CropRectangle(origin: origin, size: isTurned ? part.size.transposed : part.size))
    }
}
