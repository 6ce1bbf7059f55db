import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// Everything that determines the files of a gallery, so that a run with the same inputs need not make them to compare them.
struct GalleryInputs {
    var options: GalleryOptions
    var owner: GalleryOwner
    /// Digest of the template.
    var template: ContentDigest
    var icon: GalleryIconFile?
    /// Whether there is a `favicon.ico` among the pages.
    var hasOwnIcon: Bool

    /// Returns a digest of all inputs; `nil` if there is no index.
    ///
    /// - Parameter path: Path of the index. Those in parts name them by their content.
    /// - Throws: `FileSystemError`.
    func digest(index path: String) throws(FileSystemError) -> ContentDigest? {
        guard try FileSystem.status(of: path, followingLinks: true)?.kind == .regular else { return nil }
        var options = options
        // Dictionaries have no order, which differs from run to run.
        let words = options.takeWords().sorted { $0.key.rawValue < $1.key.rawValue }
        var fields = FieldWriter()
        // With the version of Alcedo.
        fields.write(owner.generator(of: GalleryPageNames.index))
        fields.write(String(describing: options))
        fields.writeList(words) { fields, word in
            fields.write(word.key.rawValue)
            fields.write(word.value)
        }
        // Versions between releases have one number.
        let place = WorkerExecutable.current?.path
        let program =
            if let place { try FileSystem.status(of: place, followingLinks: true) } else { FileStatus?.none }
        fields.writeOptional(program) { fields, program in
            fields.write(program.size)
            fields.write(program.modified)
        }
        fields.write(template)
        fields.writeOptional(icon) { fields, icon in
            fields.write(icon.ending)
            fields.write(icon.bytes)
        }
        fields.write(hasOwnIcon)
        fields.write(try FileSystem.digest(ofFile: path).digest)
        return ContentDigest(hashing: fields.bytes)
    }
}
