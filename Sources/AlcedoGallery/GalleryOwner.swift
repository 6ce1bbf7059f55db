import AlcedoBase
import AlcedoManifest

/// Ownership of the pages, feed and sitemap in a site's folder, which several galleries and other files may share. Each file
/// identifies its owner and itself, so that a copy under another name is the user's.
struct GalleryOwner: Hashable, Sendable {
    /// Generator name in the head of each page, followed by the version.
    private static let name = "alcedo gallery"
    /// Number of digest digits in the name of an asset.
    static let hashDigits = 10

    /// Identifier of the manifest, common to all versions: ` (145d48e8)`.
    let ending: String
    /// That of the manifest before it was renamed or moved, as the record of the last run has it.
    var former: String?

    init(_ place: GalleryRecord.Place, baseURL: String) {
        self.init(
            manifest: place.manifest, output: place.output, baseURL: baseURL, root: place.root)
    }

    /// - Parameters:
    ///   - manifest: Absolute path of the manifest. Pages contain only a hash derived from it.
    ///   - output: Absolute path of the folder with the pictures, which no two manifests share.
    ///   - baseURL: URL of that folder in the pages, without a trailing slash.
    ///   - root: Absolute path of the folder with the pages. Moving all of these together changes nothing.
    init(manifest: String, output: String, baseURL: String, root: String) {
        let way = PathRules.relative(manifest, to: root)
        let steps = way.split(separator: "/")
        // If the pages are not below the manifest's folder, the relative path depends on the project's location,
        // which may differ between builds on a server.
        let below = steps.drop { $0 == ".." }
        let name = below.last ?? ""
        let pictures = PathRules.relative(output, to: root)
        let own: String =
            if below.count == 1 {
                way
            } else if pictures.split(separator: "/").first != ".." {
                "\(name):\(pictures)"
            } else if below.count == steps.count {
                // A manifest among the pages has a fixed relative path.
                way
            } else {
                // The path to the pictures depends on the project's location, too, but their URL does not. The URL has
                // to lead from the pages to the pictures, so two manifests with the same one would share the pictures.
                "\(name):\(baseURL)"
            }
        ending = " (\(ContentDigest(hashing: own).hex.prefix(8)))"
    }

    /// Generator in the head of a page: name, version, the page's file name, and the identifier of the manifest.
    func generator(of page: String) -> String { "\(Self.name) \(AlcedoVersion.current) \(page)\(ending)" }

    /// Relation of a file to this gallery.
    enum Relation {
        case own
        /// A page of another manifest's gallery.
        case others
        case foreign
    }

    /// Returns the relation of a page with these bytes.
    ///
    /// - Parameter name: Its file name, as a copy of a page is foreign; `nil` for a page without a file.
    func relation(of page: [UInt8], named name: String?) -> Relation {
        let page = Data(page)
        // Minifiers omit quotes where HTML allows it, and reorder attributes.
        let spellings = [
            "<meta name=\"generator\" content=\"", "<meta name=generator content=\"", "<meta content=\"",
            "<!-- ",
        ]
        for spelling in spellings {
            guard let start = page.firstRange(of: Data("\(spelling)\(Self.name) ".utf8))?.upperBound,
                let end = page[start...].firstIndex(of: UInt8(ascii: ")"))
            else { continue }
            let mark = String(decoding: page[start...end], as: UTF8.self)
            // Earlier versions did not write the page's name between their own number and the manifest's.
            let words = mark.split(separator: " ")
            if let name, words.count > 2, String(words[1]).precomposed != name.precomposed { return .foreign }
            return [ending, former].compactMap(\.self).contains(where: mark.hasSuffix) ? .own : .others
        }
        return .foreign
    }

    /// Whether a file name, such as `gallery.0a1b2c3d4e.css`, contains the digest of these bytes.
    static func isAsset(_ name: String, _ bytes: [UInt8]) -> Bool {
        isAsset(name, ContentDigest(hashing: bytes))
    }

    /// Whether a file name contains this digest.
    static func isAsset(_ name: String, _ digest: ContentDigest) -> Bool {
        name.split(separator: ".").dropFirst().contains(digest.hex.prefix(hashDigits))
    }

    /// Whether a page, the feed or a sitemap may have this name: these say whose they are.
    static func mayBePage(_ name: String) -> Bool { name.hasSuffix(".html") || name.hasSuffix(".xml") }
}
