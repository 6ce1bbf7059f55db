/// A start tag in a page.
package struct HTMLTag: Sendable {
    /// An attribute of a tag.
    package struct Attribute: Sendable {
        /// The name in lowercase.
        package var name: String
        /// The value without quotes, with character references resolved; empty if there is no value.
        package var value: String
        /// The range of the whole attribute: name, `=`, quotes and value.
        package var place: Range<Int>
        /// Whether the value is UTF-8. Text of another encoding is a guess, which is good enough to recognize an address.
        package var isUTF8 = true
    }

    /// The name in lowercase.
    package var name: String
    /// The attributes in order. Of several with the same name, the first counts.
    package var attributes: [Attribute]
    /// Whether it ends with `/>`, which only has a meaning within SVG and MathML.
    package var isSelfClosing = false
    /// The range from `<` to after `>`.
    package var place: Range<Int>

    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

extension HTMLTag {
    /// Creates a tag without attributes, in place of something that is no tag.
    package init(name: String, place: Range<Int>) { self.init(name: name, attributes: [], place: place) }
}
