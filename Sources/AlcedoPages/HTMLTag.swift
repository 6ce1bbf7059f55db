/// A start tag as it stands in a page.
struct HTMLTag: Sendable {
    /// An attribute as it stands in a tag.
    struct Attribute: Sendable {
        /// In lower case.
        var name: String
        /// Without its quotes, and with its references resolved; empty where it has none.
        var value: String
        /// All of it: name, `=`, quotes and value.
        var place: Range<Int>
    }

    /// In lower case.
    var name: String
    /// In their order. Of several with one name, the first counts.
    var attributes: [Attribute]
    /// Whether it ends with `/>`, which means something within drawings and formulas only.
    var isSelfClosing = false
    /// From `<` to behind `>`.
    var place: Range<Int>

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
