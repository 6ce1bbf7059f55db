import AlcedoBase

extension ImageProcessors {
    /// Saturation, brightness, contrast, and exposure, in this order, on the values that sRGB stores.
    ///
    /// A picture kept in other colors is changed by its own values, so that none of its colors is lost.
    ///
    /// Equivalent to Kingfisher's `ColorControlsProcessor`: Core Image's `CIColorControls`, then `CIExposureAdjust`.
    public struct ColorControls: ProcessorRecipe, Hashable, Codable {
        /// The amount added to every channel: -1 black … 0 … 1 white.
        public let brightness: Double
        /// The factor for the distance from middle gray; 1 changes nothing.
        public let contrast: Double
        /// The factor for the distance from gray: 0 gray, 1 unchanged.
        public let saturation: Double
        /// The exposure in stops: 1 doubles the light.
        public let exposure: Double

        /// Creates a processor; each default changes nothing.
        public init(
            brightness: Double = 0, contrast: Double = 1, saturation: Double = 1, exposure: Double = 0
        ) {
            self.brightness = brightness
            self.contrast = contrast
            self.saturation = saturation
            self.exposure = exposure
        }

        /// `alcedo.colorcontrols?brightness=…&contrast=…&saturation=…&exposure=…`.
        public var identifier: String {
            "alcedo.colorcontrols?brightness=\(exact(brightness))&contrast=\(exact(contrast))"
                + "&saturation=\(exact(saturation))&exposure=\(exact(exposure))"
        }
    }

    /// Black and white, 0.7 stops lighter, like Kingfisher's `BlackWhiteProcessor`.
    public struct BlackWhite: ProcessorRecipe, Hashable, Codable {
        /// Creates a processor.
        public init() {}

        /// `alcedo.blackwhite`.
        public var identifier: String { "alcedo.blackwhite" }
    }
}

extension ProcessorRecipe where Self == ImageProcessors.ColorControls {
    /// Changes saturation, brightness, contrast, and exposure, in this order.
    public static func colorControls(
        brightness: Double = 0, contrast: Double = 1, saturation: Double = 1, exposure: Double = 0
    ) -> Self {
        ImageProcessors.ColorControls(
            brightness: brightness, contrast: contrast, saturation: saturation, exposure: exposure)
    }
}

extension ProcessorRecipe where Self == ImageProcessors.BlackWhite {
    /// Black and white, 0.7 stops lighter.
    public static var blackWhite: Self { ImageProcessors.BlackWhite() }
}

extension ImageProcessors.ColorControls: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "color-controls", aliases: ["colour-controls"],
            [
                .init("brightness", .number(-1...1)), .init("contrast", .number(0...10)),
                .init("saturation", .number(0...10)), .init("exposure", .number(-10...10)),
            ],
            contradiction: { $0.isEmpty ? "needs at least one of its parameters" : nil }
        ) { values in
            Self(
                brightness: values.number("brightness") ?? 0, contrast: values.number("contrast") ?? 1,
                saturation: values.number("saturation") ?? 1, exposure: values.number("exposure") ?? 0)
        }
    ]
}

extension ImageProcessors.BlackWhite: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification("black-white") { _ in Self() }
    ]
}
