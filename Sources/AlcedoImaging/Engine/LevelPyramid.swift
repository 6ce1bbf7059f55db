import AlcedoBase

/// The levels of one source in memory, made as they are asked for.
final class LevelPyramid {
    let plan: LevelPlan
    private(set) var warnings: [String] = []

    private let facts: ImageFacts
    private let decoding: Decoding
    private let reader: SourceReader
    private var made: [ColorPolicy: [Int: Image]] = [:]

    init(plan: LevelPlan, facts: ImageFacts, decoding: Decoding, reader: SourceReader) {
        self.plan = plan
        self.facts = facts
        self.decoding = decoding
        self.reader = reader
    }

    /// Decodes level 0, once for all.
    ///
    /// - Returns: Whether every pixel of the source is opaque.
    /// - Throws: ``ImagingError/decode(reason:)``.
    func decode(colors: Set<ColorPolicy>, limits: ImageLimits) throws -> Bool {
        let base = plan.levels[0].size
        let stored = facts.orientation >= 5 ? base.transposed : base
        let isAnimated = facts.frames > 1
        var source = try decoding.watched(open(limits: limits))
        // Frames are resampled one by one, in any order, so all of them are decoded first.
        if isAnimated { source = try decoding.rendered(source) }
        let resized = try source.resizedFromStream(to: stored, gap: isAnimated ? 0 : 2, span: span(of: source))
        // As the last thing that reads the stream: everything later happens in memory.
        func settle(_ image: Image) throws -> Image {
            try decoding.rendered(image).oriented(facts.orientation)
        }
        if colors.contains(.keep) {
            let kept = try settle(resized)
            made[.keep] = [0: kept]
            made[.srgb] = [0: try kept.toSRGB(warn: warn)]
        } else {
            made[.srgb] = [0: try settle(resized.toSRGB(warn: warn))]
        }
        let isOpaque = try facts.hasAlpha ? decoding.isOpaque ?? opacityByItself() : true
        for (color, levels) in made {
            guard let image = levels[0] else { continue }
            made[color] = [0: try isOpaque ? image.withoutAlpha().rendered() : image.rendered()]
        }
        return isOpaque
    }

    /// A level, upright, in sRGB or in the source's colours.
    ///
    /// - Throws: ``ImagingError/process(step:reason:)``.
    func level(_ index: Int, color: ColorPolicy) throws -> Image {
        if let image = made[color]?[index] { return image }
        guard let source = plan.levels[index].source else {
            throw ImagingError.process(step: "resize", reason: "the picture has not been decoded")
        }
        let image = try level(source, color: color).resized(to: plan.levels[index].size).rendered()
        made[color, default: [:]][index] = image
        return image
    }

    /// Pixels from all over the source in sRGB, of its first frame; none is mixed from several.
    ///
    /// - Throws: ``ImagingError``.
    func samples() throws -> Image {
        try (decoding.samples() ?? samplesByThemselves()).toSRGB()
    }

    /// Gives up the levels that none of `wanted` is, or has still to be made from.
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

    private func open(limits: ImageLimits) throws -> Image {
        guard facts.type == .svg else {
            return try reader.open(shrink: plan.decoderShrink, frames: facts.frames > 1 ? -1 : 1)
        }
        let base = plan.levels[0].size
        guard base.width * base.height <= limits.pixels else {
            throw ImagingError.decode(
                reason: "\(base.width)x\(base.height) pixels are more than the limit of \(limits.pixels)")
        }
        return try reader.open(scale: Double(base.width) / Double(facts.width), frames: 1)
    }

    /// How many of the decoded pixels the whole picture has. libvips drops the last column and row of a JPEG that is
    /// decoded smaller where they are not whole; the picture does not become narrower by that.
    private func span(of source: Image) -> (across: Double, down: Double) {
        guard plan.decoderShrink > 1 else { return (Double(source.size.width), Double(source.size.height)) }
        let stored = facts.orientation >= 5 ? facts.displayedSize.transposed : facts.displayedSize
        let shrink = Double(plan.decoderShrink)
        return (Double(stored.width) / shrink, Double(stored.height) / shrink)
    }

    /// Reads the whole source again. Only if resampling did not touch each of the samples.
    private func samplesByThemselves() throws -> Image {
        let again = Decoding(reader: reader)
        return try withExtendedLifetime(again) {
            _ = try again.rendered(again.watched(reader.open(shrink: plan.decoderShrink, frames: 1)))
            guard let samples = again.samples() else {
                throw ImagingError.decode(reason: "its pixels could not be read")
            }
            return samples
        }
    }

    /// Looks at the whole source again. Only if resampling did not touch each of its pixels.
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

extension Image {
    /// Resamples a picture that can be read only once. Depths that cannot be premultiplied become 8-bit sRGB first.
    fileprivate func resizedFromStream(
        to target: PixelSize, gap: Double, span: (across: Double, down: Double)
    ) throws -> Image {
        if target == size { return self }
        let able = isResizable ? self : try toSRGB()
        return try able.withPremultipliedAlpha { image in
            try image.eachFrame { try $0.resampled(to: target, gap: gap, span: span) }
        }
    }
}
