/// The reason an index cannot be read, or lacks a requested value.
public enum ImageIndexError: Error, Hashable, Sendable {
    /// The file does not exist, cannot be read, or is not an index.
    case unreadable(path: String, reason: String)
    /// The data is not an index. `place` is the member's path from the root: `images.kingfisher.jpg.source.width`.
    case malformed(place: String, reason: String)
    /// The index was written by a newer Alcedo.
    case newerVersion(found: Int, supported: Int)
    /// No image has this id.
    case unknownImage(id: String)
    /// The image has no variant of this name.
    case unknownVariant(name: String, available: [String])
    /// The variant has no files.
    case emptyVariant(name: String)
    /// The image has several variants, and none was chosen.
    case unclearVariant(available: [String])
    /// Neither the page nor the manifest has a text alternative.
    case missingAlt(image: String)
    /// An address that must be absolute, for example for other sites, is not.
    case notAbsolute(url: String)
}

extension ImageIndexError: CustomStringConvertible {
    /// The error, and how to fix it, in one sentence.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot read the image index \(path): \(reason); build the images first (a build that fails writes none)"
        case .malformed(let place, let reason):
            "this is not an image index: \(place.isEmpty ? "" : "\(place): ")\(reason)"
        case .newerVersion(let found, let supported):
            "the image index has version \(found), and this library reads up to \(supported); update Alcedo"
        case .unknownImage(let id):
            "the image index has no image '\(id)'; if the name is right, build the images again"
        case .unknownVariant(let name, let available):
            "the image has no variant '\(name)'; it has \(available.joined(separator: ", "))"
        case .emptyVariant(let name):
            "the variant '\(name)' has no files"
        case .unclearVariant(let available):
            available.isEmpty
                ? "the image has no variant with files"
                : "the image has the variants \(available.joined(separator: ", ")); name the variant to show"
        case .missingAlt(let image):
            "\(image) has no text alternative; add 'alt' here or in the manifest, or an empty 'alt' if the "
                + "picture is decoration"
        case .notAbsolute(let url):
            "'\(url)' is not an absolute address; the site must begin with https:// or http://"
        }
    }
}
