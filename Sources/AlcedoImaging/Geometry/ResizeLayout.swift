/// What a ``ResizeGeometry`` comes to for one original: how large the whole picture becomes, which part of it is
/// kept, and on what canvas it stands. Computed from the original in one step.
public struct ResizeLayout: Hashable, Sendable, Encodable {
    /// The size of the whole picture, before anything is cut off.
    public var scaled: PixelSize
    /// The size of the part that is kept; equal to ``scaled`` where nothing is cut off.
    public var kept: PixelSize
    /// The size of the result. Larger than ``kept`` only for `contain`.
    public var canvas: PixelSize
    /// Where the kept part's top left corner lies in the scaled picture, unless it depends on the pixels.
    public var cropOrigin: PixelPoint?
    /// Where the kept part's top left corner lies on the canvas.
    public var canvasOrigin: PixelPoint

    /// Whether the part to keep is found by looking at the picture.
    public var needsAnalysis: Bool { cropOrigin == nil }
    /// Whether some of the canvas is left uncovered.
    public var isPadded: Bool { canvas != kept }
}

/// A place in a picture, in whole pixels from the top left.
public struct PixelPoint: Hashable, Sendable, Encodable {
    /// Pixels from the left.
    public var x: Int
    /// Pixels from the top.
    public var y: Int

    /// Takes pixels.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

extension ResizeGeometry {
    /// The sizes for an original of `size` pixels as displayed.
    ///
    /// Rounded half up, each side at least 1. Unless ``enlarge`` is set no side of the picture grows: a box that
    /// would need it shrinks, keeping its own proportions.
    ///
    /// - Parameters:
    ///   - size: The size as displayed.
    ///   - proportions: The relation of its sides where whole pixels do not tell it.
    public func layout(for size: PixelSize, proportions: PixelSize? = nil) -> ResizeLayout {
        let shape = proportions ?? size
        let width = width.map { min(max(1, $0), PixelSize.longestSide) }
        let height = height.map { min(max(1, $0), PixelSize.longestSide) }
        let box: PixelSize
        let scaled: PixelSize
        switch (width, height) {
        case (nil, nil):
            return ResizeLayout(whole: size)
        case (let width?, nil):
            if !enlarge && width >= size.width { return ResizeLayout(whole: size) }
            return ResizeLayout(whole: shape.scaled(toWidth: width))
        case (nil, let height?):
            if !enlarge && height >= size.height { return ResizeLayout(whole: size) }
            return ResizeLayout(whole: shape.scaled(toHeight: height))
        case (let width?, let height?):
            let asked = PixelSize(width: width, height: height)
            switch fit {
            case .inside: return ResizeLayout(whole: clamped(shape.fitted(into: asked), to: size))
            case .outside: return ResizeLayout(whole: clamped(shape.filling(asked), to: size))
            case .fill: return ResizeLayout(whole: enlarge ? asked : asked.shrunk(into: size))
            case .cover:
                let filling = shape.filling(asked)
                let fits = enlarge || (filling.width <= size.width && filling.height <= size.height)
                box = fits ? asked : asked.shrunk(into: size)
                scaled = fits ? filling : size
            case .contain:
                let fitted = shape.fitted(into: asked)
                let fits = enlarge || (fitted.width <= size.width && fitted.height <= size.height)
                scaled = fits ? fitted : size
                box = fits ? asked : asked.shrunk(around: size)
            }
        }
        guard fit == .cover else {
            let anchor = position.anchor ?? CropPosition.centerAnchor
            return ResizeLayout(
                scaled: scaled, kept: scaled, canvas: box, cropOrigin: PixelPoint(x: 0, y: 0),
                canvasOrigin: CropRectangle.origin(of: scaled, in: box, anchor: anchor))
        }
        let kept = PixelSize(width: min(box.width, scaled.width), height: min(box.height, scaled.height))
        return ResizeLayout(
            scaled: scaled, kept: kept, canvas: kept, cropOrigin: cropOrigin(of: kept, in: scaled),
            canvasOrigin: PixelPoint(x: 0, y: 0))
    }

    private func clamped(_ result: PixelSize, to size: PixelSize) -> PixelSize {
        enlarge || (result.width <= size.width && result.height <= size.height) ? result : size
    }

    /// `nil` where the pixels decide.
    private func cropOrigin(of kept: PixelSize, in scaled: PixelSize) -> PixelPoint? {
        if kept == scaled { return PixelPoint(x: 0, y: 0) }
        if let anchor = position.anchor, position.isCompassPoint || focus == nil {
            return CropRectangle.origin(of: kept, in: scaled, anchor: anchor)
        }
        guard let focus else { return nil }
        return CropRectangle.origin(of: kept, in: scaled, around: focus)
    }
}

extension ResizeLayout {
    /// Nothing cut off, nothing added.
    init(whole size: PixelSize) {
        self.init(
            scaled: size, kept: size, canvas: size, cropOrigin: PixelPoint(x: 0, y: 0),
            canvasOrigin: PixelPoint(x: 0, y: 0))
    }
}

extension ResizeGeometry {
    /// The sizes for a source.
    public func layout(for facts: ImageFacts) -> ResizeLayout {
        layout(for: facts.displayedSize, proportions: facts.proportions)
    }
}
