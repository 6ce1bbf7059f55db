/// The words of a text, some of which depend on the picture.
package struct TextContent: Hashable, Sendable, Codable {
    /// One part of a text.
    package enum Part: Hashable, Sendable, Codable {
        /// Written in the manifest, with markup if the step has any.
        case literal(String)
        /// Words from elsewhere, which are never markup.
        case value(String)
        /// A field of the picture's own metadata, by its name in the index.
        case field(String)
        /// What a source has under this name, until it is known.
        case name(String)
    }

    /// The parts in order.
    package var parts: [Part]

    /// Creates a text of parts.
    package init(_ parts: [Part]) { self.parts = parts }

    /// The names that a source has to have values for, in order.
    package var names: [String] {
        parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// The longest text in characters. More cannot be read on any picture.
    package static let maxLength = 10_000

    /// Returns the text for a picture, without characters that draw nothing. A field that it does not have is empty.
    package func rendered(_ metadata: ImageMetadata, escaping: Bool) -> String {
        let fields = parts.contains { if case .field = $0 { true } else { false } } ? metadata.fields : [:]
        let text = parts.map { part in
            switch part {
            case .literal(let text): text
            case .value(let text): escaping ? Self.escaped(text) : text
            case .field(let name): escaping ? Self.escaped(fields[name] ?? "") : fields[name] ?? ""
            case .name: ""
            }
        }.joined()
        return Self.drawable(text)
    }

    /// Writes characters of markup as what they are.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }

    /// Leaves out control characters, at a null character of which a text would end. Lines end in one way.
    static func drawable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar {
            case "\n", "\u{2028}", "\u{2029}", "\r", "\u{85}": result.append("\n")
            case "\t": result.append(" ")
            case _ where scalar.properties.generalCategory == .control: continue
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
