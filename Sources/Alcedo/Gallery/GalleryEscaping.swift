import AlcedoIndex
import Mustache

/// HTML's escaping for the template library, whose own goes by characters: a quote with a combining mark behind it is
/// another character to it, and ends an attribute all the same.
struct GalleryEscaping: MustacheContentType {
    func escapeText(_ text: String) -> String { HTMLText.escape(text) }

    /// What switches it on, at the beginning of a template. It is registered once, before the first use.
    static let pragma: String = {
        MustacheContentTypes.register(GalleryEscaping(), named: "ALCEDO")
        return "{{%CONTENT_TYPE:ALCEDO}}"
    }()
}
