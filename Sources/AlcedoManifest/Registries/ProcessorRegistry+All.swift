import AlcedoImaging

extension ProcessorRegistry {
    static let geometry: [Specification] = [
        Specification(
            "resize",
            [
                Parameter("width", .integer(1...65_535)), Parameter("height", .integer(1...65_535)),
                Parameter("fit", .choice(ImageFit.allCases.map(\.rawValue))),
                Parameter("position", .choice(CropPosition.allCases.map(\.rawValue))),
                Parameter("enlarge", .flag),
            ],
            contradiction: needsASide
        ) { step in
            let both = step.number("width") != nil && step.number("height") != nil
            return ImageProcessors.Resize(
                ResizeGeometry(
                    width: step.integer("width"), height: step.integer("height"),
                    fit: step.text("fit").flatMap(ImageFit.init) ?? (both ? .cover : .inside),
                    position: step.text("position").flatMap(CropPosition.init) ?? .center,
                    enlarge: step.flag("enlarge") ?? false))
        },
        Specification(
            "downsample",
            [Parameter("width", .integer(1...65_535)), Parameter("height", .integer(1...65_535))],
            contradiction: needsASide
        ) { step in
            ImageProcessors.Resize(
                ResizeGeometry(width: step.integer("width"), height: step.integer("height"), fit: .inside))
        },
        Specification(
            "crop",
            [Parameter("width", .side), Parameter("height", .side), Parameter("position", .point)],
            contradiction: needsASide
        ) { step in
            ImageProcessors.Crop(
                width: step.length("width").map(ImageLength.init),
                height: step.length("height").map(ImageLength.init), anchor: step.point("position") ?? .center
            )
        },
        Specification(
            "trim", [Parameter("threshold", .integer(0...255)), Parameter("background", .color)]
        ) { step in
            ImageProcessors.Trim(
                threshold: step.integer("threshold") ?? 10, background: step.color("background"))
        },
        Specification(
            "rotate",
            [Parameter("angle", .number(-360...360), required: true), Parameter("background", .color)]
        ) { step in
            step.number("angle").map {
                ImageProcessors.Rotate(angle: $0, background: step.color("background"))
            }
        },
        Specification(
            "flip", [Parameter("axis", .choice(ImageProcessors.Flip.Axis.allCases.map(\.rawValue)))]
        ) { step in
            ImageProcessors.Flip(
                axis: step.text("axis").flatMap(ImageProcessors.Flip.Axis.init) ?? .horizontal)
        },
    ]

    static let shapes: [Specification] = [
        Specification(
            "round-corner",
            [
                Parameter("radius", .length, required: true), Parameter("corners", .corners),
                Parameter("background", .color),
            ]
        ) { step in
            step.length("radius").map { radius in
                ImageProcessors.RoundCorner(
                    radius: CornerRadius(radius), corners: step.imageCorners ?? .all,
                    background: step.color("background"))
            }
        },
        Specification(
            "circle", [Parameter("position", .point), Parameter("background", .color)]
        ) { step in
            ImageProcessors.Circle(
                anchor: step.point("position") ?? .center, background: step.color("background"))
        },
        Specification(
            "border",
            [
                Parameter("width", .number(0...10_000), required: true),
                Parameter("color", .color, required: true), Parameter("radius", .length),
                Parameter("corners", .corners),
            ]
        ) { step in
            guard let width = step.number("width"), let color = step.color("color") else { return nil }
            return ImageProcessors.Border(
                width: width, color: color,
                radius: step.length("radius").map(CornerRadius.init) ?? .pixels(0),
                corners: step.imageCorners ?? .all)
        },
        Specification(
            "background", aliases: ["flatten"], [Parameter("color", .color, required: true)]
        ) { step in
            step.color("color").map { ImageProcessors.Flatten(color: $0) }
        },
    ]

    static let colors: [Specification] = [
        Specification("tint", [Parameter("color", .color, required: true)]) { step in
            step.color("color").map { ImageProcessors.Tint(color: $0) }
        },
        Specification(
            "overlay", [Parameter("color", .color, required: true), Parameter("fraction", .number(0...1))]
        ) { step in
            step.color("color").map {
                ImageProcessors.Overlay(color: $0, fraction: step.number("fraction") ?? 0.5)
            }
        },
        Specification(
            "color-controls", aliases: ["colour-controls"],
            [
                Parameter("brightness", .number(-1...1)), Parameter("contrast", .number(0...10)),
                Parameter("saturation", .number(0...10)), Parameter("exposure", .number(-10...10)),
            ],
            contradiction: { $0.parameters.isEmpty ? "needs at least one of its parameters" : nil }
        ) { step in
            ImageProcessors.ColorControls(
                brightness: step.number("brightness") ?? 0, contrast: step.number("contrast") ?? 1,
                saturation: step.number("saturation") ?? 1, exposure: step.number("exposure") ?? 0)
        },
        Specification("black-white") { _ in ImageProcessors.BlackWhite() },
        Specification("sepia", [Parameter("amount", .number(0...1))]) { step in
            ImageProcessors.Sepia(amount: step.number("amount") ?? 1)
        },
        Specification(
            "duotone",
            [
                Parameter("shadows", .color, required: true), Parameter("highlights", .color, required: true),
            ]
        ) { step in
            guard let shadows = step.color("shadows"), let highlights = step.color("highlights") else {
                return nil
            }
            return ImageProcessors.Duotone(shadows: shadows, highlights: highlights)
        },
    ]

    static let effects: [Specification] = [
        Specification("blur", [Parameter("sigma", .number(0...250), required: true)]) { step in
            step.number("sigma").map { ImageProcessors.Blur(sigma: $0) }
        },
        Specification(
            "sharpen",
            [
                Parameter("sigma", .number(0...50)), Parameter("amount", .number(0...10)),
                Parameter("threshold", .number(0...255)),
            ]
        ) { step in
            ImageProcessors.Sharpen(
                sigma: step.number("sigma") ?? 1, amount: step.number("amount") ?? 0.5,
                threshold: step.number("threshold") ?? 0)
        },
        Specification(
            "blend", aliases: ["composite", "watermark"],
            [
                Parameter("image", .image), Parameter("color", .color),
                Parameter("mode", .choice(BlendMode.allCases.map(\.rawValue))),
                Parameter("opacity", .number(0...1)), Parameter("position", .point),
                Parameter("margin", .number(0...65_535)), Parameter("width", .side), Parameter("tile", .flag),
            ],
            contradiction: { step in
                if (step.parameters["image"] == nil) == (step.parameters["color"] == nil) {
                    return "needs either 'image' or 'color'"
                }
                let placing = ["position", "margin", "width", "tile"].first { step.parameters[$0] != nil }
                if step.flag("tile") == true, step.parameters["margin"] != nil {
                    return "has 'margin' and 'tile', which fills the margins; leave one out"
                }
                guard step.parameters["color"] != nil, let placing else { return nil }
                return "has '\(placing)', which applies to 'image' only: a colour covers everything"
            }
        ) { step in
            let mode = step.text("mode").flatMap(BlendMode.init) ?? .over
            let opacity = step.number("opacity") ?? 1
            if let color = step.color("color") {
                return ImageProcessors.Blend(.color(color), mode: mode, opacity: opacity)
            }
            guard let image = step.image("image"), let data = image.data else { return nil }
            let placement = ImageProcessors.Blend.Placement(
                anchor: step.point("position") ?? .center, margin: step.number("margin") ?? 0,
                width: step.length("width").map(ImageLength.init), tiles: step.flag("tile") ?? false)
            return ImageProcessors.Blend(.image(data, placement), mode: mode, opacity: opacity)
        },
    ]

    @Sendable private static func needsASide(_ step: ProcessStep) -> String? {
        step.parameters["width"] == nil && step.parameters["height"] == nil
            ? "needs 'width' or 'height'" : nil
    }
}

extension ProcessStep {
    fileprivate var imageCorners: ImageCorners? { corners("corners").map { ImageCorners($0) } }
}

extension CornerRadius {
    package init(_ length: ManifestLength) {
        switch length {
        case .pixels(let pixels): self = .pixels(pixels)
        case .percent(let percent): self = .fraction(percent / 100)
        }
    }
}

extension ImageLength {
    fileprivate init(_ length: ManifestLength) {
        switch length {
        case .pixels(let pixels): self = .pixels(pixels)
        case .percent(let percent): self = .fraction(percent / 100)
        }
    }
}

extension ImageCorners {
    package init(_ corners: Set<ManifestCorner>) {
        self = []
        if corners.contains(.topLeft) { insert(.topLeft) }
        if corners.contains(.topRight) { insert(.topRight) }
        if corners.contains(.bottomLeft) { insert(.bottomLeft) }
        if corners.contains(.bottomRight) { insert(.bottomRight) }
    }
}
