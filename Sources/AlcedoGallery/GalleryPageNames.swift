import AlcedoBase
import AlcedoManifest

/// File names of the pages: `hours-dawn.html` for `hours/dawn.jpg`, `page-2.html` for the second page of the overview,
/// `album-trips-iceland.html` and `tag-bird.html` for lists.
///
/// All pages are in one folder, so that relative URLs resolve to the same targets on every page. If several pictures
/// would share a name, each gets digits of its id's digest, whichever comes first. So do several albums or tags, and a
/// picture whose page would have the name of another page, or one with a meaning to hosts, such as `404.html`.
enum GalleryPageNames {
    /// File name of the overview.
    static let index = "index.html"
    /// File name of the list of all tags.
    static let tags = "tags.html"

    /// Names of pages that hosts show in place of others: for a missing page (GitHub Pages, GitLab Pages, Netlify, Cloudflare
    /// Pages, Firebase, Vercel: `404`; Surge: `200`, `404`; Neocities: `not_found`), or after an error (Vercel: `500`; nginx as
    /// it is installed: `50x`; Apache and IIS by custom: `403`).
    private static let ofHosts = ["200", "403", "404", "500", "50x", "not_found"]

    /// Returns the file names for ids, in the same order.
    ///
    /// - Parameter others: File names of the pages that show several pictures.
    static func names(for ids: [String], besides others: [String] = [index]) -> [String] {
        named(
            ids, stems: ids.map { stem(path(of: $0)) ?? "picture" },
            taken: others.map { String($0.dropLast(".html".count)) } + ofHosts
        ).map { $0 + ".html" }
    }

    /// Returns the names of lists' first pages without `.html`, in the same order.
    static func stems(of lists: [GalleryList]) -> [String] {
        let numbered = lists.indices.filter { lists[$0].kind != .overview }
        let stems = numbered.map { number -> String? in
            let list = lists[number]
            return stem((list.kind == .album ? "album-" : "tag-") + list.key)
        }
        // Names that could be those of a further page, or that only consist of the beginning, get digits as well.
        let taken = stems.filter { $0.map(isReserved) ?? true }
        let names = named(
            numbered.map { lists[$0].key }, stems: stems.map { $0 ?? "album" },
            taken: taken.compactMap(\.self))
        var all = lists.map { _ in "index" }
        for (number, name) in zip(numbered, names) { all[number] = name }
        return all
    }

    /// Returns the file name of a page of a list.
    /// - Parameter number: From 1.
    static func page(_ number: Int, of stem: String) -> String {
        if number == 1 { return stem + ".html" }
        return stem == "index" ? "page-\(number).html" : "\(stem)-page-\(number).html"
    }

    /// Whether a list's name is `album` or `tag` alone, or ends like that of a further page.
    private static func isReserved(_ stem: String) -> Bool {
        let words = stem.split(separator: "-")
        return words.count == 1
            || words.count > 2 && words[words.count - 2] == "page"
                && words[words.count - 1].allSatisfy(\.isNumber)
    }

    private static func named(_ keys: [String], stems: [String], taken: [String]) -> [String] {
        var counts = Dictionary(taken.map { ($0, 1) }, uniquingKeysWith: { one, _ in one })
        for stem in stems { counts[stem, default: 0] += 1 }
        var taken = Set(counts.keys)
        return zip(keys, stems).map { key, stem in
            guard counts[stem] != 1 else { return stem }
            let digest = ContentDigest(hashing: key).hex
            var digits = 6
            while digits < digest.count, !taken.insert("\(stem)-\(digest.prefix(digits))").inserted {
                digits += 2
            }
            return "\(stem)-\(digest.prefix(digits))"
        }
    }

    private static func path(of id: String) -> String {
        let (folder, name) = NameTemplate.split(id: id)
        return folder.isEmpty ? name : "\(folder)-\(name)"
    }

    /// Keeps letters, digits and underscores of any script, and replaces everything else with hyphens.
    private static func stem(_ path: String) -> String? {
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
        return words.isEmpty ? nil : SafeName.segment(words)
    }
}
