import AlcedoMarkup

/// The attributes with which a page chooses what Alcedo does.
enum PageAttribute {
    static let choice = "data-alcedo"
    static let sizes = "data-alcedo-sizes"
    static let priority = "data-alcedo-priority"

    static let all = [choice, sizes, priority]

    /// Returns why an attribute has no effect, if it is one of these, or almost.
    static func faults(of attribute: HTMLTag.Attribute) -> [UnknownImage] {
        let name = attribute.name
        if name == sizes { return SizesSyntax.faults(in: attribute.value).map { .wrongSizes($0.reason) } }
        guard name.hasPrefix("data-"), !all.contains(name) else { return [] }
        if name.hasPrefix(choice) {
            return [.unknownAttribute(name, Suggestion.closest(to: name, among: all))]
        }
        // Other programs have attributes of their own, so one letter of the word may be wrong, and no other word is meant.
        let word = name.dropFirst(5).prefix { $0 != "-" }
        guard word != "albedo", Suggestion.distance(Array(word), Array("alcedo")) == 1 else { return [] }
        let meant = choice + name.dropFirst(5 + word.count)
        return [
            .unknownAttribute(name, all.contains(meant) ? meant : Suggestion.closest(to: meant, among: all))
        ]
    }
}
