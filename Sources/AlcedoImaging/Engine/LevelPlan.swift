import AlcedoBase

/// The plan of how one source's pictures are made from one another: a pure function of its facts and all requests.
///
/// The source is decoded once, as level 0. Every size is resampled in memory, where resampling is cheap, from the
/// smallest level at least twice as large. Measured against a full-resolution Lanczos reference, the results are as
/// close as those of one decode per size. If every size finds such a level among the larger ones, level 0 is the
/// largest size. Otherwise it is the original, or the original as the decoder reduces it: a picture made from a level
/// less than twice as large would be filtered twice near its finest detail, and blurred.
///
/// Levels hold the whole picture, upright; crops come later. What is cached may decide which levels are computed, but
/// not which levels exist and what they are made from.
///
/// A drawing has no pixels to resample, so each of its levels is drawn separately. Its level 0 shows whether the
/// drawing is opaque and which colors it has, and does not depend on the requests.
struct LevelPlan: Hashable, Sendable {
    /// One size of the whole picture.
    struct Level: Hashable, Sendable {
        var size: PixelSize
        /// The level it is resampled from; `nil` for level 0, which is decoded, and for all levels of a drawing.
        var source: Int?
    }

    /// The factor by which a JPEG is reduced while decoding: 1, 2, 4, or 8.
    let decoderShrink: Int
    let levels: [Level]
    /// The sizes of each request.
    let layouts: [ResizeLayout]
    /// The level of each request's scaled size.
    let requestLevels: [Int]
    /// The level for crops that depend on the pixels; `nil` if there are none.
    let analysisLevel: Int?
    /// The level for hashes and averaged colors.
    let placeholderLevel: Int

    /// Longest side of the analysis level, whatever sizes are requested. Attention and entropy need no more.
    static let analysisSide = 256
    /// Longest side of the placeholder level. Hashes keep only a handful of frequencies. Every picture is decoded at
    /// least this large, or at its full size, so that hashes do not depend on the requested sizes.
    static let placeholderSide = 64
    /// Samples per side from which a picture's colors are computed. No JPEG is decoded smaller.
    static let sampleSide = 256
    /// Longest side of a drawing's level 0.
    private static let maxLooked = 1024
    /// Minimum factor left to resampling, which hides that the decoder's reduction rounds sizes and filters coarsely.
    private static let decoderHeadroom = 2.0
    /// Maximum part of a result's last pixel that may be missing from the decoded picture.
    private static let maxLost = 0.25
    /// Minimum factor between a level and a picture made from it.
    private static let minRatio = 2
    /// Maximum factor of one step. Beyond it libvips 8.14 leaves its vector code: 64 ms instead of 19 for 2725 pixels.
    private static let maxRatio = 6
    /// Factor between level 0 and the largest size if the source is more than ``maxRatio`` times as large and some
    /// sizes are close together.
    private static let commonRatio = 3
    /// Factor of an intermediate level. At most half of ``maxRatio``, so that at least ``minRatio`` remains.
    private static let intermediateRatio = 3

    init(facts: ImageFacts, requests: [ImageRequest]) {
        self =
            facts.type == .svg
            ? Self(drawing: facts, requests: requests) : Self(pixels: facts, requests: requests)
    }

    private init(pixels facts: ImageFacts, requests: [ImageRequest]) {
        let original = PixelSize(width: facts.width, height: facts.height)
        let layouts = requests.map { $0.geometry.layout(for: facts) }
        let needsAnalysis = layouts.contains(where: \.needsAnalysis)
        let sizes = Set(layouts.map(\.scaled)).sorted {
            ($1.width * $1.height, $1.width) < ($0.width * $0.height, $0.width)
        }
        // Levels that no page shows may be made from any level that is large enough.
        let analysisSize = Self.reduced(original, to: Self.analysisSide)
        let placeholderSize = Self.reduced(original, to: Self.placeholderSide)
        var least = [placeholderSize]
        if needsAnalysis { least.append(analysisSize) }
        if sizes.isEmpty { least.append(Self.reduced(original, to: Self.sampleSide)) }
        var base = Self.base(for: sizes + least, original: original)
        var shrink = facts.type == .jpeg ? Self.shrink(from: original, to: base) : 1
        var levels = Self.levels(for: sizes, from: base, original: original)
        if !Self.areSharp(levels, original: original) {
            (base, shrink) = Self.common(above: base, original: original, isJPEG: facts.type == .jpeg)
            levels = Self.levels(for: sizes, from: base, original: original)
        }
        func leaf(_ size: PixelSize) -> Int {
            if let known = levels.firstIndex(where: { $0.size == size }) { return known }
            // Never enlarged.
            guard base.covers(size) else { return 0 }
            levels.append(Level(size: size, source: Self.source(for: size, in: levels, original: original)))
            return levels.count - 1
        }
        // These come last: nothing else is made from them, so requesting them changes nothing else.
        analysisLevel = needsAnalysis ? leaf(analysisSize) : nil
        placeholderLevel = leaf(placeholderSize)
        requestLevels = layouts.map { layout in levels.firstIndex { $0.size == layout.scaled } ?? 0 }
        self.levels = levels
        self.layouts = layouts
        decoderShrink = shrink
    }

    private init(drawing facts: ImageFacts, requests: [ImageRequest]) {
        let shape = facts.proportions ?? facts.displayedSize
        let layouts = requests.map { $0.geometry.layout(for: facts) }
        let longest = max(facts.width, facts.height)
        let looked = min(max(longest, Self.sampleSide), Self.maxLooked)
        var sizes = [
            looked == longest
                ? facts.displayedSize : shape.fitted(into: PixelSize(width: looked, height: looked))
        ]
        func level(_ size: PixelSize) -> Int {
            if let known = sizes.firstIndex(of: size) { return known }
            sizes.append(size)
            return sizes.count - 1
        }
        requestLevels = layouts.map { level($0.scaled) }
        let analysed = PixelSize(width: Self.analysisSide, height: Self.analysisSide)
        analysisLevel = layouts.contains(where: \.needsAnalysis) ? level(shape.fitted(into: analysed)) : nil
        let small = PixelSize(width: Self.placeholderSide, height: Self.placeholderSide)
        placeholderLevel = level(shape.fitted(into: small))
        self.layouts = layouts
        levels = sizes.map { Level(size: $0, source: nil) }
        decoderShrink = 1
    }

    /// Returns the sizes from which a level is made, starting with level 0 and ending with its own.
    func derivation(of level: Int) -> [PixelSize] {
        var chain = [levels[level].size]
        var next = levels[level].source
        while let index = next {
            chain.append(levels[index].size)
            next = levels[index].source
        }
        return chain.reversed()
    }

    /// Returns the levels from which the picture of a request is made directly.
    func levels(for request: Int) -> [Int] {
        [requestLevels[request]] + (layouts[request].needsAnalysis ? [analysisLevel].compactMap { $0 } : [])
    }

    static func reduced(_ size: PixelSize, to side: Int) -> PixelSize {
        max(size.width, size.height) <= side ? size : size.fitted(into: PixelSize(width: side, height: side))
    }

    /// Returns the size in the original's proportions from which every size can be made.
    private static func base(for sizes: [PixelSize], original: PixelSize) -> PixelSize {
        let candidates = sizes.map { size in
            let whole = isProportional(size, original) ? size : original.filling(size)
            return original.covers(whole) ? whole : original
        }
        return candidates.max { ($0.width, $0.height) < ($1.width, $1.height) } ?? original
    }

    private static func isProportional(_ size: PixelSize, _ original: PixelSize) -> Bool {
        size == original.scaled(toWidth: size.width) || size == original.scaled(toHeight: size.height)
    }

    /// Returns level 0 and everything made from it, directly or not. `sizes` are in descending order.
    private static func levels(for sizes: [PixelSize], from base: PixelSize, original: PixelSize) -> [Level] {
        var levels = [Level(size: base, source: nil)]
        for size in sizes where size != base { add(size, to: &levels, original: original) }
        return levels
    }

    /// Whether every size is level 0, or is made from the original or from a large enough level.
    private static func areSharp(_ levels: [Level], original: PixelSize) -> Bool {
        levels.allSatisfy { level in
            guard let source = level.source.map({ levels[$0].size }) else { return true }
            return source == original || isSharp(level.size, from: source)
        }
    }

    /// Whether each side keeps its length or becomes at most half as long.
    private static func isSharp(_ size: PixelSize, from level: PixelSize) -> Bool {
        // Allow a missing pixel, because sizes are rounded: 1280x853 and 640x427 are two steps of one picture.
        func isSharp(_ side: Int, from whole: Int) -> Bool {
            whole == side || whole >= side * minRatio - 1
        }
        return isSharp(size.width, from: level.width) && isSharp(size.height, from: level.height)
    }

    private static func add(_ size: PixelSize, to levels: inout [Level], original: PixelSize) {
        var from = source(for: size, in: levels, original: original)
        while ratio(levels[from].size, size) > maxRatio {
            let width = max(1, levels[from].size.width / intermediateRatio)
            let between = Level(size: original.scaled(toWidth: width), source: from)
            // A strip too thin to shrink any further is small enough already.
            guard between.size != levels[from].size, isSharp(size, from: between.size) else { break }
            levels.append(between)
            from = levels.count - 1
        }
        if levels[from].size != size { levels.append(Level(size: size, source: from)) }
    }

    private static func source(for size: PixelSize, in levels: [Level], original: PixelSize) -> Int {
        // Never from an enlarged level: it shows no more detail, and it may be rejected for its size.
        let able = levels.indices.filter {
            levels[$0].size != size && isSharp(size, from: levels[$0].size)
                && levels[0].size.covers(levels[$0].size)
                && isProportional(levels[$0].size, original)
        }
        return able.min {
            (levels[$0].size.width * levels[$0].size.height, $0)
                < (levels[$1].size.width * levels[$1].size.height, $1)
        } ?? 0
    }

    private static func ratio(_ from: PixelSize, _ to: PixelSize) -> Int {
        max((from.width + to.width - 1) / to.width, (from.height + to.height - 1) / to.height)
    }

    /// Returns the level 0 of sizes too close together to be made from one another: the source as it is decoded, or a
    /// smaller size if that is far larger than needed.
    ///
    /// - Parameter largest: The largest of the sizes.
    private static func common(
        above largest: PixelSize, original: PixelSize, isJPEG: Bool
    ) -> (size: PixelSize, shrink: Int) {
        for shrink in isJPEG ? [8, 4, 2, 1] : [1] {
            let decoded = PixelSize(width: original.width / shrink, height: original.height / shrink)
            // A fractional number of pixels would have to be resampled to a whole one.
            let isWhole = original.width % shrink == 0 && original.height % shrink == 0
            guard isWhole, shrink == 1 || max(decoded.width, decoded.height) >= sampleSide else { continue }
            if decoded.covers(largest.times(maxRatio)) { break }
            if shrink == 1 || decoded.covers(largest.times(minRatio)) { return (decoded, shrink) }
        }
        let size = base(for: [largest.times(commonRatio)], original: original)
        return (size, isJPEG ? shrink(from: original, to: size, headroom: 1) : 1)
    }

    /// Returns the largest reduction that leaves enough to resampling, without a fraction of a pixel that would shift
    /// the picture or its edge.
    private static func shrink(
        from original: PixelSize, to base: PixelSize, headroom: Double = decoderHeadroom
    ) -> Int {
        let sides = [(original.width, base.width), (original.height, base.height)]
        let longest = max(original.width, original.height)
        return [8, 4, 2].first { shrink in
            longest / shrink >= sampleSide
                && sides.allSatisfy { whole, target in
                    let span = Double(whole) / Double(shrink)
                    let layout = ReducedSide(present: Int(span.rounded(.up)), span: span, target: target)
                    // libvips drops a fractional last pixel; its replacement is a guess.
                    let lost = (span - span.rounded(.down)) / span * Double(target)
                    return span >= Double(target) * headroom && layout.error <= ReducedSide.maxError
                        && lost <= maxLost
                }
        } ?? 1
    }
}

extension PixelSize {
    fileprivate func times(_ factor: Int) -> PixelSize {
        PixelSize(width: width * factor, height: height * factor)
    }
}
