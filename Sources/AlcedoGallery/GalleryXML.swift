import AlcedoIndex

/// An XML file of a gallery.
struct GalleryXML {
    private(set) var text: String

    /// - Parameter generator: As in the pages; it marks the file as one that may be replaced.
    init(generator: String) {
        text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- \(generator) -->\n"
    }

    /// Appends a line of markup.
    mutating func line(_ markup: String) { text += markup + "\n" }

    /// Appends an element with a text, if there is one.
    mutating func element(_ name: String, _ text: String?, _ attributes: [(name: String, value: String)] = [])
    {
        guard let text else { return }
        let start = attributes.reduce("<\(name)") { $0 + " \($1.name)=\"\(Self.escape($1.value))\"" }
        line("\(start)>\(Self.escape(text))</\(name)>")
    }

    /// Appends an element without content.
    mutating func empty(_ name: String, _ attributes: [(name: String, value: String)]) {
        line(attributes.reduce("<\(name)") { $0 + " \($1.name)=\"\(Self.escape($1.value))\"" } + "/>")
    }

    /// Escapes as for HTML, which allows one more control character than XML.
    static func escape(_ text: String) -> String {
        HTMLText.escape(text).replacing("\u{0C}", with: "\u{FFFD}")
    }
}
