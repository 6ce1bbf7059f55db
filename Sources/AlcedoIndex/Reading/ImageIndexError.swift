/// Why an index cannot be read, or does not give what was asked of it.
public enum ImageIndexError: Error, Hashable, Sendable {
    /// There is no such file, it may not be read, or it is no index.
    case unreadable(path: String, reason: String)
    /// It is not an index. `place` names the member, from the root: `images.kingfisher.jpg.source.width`.
    case malformed(place: String, reason: String)
    /// A newer Alcedo has written it.
    case newerVersion(found: Int, supported: Int)
    /// No image has this id.
    case unknownImage(id: String)
    /// The image has no variant of this name.
    case unknownVariant(name: String, available: [String])
    /// The variant has no files.
    case emptyVariant(name: String)
    /// The image has several variants, and nobody said which is wanted.
    case unclearVariant(available: [String])
    /// Nobody said what the image shows: neither the page nor the manifest.
    case missingAlt(image: String)
    /// An address that has to be whole, such as those for other sites, is not.
    case notAbsolute(url: String)
}

extension ImageIndexError: CustomStringConvertible {
    /// One sentence: what is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot read the image index \(path): \(reason); build the images first"
        case .malformed(let place, let reason):
            "this is not an image index: \(place.isEmpty ? "" : "\(place): ")\(reason)"
        case .newerVersion(let found, let supported):
            "the image index has version \(found), and this library reads up to \(supported); update Alcedo"
        case .unknownImage(let id):
            "the image index has no image '\(id)'"
        case .unknownVariant(let name, let available):
            "the image has no variant '\(name)'; it has \(available.joined(separator: ", "))"
        case .emptyVariant(let name):
            "the variant '\(name)' has no files"
        case .unclearVariant(let available):
            available.isEmpty
                ? "the image has no variant with files"
                : "the image has the variants \(available.joined(separator: ", ")); say which one is to be shown"
        case .missingAlt(let image):
            "\(image) has no text alternative; give one as 'alt' here or in the manifest, or an empty one if the "
                + "picture only decorates"
        case .notAbsolute(let url):
            "'\(url)' is no whole address; the site has to begin with https:// or http://"
        }
    }
}
