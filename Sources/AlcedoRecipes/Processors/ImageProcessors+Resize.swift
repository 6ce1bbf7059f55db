extension ImageProcessors {
    /// Resizes within a chain of processors. Prefer a request's geometry, which resamples straight from the source.
    public struct Resize: ProcessorRecipe, Hashable, Codable {
        /// The size, in device pixels.
        public let geometry: ResizeGeometry

        /// Creates a processor.
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

        /// Whether `contain` may leave part of the box uncovered.
        public var mayAddTransparency: Bool {
            geometry.fit == .contain && geometry.width != nil && geometry.height != nil
        }

        /// Returns the size of the box after fitting it to the picture.
        public func size(of size: PixelSize, density: Double) -> PixelSize {
            geometry.layout(for: size).canvas
        }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Resize {
    /// Resizes the picture.
    ///
    /// - Parameters:
    ///   - width: Device pixels, or `nil` to derive it from the height.
    ///   - height: Device pixels, or `nil` to derive it from the width.
    ///   - fit: How the picture fits the box if both sides are given.
    ///   - position: The part that `cover` keeps.
    ///   - enlarge: Whether a smaller picture is enlarged.
    public static func resize(
        width: Int? = nil, height: Int? = nil, fit: ImageFit = .cover, position: CropPosition = .center,
        enlarge: Bool = false
    ) -> Self {
        ImageProcessors.Resize(
            ResizeGeometry(width: width, height: height, fit: fit, position: position, enlarge: enlarge))
    }
}

extension ImageProcessors.Resize: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "resize",
            [
                .init("width", .integer(1...65_535)), .init("height", .integer(1...65_535)),
                .init("fit", .choice(ImageFit.allCases.map(\.rawValue))),
                .init("position", .choice(CropPosition.allCases.map(\.rawValue))),
                .init("enlarge", .flag),
            ],
            contradiction: ProcessorSpecification.needsASide
        ) { values in
            let both = values.number("width") != nil && values.number("height") != nil
            return Self(
                ResizeGeometry(
                    width: values.integer("width"), height: values.integer("height"),
                    fit: values.text("fit").flatMap(ImageFit.init) ?? (both ? .cover : .inside),
                    position: values.text("position").flatMap(CropPosition.init) ?? .center,
                    enlarge: values.flag("enlarge") ?? false))
        },
        ProcessorSpecification(
            "downsample",
            [.init("width", .integer(1...65_535)), .init("height", .integer(1...65_535))],
            contradiction: ProcessorSpecification.needsASide
        ) { values in
            Self(
                ResizeGeometry(width: values.integer("width"), height: values.integer("height"), fit: .inside)
            )
        },
    ]
}
