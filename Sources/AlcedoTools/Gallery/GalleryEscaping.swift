import AlcedoIndex
import Mustache

/// HTML escaping for the template library. The library's own works on `Character`s and misses a quote followed by a
/// combining mark, which still ends an attribute.
struct GalleryEscaping: MustacheContentType {
    func escapeText(_ text: String) -> String { HTMLText.escape(text) }

    /// Pragma that enables the escaping, at the start of a template. Registers the content type once, on first use.
    static let pragma: String = {
        MustacheContentTypes.register(GalleryEscaping(), named: "ALCEDO")
        return "{{%CONTENT_TYPE:ALCEDO}}"
    }()
}
