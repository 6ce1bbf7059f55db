/// A ``ResizeGeometry`` resolved for one original: the size of the whole picture, the part of it that is kept, and the
/// canvas. Computed from the original in one step.
package struct ResizeLayout: Hashable, Sendable, Encodable {
    /// The size of the whole picture before cropping.
    package var scaled: PixelSize
    /// The size of the part that is kept; equal to ``scaled`` if nothing is cropped.
    package var kept: PixelSize
    /// The size of the result. Larger than ``kept`` only for `contain`.
    package var canvas: PixelSize
    /// The top left corner of the kept part in the scaled picture; `nil` if it depends on the pixels.
    package var cropOrigin: PixelPoint?
    /// The top left corner of the kept part on the canvas.
    package var canvasOrigin: PixelPoint

    /// Whether the part to keep depends on the pixels.
    package var needsAnalysis: Bool { cropOrigin == nil }
    /// Whether part of the canvas stays uncovered.
    package var isPadded: Bool { canvas != kept }
}

/// A position in a picture, in whole pixels from the top left.
public struct PixelPoint: Hashable, Sendable, Encodable {
    /// Pixels from the left.
    public var x: Int
    /// Pixels from the top.
    public var y: Int

    /// Creates a point in pixels.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

extension ResizeGeometry {
    /// Returns the layout for an original of `size` pixels as displayed.
    ///
    /// Sides are rounded half up and at least 1. Unless ``enlarge`` is set, no side of the picture grows: a box that is
    /// too large shrinks in its own proportions.
    ///
    /// - Parameters:
    ///   - size: The size as displayed.
    ///   - proportions: The exact proportions, if whole pixels do not give them.
    package func layout(for size: PixelSize, proportions: PixelSize? = nil) -> ResizeLayout {
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
    /// Creates a layout without cropping or padding.
    init(whole size: PixelSize) {
        self.init(
            scaled: size, kept: size, canvas: size, cropOrigin: PixelPoint(x: 0, y: 0),
            canvasOrigin: PixelPoint(x: 0, y: 0))
    }
}

extension ResizeGeometry {
    /// Returns the layout for a source.
    package func layout(for facts: ImageFacts) -> ResizeLayout {
        layout(for: facts.displayedSize, proportions: facts.proportions)
    }
}
