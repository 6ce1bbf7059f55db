extension ImageProcessors {
    /// Resizes within a chain of processors. The size of a request is better said in its geometry, which resamples
    /// straight from the source.
    public struct Resize: ImageProcessor, Hashable, Codable {
        /// The size, in device pixels.
        public let geometry: ResizeGeometry

        /// Resizes.
        public init(_ geometry: ResizeGeometry) {
            self.geometry = geometry
        }

        /// `alcedo.resize?…` with every setting.
        public var identifier: String {
            var parts = [
                "width=\(geometry.width.map { String($0) } ?? "")",
                "height=\(geometry.height.map { String($0) } ?? "")",
                "fit=\(geometry.fit.rawValue)", "position=\(geometry.position.rawValue)",
                "enlarge=\(geometry.enlarge ? 1 : 0)",
            ]
            if let focus = geometry.focus { parts.append("focus=\(exact(focus.x)),\(exact(focus.y))") }
            return "alcedo.resize?" + parts.joined(separator: "&")
        }

        /// Whether `contain` may leave something uncovered.
        public var mayAddTransparency: Bool {
            geometry.fit == .contain && geometry.width != nil && geometry.height != nil
        }

        /// The size of the box as the picture meets it.
        public func size(of size: PixelSize, density: Double) -> PixelSize {
            geometry.layout(for: size).canvas
        }

        /// Resizes each frame.
        ///
        /// - Throws: ``ImagingError/process(step:reason:)``.
        public func process(_ image: Image, context: ImageProcessingContext) throws -> Image {
            let layout = geometry.layout(for: image.size)
            let whole = try image.rendered()
            let origin =
                try layout.cropOrigin
                ?? whole.analysed().interestingOrigin(for: layout, entropy: geometry.position == .entropy)
            // The whole picture at its size may be far larger than what is kept of it.
            let part = CropRectangle(origin: origin, size: layout.kept)
            let kept = try whole.resized(to: layout.scaled, part: part).rendered()
            guard layout.isPadded else { return kept }
            return try kept.embedded(in: layout.canvas, at: layout.canvasOrigin, background: nil)
        }
    }
}

extension ImageProcessor where Self == ImageProcessors.Resize {
    /// Resizes.
    ///
    /// - Parameters:
    ///   - width: Device pixels, or `nil` to follow from the height.
    ///   - height: Device pixels, or `nil` to follow from the width.
    ///   - fit: How the picture meets the box when both are given.
    ///   - position: Which part `cover` keeps.
    ///   - enlarge: Whether a smaller picture grows.
    public static func resize(
        width: Int? = nil, height: Int? = nil, fit: ImageFit = .cover, position: CropPosition = .center,
        enlarge: Bool = false
    ) -> Self {
        ImageProcessors.Resize(
            ResizeGeometry(width: width, height: height, fit: fit, position: position, enlarge: enlarge))
    }
}
