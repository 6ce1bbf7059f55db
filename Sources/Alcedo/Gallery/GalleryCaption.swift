import AlcedoIndex

/// What is said of a picture in words.
///
/// A gallery does not fail because nobody described a picture. Its name is the title from its metadata, or what the
/// manifest says of it, or the words of its file's name.
struct GalleryCaption: Hashable, Sendable {
    /// The name that a page has for it.
    var title: String
    /// The text for those who cannot see it; never empty, because it is what a link in the overview is called.
    var alt: String
    /// A longer text, if that says more than the title.
    var text: String?

    init(id: String, _ image: ImageIndex.Entry) {
        let alt = Self.text(image.alt)
        let description = Self.text(image.meta?.description)
        let words = Self.words(of: id)
        title = Self.text(image.meta?.title) ?? alt ?? description ?? words
        self.alt = alt ?? description ?? title
        text = description ?? alt
        if text == title { text = nil }
    }

    /// The text without white space around it; `nil` if there is nothing in it.
    static func text(_ text: String?) -> String? {
        guard let text = text?.trimmingSpace(), !text.isEmpty else { return nil }
        return text
    }

    /// `Alpine lake` of `trips/03_alpine-lake.jpg`: the words of a file's name, without a number that only orders.
    static func words(of id: String) -> String {
        let name = NameTemplate.split(id: id).name
        var words = name.split { "-_ .+".contains($0) || $0.isWhitespace }
        if words.count > 1, words[0].count < 4, words[0].allSatisfy(\.isNumber),
            words[1].first?.isLetter == true
        {
            words.removeFirst()
        }
        let text = words.joined(separator: " ")
        guard let first = text.first else { return name.isEmpty ? id : name }
        return first.uppercased() + text.dropFirst()
    }
}
