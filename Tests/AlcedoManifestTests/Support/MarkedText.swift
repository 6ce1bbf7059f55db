/// Text with places marked by 1️⃣, 2️⃣, …: the markers are removed, and their places recorded.
struct MarkedText {
    struct Place: Hashable, CustomStringConvertible {
        var line: Int
        var column: Int
        var description: String { "\(line):\(column)" }
    }

    static let marks: [Character] = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"]

    var text = ""
    /// By marker: `places[0]` is the place of 1️⃣.
    var places: [Int: Place] = [:]

    init(_ marked: String) {
        var place = Place(line: 1, column: 1)
        for character in marked {
            if let mark = Self.marks.firstIndex(of: character) {
                places[mark] = place
                continue
            }
            text.append(character)
            if character.isNewline {
                place = Place(line: place.line + 1, column: 1)
            } else {
                place.column += character.unicodeScalars.count
            }
        }
    }
}
