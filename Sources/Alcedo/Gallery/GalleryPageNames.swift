import AlcedoBase
import Foundation

/// The file names of the pictures' pages: `hours-dawn.html` of `hours/dawn.jpg`.
///
/// All stand in one folder, so that addresses in them that are relative lead to the same places from every page. Where
/// several pictures would have one name, each has digits of its id's digest in it: which one comes first decides nothing.
enum GalleryPageNames {
    /// The page of the overview.
    static let index = "index.html"

    /// The names for ids in their order.
    static func names(for ids: [String]) -> [String] {
        let stems = ids.map(stem)
        var counts = ["index": 1]
        for stem in stems { counts[stem, default: 0] += 1 }
        var taken = Set(counts.keys)
        return zip(ids, stems).map { id, stem in
            guard counts[stem] != 1 else { return stem + ".html" }
            let digest = ContentDigest(hashing: id).hex
            var digits = 6
            while digits < digest.count, !taken.insert("\(stem)-\(digest.prefix(digits))").inserted {
                digits += 2
            }
            return "\(stem)-\(digest.prefix(digits)).html"
        }
    }

    // Letters and digits of any script; everything else is a hyphen.
    private static func stem(_ id: String) -> String {
        let (folder, name) = NameTemplate.split(id: id)
        let path = folder.isEmpty ? name : "\(folder)-\(name)"
        var words = ""
        for scalar in path.precomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
            let isKept =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
            if isKept {
                words.unicodeScalars.append(scalar)
            } else if words.last != "-", !words.isEmpty {
                words += "-"
            }
        }
        while words.last == "-" { words.removeLast() }
        return words.isEmpty ? "picture" : SafeName.segment(words)
    }
}
