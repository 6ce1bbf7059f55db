/// A text alternative with placeholders for the picture's own metadata, such as `{meta.description}`.
///
/// `{{` and `}}` stand for single braces.
package struct AltTemplate: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        case field(String)
    }

    /// The text as written.
    package let written: String
    let parts: [Part]

    /// The fields of `meta` in the index that a template may name.
    package static let fields = [
        "altText", "city", "copyright", "country", "creator", "credit", "dateTimeOriginal", "description",
        "exposureTime",
        "extendedDescription", "fNumber", "focalLength", "isoSpeed", "keywords", "lensModel", "location",
        "make", "model", "state",
        "title", "usageTerms",
    ]

    /// Creates a template from literal text, braces included, for text from outside the manifest.
    package init(literal text: String) {
        written = text
        parts = [.text(text)]
    }

    /// The text that is embedded in the picture, if there is one.
    static let embedded = AltTemplate(field: "altText")

    private init(field: String) {
        written = "{meta.\(field)}"
        parts = [.field(field)]
    }

    /// Parses a template.
    /// - Throws: ``TemplateError``.
    package init(_ text: String) throws(TemplateError) {
        written = text
        var parts: [Part] = []
        for piece in try TemplateScanner.scan(text) {
            switch piece {
            case .text(let text): parts.append(.text(text))
            case .placeholder(let name):
                guard name.hasPrefix("meta."), Self.fields.contains(String(name.dropFirst(5))) else {
                    throw .unknownPlaceholder(name, known: Self.fields.map { "meta." + $0 })
                }
                parts.append(.field(String(name.dropFirst(5))))
            }
        }
        self.parts = parts
    }

    /// Whether the text is literal, braces included.
    package var isLiteral: Bool { parts == [.text(written)] }

    /// Whether the text depends on the picture.
    package var hasPlaceholders: Bool {
        parts.contains { if case .field = $0 { true } else { false } }
    }

    /// Returns the text for a picture.
    ///
    /// - Parameter meta: The picture's descriptive fields. A missing field renders as nothing.
    /// - Returns: The trimmed text, or `nil` if the template has placeholders and the picture has none of the fields.
    ///   (An empty text, by contrast, marks a decorative picture.)
    package func render(meta: [String: String]) -> String? {
        var text = ""
        var found = !hasPlaceholders
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .field(let name):
                guard let value = meta[name], !value.isEmpty else { continue }
                text += value
                found = true
            }
        }
        guard found else { return nil }
        return text.trimmingSpace()
    }
}

extension String {
    package func trimmingSpace() -> String {
        let isTrimmed = [utf8.first, utf8.last].allSatisfy { byte in
            byte.map { $0 > 32 && $0 < 0x80 } ?? false
        }
        if isTrimmed { return self }
        var view = self[...]
        while let first = view.first, first.isWhitespace { view.removeFirst() }
        while let last = view.last, last.isWhitespace { view.removeLast() }
        return String(view)
    }
}
