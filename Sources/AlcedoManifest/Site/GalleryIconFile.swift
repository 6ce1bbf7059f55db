import AlcedoBase
import AlcedoIndex
import AlcedoLoading

/// The file that `icon` in `gallery` names.
package struct GalleryIconFile: Hashable, Sendable {
    /// The ending of its name, in lowercase.
    package let ending: String
    /// The media type.
    package let type: String
    package let bytes: [UInt8]

    private static let types = [
        "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon", "gif": "image/gif",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
    ]
    private static let maxBytes = 1_000_000

    /// Reads the icon of a manifest's gallery; `nil` if it names none.
    ///
    /// - Throws: ``ManifestMistakes`` if browsers could not show it, `FileSystemError`.
    package init?(_ manifest: Manifest) throws {
        guard let name = manifest.gallery.icon else { return nil }
        func mistake(_ reason: String) -> ManifestMistakes {
            ManifestMistakes(diagnostics: [
                Diagnostic(.error, "the icon '\(name)' \(reason)", at: manifest.gallery.iconLocation)
            ])
        }
        ending = name.fileExtension?.lowercased() ?? ""
        guard let type = Self.types[ending] else {
            throw mistake("must be a file with the ending svg, png, ico, gif, jpg or webp")
        }
        self.type = type
        let path = PathRules.absolute(name, from: manifest.directory)
        guard let status = try FileSystem.status(of: path, followingLinks: true), status.kind == .regular
        else {
            throw mistake("is not a file")
        }
        guard let real = try manifest.bounds.resolve(path) else { throw mistake(PathBounds.fault()) }
        guard status.size <= Self.maxBytes else {
            throw mistake(
                "has \(status.size) bytes, and each visitor loads it; name a file of at most \(Self.maxBytes)"
            )
        }
        bytes = try FileSystem.readBytes(real, limit: Self.maxBytes)
        // Browsers recognize all of these by their bytes, but SVG by its type.
        let found = ImageType.sniff(Data(bytes))
        let expected: [ImageType] = ending == "svg" ? [.svg] : [.png, .ico, .gif, .jpeg, .webp]
        guard let found, expected.contains(found) else {
            throw mistake("is not a picture of this type, but \(found?.name ?? "of an unknown type")")
        }
    }
}
