import AlcedoBase
import Foundation

/// What in a site's folder is of a gallery, and may be replaced or deleted. There is no record: files say it themselves.
enum GalleryOwner {
    /// What pages have in their heads, and what goes before the version in it.
    static let generator = "alcedo gallery"
    /// How many digits of its own digest are in the name of a file that goes along.
    static let hashDigits = 10

    /// Whether a page carries the mark.
    static func isGalleryPage(_ bytes: [UInt8]) -> Bool {
        Data(bytes).range(of: Data("<meta name=\"generator\" content=\"\(generator) ".utf8)) != nil
    }

    /// Whether a file's name, `gallery.0a1b2c3d4e.css`, holds the digest of these bytes.
    static func isAsset(_ name: String, _ bytes: [UInt8]) -> Bool {
        let digits = ContentDigest(hashing: bytes).hex.prefix(hashDigits)
        return name.split(separator: ".").dropFirst().contains(digits)
    }
}
