extension ImageProcessors {
    /// Crops the picture, like Kingfisher's `CroppingImageProcessor`.
    public struct Crop: ProcessorRecipe, Hashable, Codable {
        /// CSS pixels or a fraction of the picture's width; `nil` for all of it.
        public let width: ImageLength?
        /// CSS pixels or a fraction of the picture's height; `nil` for all of it.
        public let height: ImageLength?
        /// The point at which the part and the picture coincide, from the top left: (0.5, 0.5) for the middle.
        public let anchor: FocalPoint

        /// Creates a processor. A part larger than the picture is reduced to it, and the anchor is clamped to 0…1.
        public init(width: ImageLength?, height: ImageLength?, anchor: FocalPoint = .center) {
            self.width = width
            self.height = height
            self.anchor = anchor
        }

        /// `alcedo.crop?width=…&height=…&anchor=…`.
        public var identifier: String {
            "alcedo.crop?width=\(width?.identifier ?? "")&height=\(height?.identifier ?? "")"
                + "&anchor=\(exact(anchor.x)),\(exact(anchor.y))"
        }

        /// Returns the size of the part.
        public func size(of size: PixelSize, density: Double) -> PixelSize {
            part(of: size, density: density).size
        }

        package func part(of size: PixelSize, density: Double) -> CropRectangle {
            CropRectangle(
                PixelSize(
                    width: width?.devicePixels(of: size.width, density: density) ?? size.width,
                    height: height?.devicePixels(of: size.height, density: density) ?? size.height),
                in: size, anchor: anchor)
        }
    }

    /// Crops the picture to a square and rounds it to a disc.
    public struct Circle: ProcessorRecipe, Hashable, Codable {
        /// The part of a non-square picture that is kept, from the top left.
        public let anchor: FocalPoint
        /// The color around the disc; `nil` for none.
        public let background: SRGBColor?

        /// Creates a processor.
        public init(anchor: FocalPoint = .center, background: SRGBColor? = nil) {
            self.anchor = anchor
            self.background = background
        }

        /// `alcedo.circle?anchor=…&background=…`.
        public var identifier: String {
            let behind = background.map { "&background=\(exact($0))" } ?? ""
            return "alcedo.circle?anchor=\(exact(anchor.x)),\(exact(anchor.y))\(behind)"
        }

        /// Whether the corners are left without an opaque background.
        public var mayAddTransparency: Bool { corners.mayAddTransparency }

        /// Whether an opaque background fills everything.
        public var removesTransparency: Bool { corners.removesTransparency }

        /// Returns a square of the shorter side.
        public func size(of size: PixelSize, density: Double) -> PixelSize {
            let side = min(size.width, size.height)
            return PixelSize(width: side, height: side)
        }

        package var corners: RoundCorner { RoundCorner(radius: .fraction(0.5), background: background) }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Crop {
    /// Crops the picture.
    public static func crop(
        width: ImageLength? = nil, height: ImageLength? = nil, anchor: FocalPoint = .center
    ) -> Self {
        ImageProcessors.Crop(width: width, height: height, anchor: anchor)
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Circle {
    /// Crops the picture to a square and rounds it to a disc.
    public static func circle(anchor: FocalPoint = .center, background: SRGBColor? = nil) -> Self {
        ImageProcessors.Circle(anchor: anchor, background: background)
    }
}

extension ImageProcessors.Crop: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "crop",
            [.init("width", .side), .init("height", .side), .init("position", .point)],
            contradiction: ProcessorSpecification.needsASide
        ) { values in
            Self(
                width: values.length("width"),
                height: values.length("height"), anchor: values.point("position") ?? .center
            )
        }
    ]
}

extension ImageProcessors.Circle: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "circle", [.init("position", .point), .init("background", .color)]
        ) { values in
            Self(
                anchor: values.point("position") ?? .center, background: values.color("background"))
        }
    ]
}
