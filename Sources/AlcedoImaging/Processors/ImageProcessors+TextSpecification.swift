extension ImageProcessors.Text: BuiltInProcessor {
    static let specifications = [
        ProcessorSpecification(
            "text",
            [
                .init("text", .template, required: true), .init("font", .fonts), .init("size", .side),
                .init("min-size", .side), .init("color", .color), .init("weight", .integer(1...1000)),
                .init("italic", .flag), .init("line-height", .number(0.5...4)),
                .init("letter-spacing", .number(-0.5...2)), .init("language", .language),
                .init("position", .point), .init("margin", .length), .init("x", .shift), .init("y", .shift),
                .init("width", .side), .init("height", .side),
                .init("align", .choice(Alignment.allCases.map(\.rawValue))), .init("justify", .flag),
                .init("lines", .integer(1...1000)),
                .init("overflow", .choice(Overflow.allCases.map(\.rawValue))),
                .init(
                    "shadow",
                    .settings([
                        .init("color", .color), .init("blur", .number(0...250)),
                        .init("x", .number(-1000...1000)), .init("y", .number(-1000...1000)),
                    ])),
                .init("outline", .settings([.init("color", .color), .init("width", .number(0...100))])),
                .init("markup", .flag),
            ]
        ) { values in
            guard let text = values.template("text"), let fonts = values.fonts("font") else { return nil }
            return Self(
                text.content, style: Style(values, fonts: fonts.compactMap(\.font)), box: Box(values),
                shadow: values.settings("shadow").map(Shadow.init),
                outline: values.settings("outline").map(Outline.init),
                usesMarkup: values.flag("markup") ?? false)
        }
    ]

    /// The size of letters without a `size`: a twelfth of the height.
    static let standardSize = ImageLength.fraction(0.08)
}

extension ImageProcessors.Text.Style {
    fileprivate init(_ values: ProcessorValues, fonts: [ImageProcessors.Text.Font]) {
        self.init(
            fonts: fonts, size: values.length("size") ?? ImageProcessors.Text.standardSize,
            minSize: values.length("min-size"),
            color: values.color("color") ?? SRGBColor(red: 255, green: 255, blue: 255),
            weight: values.integer("weight") ?? 400, isItalic: values.flag("italic") ?? false,
            lineHeight: values.number("line-height"), letterSpacing: values.number("letter-spacing") ?? 0,
            language: values.text("language"))
    }
}

extension ImageProcessors.Text.Box {
    fileprivate init(_ values: ProcessorValues) {
        self.init(
            anchor: values.point("position") ?? .center, margin: values.length("margin") ?? .pixels(0),
            x: values.length("x") ?? .pixels(0), y: values.length("y") ?? .pixels(0),
            width: values.length("width"), height: values.length("height"),
            align: values.text("align").flatMap(ImageProcessors.Text.Alignment.init),
            isJustified: values.flag("justify") ?? false, lines: values.integer("lines"),
            overflow: values.text("overflow").flatMap(ImageProcessors.Text.Overflow.init) ?? .ellipsis)
    }
}

extension ImageProcessors.Text.Shadow {
    fileprivate init(_ values: ProcessorValues) {
        self.init()
        color = values.color("color") ?? color
        blur = values.number("blur") ?? blur
        x = values.number("x") ?? x
        y = values.number("y") ?? y
    }
}

extension ImageProcessors.Text.Outline {
    fileprivate init(_ values: ProcessorValues) {
        self.init()
        color = values.color("color") ?? color
        width = values.number("width") ?? width
    }
}
