import Foundation

/// The template: a page, and a card that stands in it for each picture. `{{name}}` marks are replaced.
struct Template {
    private let page: String
    private let card: String

    /// Reads a folder with `index.html` and `card.html`.
    init(folder: String) throws {
        page = try String(contentsOfFile: folder + "/index.html", encoding: .utf8)
        card = try String(contentsOfFile: folder + "/card.html", encoding: .utf8)
    }

    /// The page with its marks replaced. The values are HTML.
    func page(_ values: [String: String]) throws -> String { try fill(page, "index.html", values) }

    /// A card with its marks replaced. The values are HTML.
    func card(_ values: [String: String]) throws -> String { try fill(card, "card.html", values) }

    /// An unknown mark, such as a misspelt one, is an error.
    private func fill(_ text: String, _ name: String, _ values: [String: String]) throws -> String {
        var filled = ""
        var rest = text[...]
        while let open = rest.range(of: "{{") {
            guard let close = rest.range(of: "}}", range: open.upperBound..<rest.endIndex) else {
                throw TemplateError(file: name, mark: String(rest[open.lowerBound...].prefix(20)))
            }
            let mark = rest[open.upperBound..<close.lowerBound].trimmingCharacters(in: .whitespaces)
            guard let value = values[mark] else { throw TemplateError(file: name, mark: mark) }
            filled += rest[..<open.lowerBound] + value
            rest = rest[close.upperBound...]
        }
        return filled + rest
    }
}

/// A mark of the template that cannot be filled.
struct TemplateError: Error, CustomStringConvertible {
    var file: String
    var mark: String

    var description: String { "\(file): unknown mark '\(mark)'" }
}
