/// A start tag in a page.
struct HTMLTag: Sendable {
    /// An attribute of a tag.
    struct Attribute: Sendable {
        /// The name in lowercase.
        var name: String
        /// The value without quotes, with character references resolved; empty if there is no value.
        var value: String
        /// The range of the whole attribute: name, `=`, quotes and value.
        var place: Range<Int>
        /// Whether the value is UTF-8. Text of another encoding is a guess, which is good enough to recognize an address.
        var isUTF8 = true
    }

    /// The name in lowercase.
    var name: String
    /// The attributes in order. Of several with the same name, the first counts.
    var attributes: [Attribute]
    /// Whether it ends with `/>`, which only has a meaning within SVG and MathML.
    var isSelfClosing = false
    /// The range from `<` to after `>`.
    var place: Range<Int>

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
