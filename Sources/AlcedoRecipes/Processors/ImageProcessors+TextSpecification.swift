import AlcedoBase
import CText

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
            ],
            contradiction: { values in sizeFault(values) ?? markupFault(values) }
        ) { values in
            guard let text = values.template("text"), let fonts = values.fonts("font") else { return nil }
            return Self(
                text.content, style: Style(values, fonts: fonts.flatMap(\.faces)), box: Box(values),
                shadow: values.settings("shadow").map(Shadow.init),
                outline: values.settings("outline").map(Outline.init),
                usesMarkup: values.flag("markup") ?? false)
        }
    ]

    /// The size of letters without a `size`: a twelfth of the height.
    static let standardSize = ImageLength.fraction(0.08)

    private static func sizeFault(_ values: ProcessorValues) -> String? {
        switch (values.length("min-size"), values.length("size") ?? standardSize) {
        case (.pixels(let least)?, .pixels(let size)) where least > size: break
        case (.fraction(let least)?, .fraction(let size)) where least > size: break
        default: return nil
        }
        return "has a 'min-size' above its 'size'; texts shrink from 'size' to 'min-size'"
    }

    private static func markupFault(_ values: ProcessorValues) -> String? {
        guard values.flag("markup") == true, let text = values.template("text") else { return nil }
        // What placeholders stand for is never markup, and one within a tag is the value of an attribute.
        var written = ""
        for part in text.content.parts {
            if case .literal(let text) = part {
                written += text
            } else if let tag = written.lastIndex(of: "<"), !written[tag...].contains(">") {
                return nil
            }
        }
        return Self.fault(ofMarkup: TextContent.drawable(written)).map {
            "has markup that is not valid: \($0)"
        }
    }

    /// Returns what is wrong with a text as Pango's markup; `nil` if nothing is.
    private static func fault(ofMarkup text: String) -> String? {
        guard let reason = alcedo_markup_fault(text) else { return nil }
        defer { free(reason) }
        return describe(markup: String(cString: reason))
    }

    /// Returns Pango's reason without its place, which counts the element that Pango adds around the text.
    package static func describe(markup reason: String) -> String {
        let reason = reason.replacing(#/^Error on line \d+( char \d+)?: /#, with: "")
        // The end of that element.
        if let open = reason.firstMatch(of: /“markup” was closed, but the currently open element is “(\w+)”/)
        {
            return "<\(open.1)> is not closed"
        }
        return reason
    }
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
