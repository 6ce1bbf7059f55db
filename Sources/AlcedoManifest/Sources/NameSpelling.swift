/// Two file names that are canonically equivalent but differ in their bytes.
///
/// Unicode encodes é as one code point or as two. macOS treats both as the same name; elsewhere they are two files, for
/// example after an archive made on a Mac is unpacked next to the originals.
struct NameSpelling {
    let first: String
    let second: String
    /// The first letter that is encoded differently, as each name writes it.
    private let letters: (Character, Character)

    /// Returns `nil` for identical bytes and for names that are not canonically equivalent.
    init?(_ first: String?, _ second: String?) {
        guard let first, let second, first == second, !first.utf8.elementsEqual(second.utf8),
            let letters = zip(first, second).first(where: { !$0.utf8.elementsEqual($1.utf8) })
        else { return nil }
        (self.first, self.second, self.letters) = (first, second, letters)
    }

    /// Returns a message that names both files and the remedy.
    ///
    /// - Parameter others: The number of further pairs like this one.
    func complaint(id: String, others: Int) -> String {
        let more =
            switch others {
            case ...0: ""
            case 1: ", and so do 2 more files"
            default: ", and so do \(others) more pairs of files"
            }
        return "the files '\(first)' and '\(second)' would both have the id '\(id)': their names differ only "
            + "in how accented letters are written ('\(letters.0)' is \(Self.codePoints(letters.0)) in the first and "
            + "\(Self.codePoints(letters.1)) in the second)\(more); rename or delete one of them"
    }

    /// Returns text such as `U+0065 U+0301`.
    private static func codePoints(_ letter: Character) -> String {
        letter.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }
}
