/// Two names of files that look alike and mean the same text, and are not the same bytes.
///
/// Unicode writes é as one code point or as two. Macs take both for one name; elsewhere they are two files, for instance
/// after an archive that a Mac made was unpacked beside the originals.
struct NameSpelling {
    let first: String
    let second: String
    /// The first letter that is written in two ways, as each of them writes it.
    private let letters: (Character, Character)

    /// `nil` for names that are equal to the byte, or that mean different texts.
    init?(_ first: String?, _ second: String?) {
        guard let first, let second, first == second, !first.utf8.elementsEqual(second.utf8),
            let letters = zip(first, second).first(where: { !$0.utf8.elementsEqual($1.utf8) })
        else { return nil }
        (self.first, self.second, self.letters) = (first, second, letters)
    }

    /// What is wrong with it and what to do, naming both files.
    ///
    /// - Parameter others: How many more pairs like it there are.
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

    /// `U+0065 U+0301`
    private static func codePoints(_ letter: Character) -> String {
        letter.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }
}
