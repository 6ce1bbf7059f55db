import AlcedoBase
import Foundation

/// Whose a page in a site's folder is: several manifests may have galleries, and much else stands there. There is no
/// record: files say it themselves.
struct GalleryOwner: Hashable, Sendable {
    /// What pages have in their heads, and what goes before the version in it.
    private static let name = "alcedo gallery"
    /// How many digits of its own digest are in the name of a file that goes along.
    static let hashDigits = 10

    /// What pages of this gallery have in their heads: who made them, which version of it, and for which manifest.
    let generator: String
    // What all versions have for this manifest.
    private let ending: String

    /// - Parameters:
    ///   - manifest: The absolute path of the manifest, of which pages tell nothing but that it is the same one.
    ///   - output: The absolute path of the folder with the pictures, which no two manifests share.
    ///   - baseURL: How pages address that folder, without a slash at the end.
    ///   - root: The absolute path of the folder with the pages. All may be somewhere else together.
    init(manifest: String, output: String, baseURL: String, root: String) {
        let way = PathRules.relative(manifest, to: root)
        let steps = way.split(separator: "/")
        // Where the pages are not below the manifest's folder, the way depends on where the project is, which may be
        // another folder for each of a server's builds.
        let below = steps.drop { $0 == ".." }
        let name = below.last ?? ""
        let pictures = PathRules.relative(output, to: root)
        let own: String =
            if below.count == 1 {
                way
            } else if pictures.split(separator: "/").first != ".." {
                "\(name):\(pictures)"
            } else if below.count == steps.count {
                // A manifest among the pages is always at the same place there.
                way
            } else {
                // The way to the pictures depends on where the project is, too. Their address does not, and has to lead
                // to them from the pages: with the same one two manifests would have the same pictures.
                "\(name):\(baseURL)"
            }
        ending = " (\(ContentDigest(hashing: own).hex.prefix(8)))"
        generator = "\(Self.name) \(AlcedoVersion.current)\(ending)"
    }

    /// What a file is to this gallery.
    enum Relation {
        case own
        /// A page of another manifest's gallery.
        case others
        case foreign
    }

    /// What a page with these bytes is.
    func relation(of page: [UInt8]) -> Relation {
        let page = Data(page)
        // Tools that make pages small leave quotes out where HTML allows it, and put attributes into another order.
        let spellings = [
            "<meta name=\"generator\" content=\"", "<meta name=generator content=\"", "<meta content=\"",
        ]
        for spelling in spellings {
            guard let start = page.range(of: Data("\(spelling)\(Self.name) ".utf8))?.upperBound,
                let end = page[start...].firstIndex(of: UInt8(ascii: "\""))
            else { continue }
            return page[start..<end].suffix(ending.utf8.count).elementsEqual(ending.utf8) ? .own : .others
        }
        return .foreign
    }

    /// Whether a file's name, `gallery.0a1b2c3d4e.css`, holds the digest of these bytes.
    static func isAsset(_ name: String, _ bytes: [UInt8]) -> Bool {
        let digits = ContentDigest(hashing: bytes).hex.prefix(hashDigits)
        return name.split(separator: ".").dropFirst().contains(digits)
    }
}
