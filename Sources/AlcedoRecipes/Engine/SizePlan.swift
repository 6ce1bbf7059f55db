import AlcedoBase

/// The sizes at which a source is needed: a pure function of its facts and the requests.
///
/// Each size is made from the source alone, whatever the others are; see `resampled(to:)`. A drawing has no
/// pixels to resample, so it is drawn at each size.
package struct SizePlan: Hashable, Sendable {
    /// The sizes of each request.
    package let layouts: [ResizeLayout]
    /// Whether a request is for the source's own file only, which needs no pixels.
    private let arePassed: [Bool]
    /// The size on which crops are decided that depend on the pixels.
    package let analysis: PixelSize
    /// The size from which hashes and averaged colors are computed.
    package let placeholder: PixelSize
    /// The size at which a drawing shows whether it is opaque, and which colors it has.
    package let looked: PixelSize

    /// Longest side for analysis. Attention and entropy need no more.
    package static let analysisSide = 256
    /// Longest side for placeholders. Hashes keep only a handful of frequencies.
    static let placeholderSide = 64
    /// Shortest and longest side at which a drawing is looked at.
    private static let lookedSides = 256...1024

    package init(facts: ImageFacts, requests: [ImageRequest]) {
        layouts = requests.map { $0.geometry.layout(for: facts) }
        arePassed = requests.map { $0.encodings.allSatisfy(\.format.isOriginal) }
        let displayed = facts.displayedSize
        guard facts.type.isDrawing else {
            analysis = Self.reduced(displayed, to: Self.analysisSide)
            placeholder = Self.reduced(displayed, to: Self.placeholderSide)
            looked = displayed
            return
        }
        // A drawing may be enlarged at will.
        let shape = facts.proportions ?? displayed
        func drawn(_ side: Int) -> PixelSize { shape.fitted(into: PixelSize(width: side, height: side)) }
        analysis = drawn(Self.analysisSide)
        placeholder = drawn(Self.placeholderSide)
        let longest = max(facts.width, facts.height)
        let side = min(max(longest, Self.lookedSides.lowerBound), Self.lookedSides.upperBound)
        looked = side == longest ? displayed : drawn(side)
    }

    package static func reduced(_ size: PixelSize, to side: Int) -> PixelSize {
        max(size.width, size.height) <= side ? size : size.fitted(into: PixelSize(width: side, height: side))
    }

    /// Returns the pictures that a request is made from directly, as far as they are known before decoding.
    package func targets(for request: Int, of displayed: PixelSize) -> [ResampleTarget] {
        let layout = layouts[request]
        // The source is decoded all the same, to see that it is complete.
        if arePassed[request] { return [ResampleTarget(placeholder)] }
        if let origin = layout.cropOrigin {
            return [
                ResampleTarget(layout.scaled, part: CropRectangle(origin: origin, size: layout.kept))
            ]
        }
        // Where to crop shows only afterwards. An enlarged picture may be too large to make as a whole; see
        // `SourcePictures.picture`.
        let whole = displayed.covers(layout.scaled) ? [ResampleTarget(layout.scaled)] : []
        return whole + [ResampleTarget(analysis)]
    }
}
