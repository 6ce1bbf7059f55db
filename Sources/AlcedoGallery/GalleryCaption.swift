import AlcedoIndex
import AlcedoManifest

/// Title and texts of a picture.
///
/// A picture without a description is not an error. Its title is the one in its metadata, or a text from the manifest,
/// or the words of its file name.
struct GalleryCaption: Hashable, Sendable {
    /// Title of its page.
    var title: String
    /// Alternative text; never empty, because it is the name of the link in the overview.
    var alt: String
    /// A longer text, if it differs from the title.
    var text: String?

    init(id: String, _ image: ImageIndex.Entry) {
        let alt = Self.text(image.alt)
        let description = Self.text(image.meta?.description)
        let words = Self.words(of: id)
        title = Self.text(image.meta?.title) ?? alt ?? description ?? words
        self.alt = alt ?? Self.text(image.meta?.altText) ?? description ?? title
        text = description ?? alt
        if text == title { text = nil }
    }

    /// Trims whitespace from a text; `nil` if the result is empty.
    static func text(_ text: String?) -> String? {
        guard let text = text?.trimmingSpace(), !text.isEmpty else { return nil }
        return text
    }

    /// `Alpine lake` for `trips/03_alpine-lake.jpg`: the words of a file name, without a number for sorting.
    static func words(of id: String) -> String {
        let name = NameTemplate.split(id: id).name
        return name.isEmpty ? id : words(in: name)
    }

    /// Returns the words of a name.
    static func words(in name: String) -> String {
        var words = name.split { "-_ .+".contains($0) || $0.isWhitespace }
        if words.count > 1, words[0].count < 4, words[0].allSatisfy(\.isNumber),
            words[1].first?.isLetter == true
        {
            words.removeFirst()
        }
        let text = words.joined(separator: " ")
        guard let first = text.first else { return name }
        return first.uppercased() + text.dropFirst()
    }
}
