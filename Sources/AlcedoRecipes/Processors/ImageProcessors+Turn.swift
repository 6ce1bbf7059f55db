import AlcedoBase

extension ImageProcessors {
    /// Rotates the picture clockwise.
    ///
    /// By multiples of 90 degrees no pixel changes. By any other angle the canvas grows to hold the whole picture.
    public struct Rotate: ProcessorRecipe, Hashable, Codable {
        /// Degrees clockwise, 0 ..< 360.
        public let angle: Double
        /// The color in the corners of the canvas; `nil` for none.
        public let background: SRGBColor?

        /// Creates a processor from any number of degrees.
        public init(angle: Double, background: SRGBColor? = nil) {
            let rest = angle.truncatingRemainder(dividingBy: 360)
            self.angle = rest < 0 ? rest + 360 : rest
            self.background = background
        }

        /// `alcedo.rotate?angle=…&background=…`.
        public var identifier: String {
            "alcedo.rotate?angle=\(exact(angle))" + (background.map { "&background=\(exact($0))" } ?? "")
        }

        /// Whether the angle leaves corners without an opaque background.
        public var mayAddTransparency: Bool { quarterTurns == nil && background?.alpha != 255 }

        /// Whether an opaque background lies behind everything.
        public var removesTransparency: Bool { quarterTurns == nil && background?.alpha == 255 }

        /// Returns the size, transposed by a quarter turn, or the box around the rotated picture, rounded half up.
        public func size(of size: PixelSize, density: Double) -> PixelSize {
            if let turns = quarterTurns { return turns % 2 == 0 ? size : size.transposed }
            let (sine, cosine) = (abs(sin(angle * .pi / 180)), abs(cos(angle * .pi / 180)))
            let (width, height) = (Double(size.width), Double(size.height))
            return PixelSize(
                width: Int((width * cosine + height * sine).rounded()),
                height: Int((width * sine + height * cosine).rounded()))
        }

        package var quarterTurns: Int? {
            angle.truncatingRemainder(dividingBy: 90) == 0 ? Int(angle / 90) % 4 : nil
        }
    }

    /// Mirrors the picture.
    public struct Flip: ProcessorRecipe, Hashable, Codable {
        /// Sides that change places.
        public enum Axis: String, Hashable, Sendable, CaseIterable, Codable {
            /// Left and right.
            case horizontal
            /// Top and bottom.
            case vertical
            /// Both pairs: a rotation by 180 degrees.
            case both
        }

        /// The sides that change places.
        public let axis: Axis

        /// Creates a processor.
        public init(axis: Axis = .horizontal) {
            self.axis = axis
        }

        /// `alcedo.flip?axis=horizontal`.
        public var identifier: String { "alcedo.flip?axis=\(axis.rawValue)" }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Rotate {
    /// Rotates the picture clockwise by any number of degrees.
    public static func rotate(angle: Double, background: SRGBColor? = nil) -> Self {
        ImageProcessors.Rotate(angle: angle, background: background)
    }
}

extension ProcessorRecipe where Self == ImageProcessors.Flip {
    /// Mirrors the picture.
    public static func flip(_ axis: ImageProcessors.Flip.Axis = .horizontal) -> Self {
        ImageProcessors.Flip(axis: axis)
    }
}

extension ImageProcessors.Rotate: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "rotate",
            [.init("angle", .number(-360...360), required: true), .init("background", .color)]
        ) { values in
            values.number("angle").map {
                Self(angle: $0, background: values.color("background"))
            }
        }
    ]
}

extension ImageProcessors.Flip: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "flip", [.init("axis", .choice(Axis.allCases.map(\.rawValue)))]
        ) { values in
            Self(
                axis: values.text("axis").flatMap(Axis.init) ?? .horizontal)
        }
    ]
}
