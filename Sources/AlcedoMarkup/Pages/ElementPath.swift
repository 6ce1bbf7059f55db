/// The elements that are open at a place of a page.
package struct ElementPath {
    package private(set) var open: [HTMLTag] = []
    // A page with more is not one that a browser shows well, and each end tag looks for its start.
    private static let maxDepth = 400

    package init() {}

    /// Closes the elements that this one ends without an end tag (HTML, "optional tags").
    package mutating func prepare(for tag: HTMLTag) {
        while let last = open.last, Self.closes(tag.name, last.name) { open.removeLast() }
    }

    package mutating func begin(_ tag: HTMLTag) {
        let isForeign = open.contains { $0.name == "svg" || $0.name == "math" }
        guard !Self.empty.contains(tag.name), !(tag.isSelfClosing && isForeign), open.count < Self.maxDepth
        else { return }
        open.append(tag)
    }

    package mutating func end(_ name: String) {
        guard let place = open.lastIndex(where: { $0.name == name }) else { return }
        open.removeSubrange(place...)
    }

    private static let empty: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    // Elements that end a paragraph.
    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "dd", "details", "dialog", "div", "dl", "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
        "hgroup", "hr", "li", "main", "menu", "nav", "ol", "p", "pre", "search", "section", "table", "tbody",
        "td", "tfoot", "th", "thead", "tr", "ul",
    ]

    private static func closes(_ name: String, _ open: String) -> Bool {
        switch open {
        case "p": blocks.contains(name)
        case "li": name == "li"
        case "dt", "dd": name == "dt" || name == "dd"
        case "option": name == "option" || name == "optgroup"
        case "td", "th": ["td", "th", "tr", "tbody", "thead", "tfoot"].contains(name)
        case "tr": ["tr", "tbody", "thead", "tfoot"].contains(name)
        case "tbody", "thead", "tfoot": ["tbody", "thead", "tfoot"].contains(name)
        case "head": name == "body"
        default: false
        }
    }
}
