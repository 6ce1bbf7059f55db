import AlcedoBase
import AlcedoRecipes

// Values that only steps of a `process` chain have.
extension Value {
    /// Reads a text with placeholders, such as `{title}` and `{meta.creator}`.
    func processorText() -> ProcessorText? {
        guard let text = text() else { return nil }
        do throws(TemplateError) {
            let parts = try TemplateScanner.scan(text).map { piece throws(TemplateError) in
                try Self.part(piece)
            }
            return ProcessorText(written: text, location: location, content: TextContent(parts))
        } catch {
            problems.error("\(name): \(error)", at: location)
            return nil
        }
    }

    private static func part(_ piece: TemplateScanner.Piece) throws(TemplateError) -> TextContent.Part {
        switch piece {
        case .text(let text): return .literal(text)
        case .placeholder(let name):
            guard name.hasPrefix("meta.") else {
                guard !name.isEmpty else { throw .invalid("'{}' names nothing; write '{{}}' for braces") }
                return .name(name)
            }
            let field = String(name.dropFirst(5))
            guard AltTemplate.fields.contains(field) else {
                throw .unknownPlaceholder(name, known: AltTemplate.fields.map { "meta." + $0 })
            }
            return .field(field)
        }
    }

    /// Reads the path of a picture, with placeholders of which each source has its own.
    func processorImage() -> ProcessorImage? {
        guard let text = textWithoutVariables("a path"), isPath(text, isPattern: false) else { return nil }
        var image = ProcessorImage(written: text, location: location)
        // Braces in the name of a file are just that, unless there is the name of something in them.
        guard text.contains(/\{\p{L}[^{}]*\}/) else { return image }
        do throws(TemplateError) {
            let parts = try TemplateScanner.scan(text).map { piece -> TextContent.Part in
                switch piece {
                case .text(let text): .literal(text)
                case .placeholder(let name): .name(name)
                }
            }
            image.path = TextContent(parts)
            return image
        } catch {
            problems.error("\(name): \(error)", at: location)
            return nil
        }
    }

    /// Reads fonts: families, or files relative to the manifest.
    func processorFonts() -> [ProcessorFont]? {
        let fonts = list(scalarToo: true) { item -> ProcessorFont? in
            guard let text = item.nonEmptyText("a font, such as Noto Sans or fonts/title.ttf") else {
                return nil
            }
            let font = ProcessorFont(written: text, location: item.location)
            return !font.isFile || item.isPath(text, isPattern: false) ? font : nil
        }
        guard let fonts else { return nil }
        if node.sequence?.isEmpty == true { fault("is empty; name at least one font") }
        return fonts.isEmpty ? nil : fonts.map(\.value)
    }

    /// Reads a language tag, such as `ja`.
    func language() -> String? {
        guard let text = nonEmptyText("a language such as en or pt-BR") else { return nil }
        guard LanguageTag.isValid(text) else {
            mustBe("a language such as en or pt-BR")
            return nil
        }
        return text
    }
}

extension ProcessorFont {
    /// Whether a file is meant, and not a family.
    var isFile: Bool {
        written.contains("/") || written.lowercased().contains(/\.(ttf|otf|ttc|otc|woff2?)$/)
    }
}
