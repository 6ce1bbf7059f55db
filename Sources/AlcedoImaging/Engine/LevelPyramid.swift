import AlcedoBase

/// The levels of one source in memory, made on demand.
final class LevelPyramid {
    let plan: LevelPlan
    private(set) var warnings: [String] = []

    private let facts: ImageFacts
    private let decoding: Decoding
    private let reader: SourceReader
    private var isOpaque = false
    private var made: [ColorPolicy: [Int: PixelImage]] = [:]

    init(plan: LevelPlan, facts: ImageFacts, decoding: Decoding, reader: SourceReader) {
        self.plan = plan
        self.facts = facts
        self.decoding = decoding
        self.reader = reader
    }

    /// Decodes level 0, once for all requests.
    ///
    /// - Returns: Whether every pixel of the source is opaque.
    /// - Throws: ``ImagingError/decode(_:reason:)``.
    func decode(colors: Set<ColorPolicy>) throws -> Bool {
        if facts.type == .svg { return try look() }
        let base = plan.levels[0].size
        let stored = facts.orientation >= 5 ? base.transposed : base
        let isAnimated = facts.frames > 1
        var source = try decoding.watched(
            reader.open(shrink: plan.decoderShrink, frames: facts.frames > 1 ? -1 : 1) { transfer in
                guard colors.contains(.keep) else { return }
                warn(
                    "it is HDR (\(transfer)), which no output format supports; 'color: keep' gives sRGB, too")
            })
        source = try source.withFittingProfile(warn: warn)
        // Frames are resampled one by one, in any order, so all of them are decoded first.
        if isAnimated { source = try decoding.rendered(source) }
        let resized = try source.resizedFromStream(
            to: stored, gap: isAnimated ? 0 : 2, span: span(of: source))
        // The last step that reads the stream: everything later happens in memory.
        func finish(_ image: PixelImage) throws -> PixelImage {
            try decoding.rendered(image).oriented(facts.orientation)
        }
        if colors.contains(.keep) {
            let kept = try finish(resized)
            made[.keep] = [0: kept]
            made[.srgb] = [0: try kept.toSRGB(warn: warn)]
        } else {
            made[.srgb] = [0: try finish(resized.toSRGB(warn: warn))]
        }
        isOpaque = try facts.hasAlpha ? decoding.isOpaque ?? opacityByItself() : true
        for (color, levels) in made {
            guard let image = levels[0] else { continue }
            made[color] = [0: try isOpaque ? image.withoutAlpha().rendered() : image.rendered()]
        }
        return isOpaque
    }

    /// Returns a level, upright, in sRGB or in the source's colors.
    ///
    /// - Throws: ``ImagingError/process(step:reason:)``.
    func level(_ index: Int, color: ColorPolicy) throws -> PixelImage {
        if let image = made[color]?[index] { return image }
        let size = plan.levels[index].size
        let image = try part(
            CropRectangle(origin: PixelPoint(x: 0, y: 0), size: size), of: index, color: color)
        made[color, default: [:]][index] = image
        return image
    }

    /// Returns a part of a level. A level larger than the source may be too large to make as a whole.
    ///
    /// - Throws: ``ImagingError``.
    func part(_ part: CropRectangle, of index: Int, color: ColorPolicy) throws -> PixelImage {
        let level = plan.levels[index]
        let isWhole = part.size == level.size
        if facts.type == .svg { return try drawn(part, of: level.size) }
        if !isWhole && plan.levels[0].size.covers(level.size) {
            return try self.level(index, color: color).cropped(to: part)
        }
        guard let source = level.source else {
            if let image = made[color]?[index] { return image }
            throw ImagingError.process(step: "resize", reason: "the picture has not been decoded")
        }
        return try self.level(source, color: color).resized(to: level.size, part: part).rendered()
    }

    /// Draws a part of the drawing at one size, straight from the source.
    private func drawn(_ part: CropRectangle, of size: PixelSize) throws -> PixelImage {
        let drawing = Decoding(reader: reader)
        return try withExtendedLifetime(drawing) {
            let image = try drawing.rendered(reader.draw(facts, to: size).cropped(to: part))
            return isOpaque ? try image.withoutAlpha().rendered() : image
        }
    }

    /// Returns samples from all over the source's first frame in sRGB, none of them averaged.
    ///
    /// - Throws: ``ImagingError``.
    func samples() throws -> PixelImage {
        try (decoding.samples() ?? samplesByThemselves()).toSRGB()
    }

    /// Releases all levels except `wanted` and the levels from which they still have to be made.
    func release(allBut wanted: Set<Int>) {
        for (color, levels) in made {
            var kept = Set<Int>()
            for var level in wanted {
                while levels[level] == nil, let source = plan.levels[level].source { level = source }
                kept.insert(level)
            }
            made[color] = levels.filter { kept.contains($0.key) }
        }
    }

    /// Draws level 0 of a drawing to see whether it is opaque.
    private func look() throws -> Bool {
        let drawn = try decoding.rendered(decoding.watched(reader.draw(facts, to: plan.levels[0].size)))
        isOpaque = decoding.isOpaque ?? false
        let image = isOpaque ? try drawn.withoutAlpha().rendered() : drawn
        made = [.srgb: [0: image], .keep: [0: image]]
        return isOpaque
    }

    /// Returns the size of the whole picture in decoded pixels, which may be fractional. libvips drops a fractional
    /// last column and row of a JPEG decoded at a reduced size, but the picture does not become narrower.
    private func span(of source: PixelImage) -> (across: Double, down: Double) {
        guard plan.decoderShrink > 1 else { return (Double(source.size.width), Double(source.size.height)) }
        let stored = facts.orientation >= 5 ? facts.displayedSize.transposed : facts.displayedSize
        let shrink = Double(plan.decoderShrink)
        return (Double(stored.width) / shrink, Double(stored.height) / shrink)
    }

    /// Decodes the whole source again. Needed only if resampling did not read every sample.
    private func samplesByThemselves() throws -> PixelImage {
        let again = Decoding(reader: reader)
        return try withExtendedLifetime(again) {
            _ = try again.rendered(again.watched(reader.open(shrink: plan.decoderShrink, frames: 1)))
            guard let samples = again.samples() else {
                throw ImagingError.decode(reason: "its pixels could not be read")
            }
            return samples
        }
    }

    /// Decodes the whole source again. Needed only if resampling did not read every pixel.
    private func opacityByItself() throws -> Bool {
        let again = Decoding(reader: reader)
        return try withExtendedLifetime(again) {
            _ = try again.rendered(again.watched(reader.open(frames: facts.frames > 1 ? -1 : 1)))
            return again.isOpaque ?? false
        }
    }

    private func warn(_ text: String) {
        if !warnings.contains(text) { warnings.append(text) }
    }
}

extension PixelImage {
    /// Resamples a picture that can be read only once. Pixels that cannot be premultiplied become 8-bit sRGB first.
    fileprivate func resizedFromStream(
        to target: PixelSize, gap: Double, span: (across: Double, down: Double)
    ) throws -> PixelImage {
        if target == size, span == (Double(size.width), Double(size.height)) { return self }
        let able = isResizable ? self : try toSRGB()
        return try able.resampledWithAlpha { image in
            try image.eachFrame { try $0.resampled(to: target, gap: gap, span: span) }
        }
    }
}
