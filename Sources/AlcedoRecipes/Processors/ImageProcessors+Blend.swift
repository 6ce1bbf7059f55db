public import AlcedoBase

extension ImageProcessors {
    /// Blends the picture with a color or another picture: a watermark, a texture, a background.
    public struct Blend: ProcessorRecipe, Hashable, Codable {
        /// Content to blend in.
        public enum Content: Hashable, Sendable, Codable {
            /// One color everywhere.
            case color(SRGBColor)
            /// The first frame of an encoded picture, and its placement.
            case image(Data, Placement)
        }

        /// Position and size of another picture.
        public struct Placement: Hashable, Sendable, Codable {
            /// The point at which the two pictures coincide, from the top left.
            public var anchor: FocalPoint
            /// The distance from the edges in CSS pixels, less if room is short. Tiles still reach the edges.
            public var margin: Double
            /// CSS pixels, or a fraction of the picture's width; `nil` for one CSS pixel per pixel.
            public var width: ImageLength?
            /// CSS pixels, or a fraction of the picture's height; `nil` for what follows from the width. With both, what does
            /// not fit is cut off.
            public var height: ImageLength?
            /// The radius of its corners; `nil` for none. A fraction of 0.5 turns a square picture into a disc.
            public var radius: ImageLength?
            /// Whether the picture is repeated in all directions.
            public var tiles: Bool

            /// Creates a placement, by default centered, at its own size, not repeated.
            public init(
                anchor: FocalPoint = .center, margin: Double = 0, width: ImageLength? = nil,
                height: ImageLength? = nil, radius: ImageLength? = nil, tiles: Bool = false
            ) {
                self.anchor = anchor
                self.margin = margin
                self.width = width
                self.height = height
                self.radius = radius
                self.tiles = tiles
            }
        }

        /// The content to blend in.
        public let content: Content
        /// The blend mode.
        public let mode: ImageProcessors.BlendMode
        /// The opacity of the content, 0…1.
        public let opacity: Double
        private let digest: ContentDigest?
        private let needs: DrawingNeeds

        /// Creates a processor; `opacity` is clamped to 0…1.
        public init(_ content: Content, mode: ImageProcessors.BlendMode = .over, opacity: Double = 1) {
            self.content = content
            self.mode = mode
            self.opacity = min(max(opacity, 0), 1)
            if case .image(let data, _) = content {
                digest = ContentDigest(hashing: data)
                needs = DrawingNeeds(of: data)
            } else {
                digest = nil
                needs = .nothing
            }
        }

        /// `alcedo.blend?…` with every setting; a picture is identified by the digest of its bytes, and of what
        /// it is drawn with.
        public var identifier: String {
            let rest = "mode=\(mode.rawValue)&opacity=\(exact(opacity))"
            switch content {
            case .color(let color): return "alcedo.blend?color=\(exact(color))&\(rest)"
            case .image(_, let placement):
                let tools = DrawingTools.digest(for: needs).map { "&drawn=\($0.hex)" } ?? ""
                return "alcedo.blend?image=\(digest?.hex ?? "")\(tools)&anchor=\(exact(placement.anchor.x)),"
                    + "\(exact(placement.anchor.y))&margin=\(exact(placement.margin))"
                    + "&width=\(placement.width?.identifier ?? "")"
                    + (placement.height.map { "&height=\($0.identifier)" } ?? "")
                    + (placement.radius.map { "&radius=\($0.identifier)" } ?? "")
                    + "&tiles=\(placement.tiles ? 1 : 0)&\(rest)"
            }
        }

        /// Whether the mode may reduce coverage.
        public var mayAddTransparency: Bool { mode.mayAddTransparency && !removesTransparency }

        /// Whether an opaque color fills everything that the picture leaves transparent.
        public var removesTransparency: Bool {
            guard case .color(let color) = content else { return false }
            return color.alpha == 255 && opacity == 1 && mode.fillsWithOpaqueSource
        }

        /// Returns the top left corner of the other picture, negative if it is larger. Margins shrink to the room left.
        package static func origin(
            of front: PixelSize, in size: PixelSize, _ placement: Placement, density: Double
        ) -> PixelPoint {
            func corner(_ side: Int, _ whole: Int, _ anchor: Double) -> Int {
                let margin = min(placement.margin * density, max(0, Double(whole - side) / 2))
                let room = Double(whole) - 2 * margin - Double(side)
                return Int((margin + room * min(max(anchor, 0), 1) + 0.5).rounded(.down))
            }
            return PixelPoint(
                x: corner(front.width, size.width, placement.anchor.x),
                y: corner(front.height, size.height, placement.anchor.y))
        }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Blend {
    /// Blends the picture with a color.
    public static func blend(_ color: SRGBColor, mode: ImageProcessors.BlendMode = .over, opacity: Double = 1)
        -> Self
    {
        ImageProcessors.Blend(.color(color), mode: mode, opacity: opacity)
    }

    /// Blends the picture with another one, given by its encoded bytes.
    public static func blend(
        _ image: Data, at placement: ImageProcessors.Blend.Placement = .init(),
        mode: ImageProcessors.BlendMode = .over,
        opacity: Double = 1
    ) -> Self {
        ImageProcessors.Blend(.image(image, placement), mode: mode, opacity: opacity)
    }
}

extension ImageProcessors.Blend: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "blend", aliases: ["composite", "watermark"],
            [
                .init("image", .image), .init("color", .color),
                .init("mode", .choice(ImageProcessors.BlendMode.allCases.map(\.rawValue))),
                .init("opacity", .number(0...1)), .init("position", .point),
                .init("margin", .number(0...65_535)), .init("width", .side), .init("height", .side),
                .init("radius", .length), .init("tile", .flag), .init("optional", .flag),
            ],
            contradiction: { values in
                if (values["image"] == nil) == (values["color"] == nil) {
                    return "needs either 'image' or 'color'"
                }
                let placing = ["position", "margin", "width", "height", "radius", "tile", "optional"].first {
                    values[$0] != nil
                }
                if values.flag("tile") == true, values["margin"] != nil {
                    return "has 'margin' and 'tile', which fills the margins; leave one out"
                }
                guard values["color"] != nil, let placing else { return nil }
                return "has '\(placing)', which applies to 'image' only: a colour covers everything"
            }
        ) { values in
            let mode = values.text("mode").flatMap(ImageProcessors.BlendMode.init) ?? .over
            let opacity = values.number("opacity") ?? 1
            if let color = values.color("color") {
                return Self(.color(color), mode: mode, opacity: opacity)
            }
            guard let image = values.image("image"), let data = image.data else { return nil }
            let placement = Placement(
                anchor: values.point("position") ?? .center, margin: values.number("margin") ?? 0,
                width: values.length("width"), height: values.length("height"),
                radius: values.length("radius"), tiles: values.flag("tile") ?? false)
            return Self(.image(data, placement), mode: mode, opacity: opacity)
        }
    ]
}
