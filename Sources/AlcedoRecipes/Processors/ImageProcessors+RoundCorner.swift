extension ImageProcessors {
    /// Rounds corners.
    public struct RoundCorner: ProcessorRecipe, Hashable, Codable {
        /// The radius of the corners.
        public let radius: ImageLength
        /// The corners to round.
        public let corners: ImageCorners
        /// The color in the corners and wherever else the picture is transparent; `nil` for none.
        public let background: SRGBColor?

        /// Creates a processor. Radii that do not fit are scaled down together, as in CSS.
        public init(radius: ImageLength, corners: ImageCorners = .all, background: SRGBColor? = nil) {
            self.radius = radius
            self.corners = corners
            self.background = background
        }

        /// `alcedo.roundcorner?radius=…&corners=…&background=…`.
        public var identifier: String {
            let behind = background.map { "&background=\(exact($0))" } ?? ""
            return "alcedo.roundcorner?radius=\(radius.identifier)&corners=\(corners.identifier)\(behind)"
        }

        /// Whether rounded corners are left without an opaque background.
        public var mayAddTransparency: Bool { isRound && background?.alpha != 255 }

        /// Whether an opaque background fills everything.
        public var removesTransparency: Bool { background?.alpha == 255 }

        package var isRound: Bool {
            switch radius {
            case .pixels(let value), .fraction(let value): value > 0 && !corners.isEmpty
            }
        }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.RoundCorner {
    /// Rounds corners.
    public static func roundCorner(
        radius: ImageLength, corners: ImageCorners = .all, background: SRGBColor? = nil
    ) -> Self {
        ImageProcessors.RoundCorner(radius: radius, corners: corners, background: background)
    }
}

extension ImageProcessors.RoundCorner: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "round-corner",
            [
                .init("radius", .length, required: true), .init("corners", .corners),
                .init("background", .color),
            ]
        ) { values in
            values.length("radius").map { radius in
                Self(
                    radius: radius, corners: values.corners("corners") ?? .all,
                    background: values.color("background"))
            }
        }
    ]
}
