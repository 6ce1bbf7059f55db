import AlcedoBase
import AlcedoManifest

/// Names of the parts of an index: `index/0123456789abcdef.json` beside `index.json`.
struct IndexPartNames {
    // Folder of the index in the output, with a slash, or nothing.
    private let folder: String
    // Folder of the parts, in the folder of the index.
    private let parts: String

    /// - Returns: `nil` if the index is not in the output.
    init?(_ indexPath: String, below output: String) {
        guard let name = RelativeName.name(of: indexPath, below: output) else { return nil }
        let above = FileSystem.folder(of: name)
        folder = above.isEmpty ? "" : above + "/"
        let last = String(Substring(name.utf8.dropFirst(folder.utf8.count)))
        parts = last.hasSuffix(".json") ? String(last.dropLast(5)) : last + ".parts"
    }

    /// Returns the name of a file with this content, relative to the folder of the index.
    func name(of digest: ContentDigest) -> String {
        "\(parts)/\(digest.hex.prefix(NameTemplate.hashDigits)).json"
    }

    /// Returns a name in the output for one that is relative to the folder of the index, if it is inside.
    func inOutput(_ name: String) -> String? {
        RelativeName.isInside(name) ? folder + name : nil
    }
}
