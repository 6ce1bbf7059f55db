import AlcedoBase
import AlcedoManifest

/// File names of the pictures' pages: `hours-dawn.html` for `hours/dawn.jpg`.
///
/// All pages are in one folder, so that relative URLs resolve to the same targets on every page. If several pictures
/// would share a name, each gets digits of its id's digest, whichever comes first.
enum GalleryPageNames {
    /// File name of the overview.
    static let index = "index.html"

    /// Returns the file names for ids, in the same order.
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

    // Keeps letters, digits and underscores of any script, and replaces everything else with hyphens.
    private static func stem(_ id: String) -> String {
        let (folder, name) = NameTemplate.split(id: id)
        let path = folder.isEmpty ? name : "\(folder)-\(name)"
        var words = ""
        for scalar in path.precomposed.lowercased().unicodeScalars {
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
