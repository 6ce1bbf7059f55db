import AlcedoBase
import AlcedoImaging
import AlcedoIndex
import Foundation

/// The index of the last build, if readable.
///
/// It serves as evidence that Alcedo wrote the files it names. An index that does not parse is ignored.
struct PreviousIndex: Sendable {
    /// Path that was read.
    let path: String
    /// The index, if there is one.
    let index: ImageIndex?
    /// Files named by the index, by path relative to the output directory.
    let files: [String: Ledger.File]

    /// Reads the index at `path`, or else the last publication's index at another path.
    init(path: String, output: Ledger.Output) {
        let here = PreviousIndex(path: path)
        if here.index == nil, let former = output.indexes(elsewhereThan: path).first {
            self = PreviousIndex(path: former.path)
        } else {
            self = here
        }
    }

    /// Reads the index at `path`, unless it is unchanged since the last publication: the ledger then has every file it
    /// names.
    ///
    /// - Throws: `FileSystemError` if the status of the index cannot be read.
    init(path: String, unlessKnownTo output: Ledger.Output) throws {
        if let index = output.index, index.path == path, try FileSystem.status(of: path) == index.status {
            self.init(path: path, index: nil, files: [:])
        } else {
            self.init(path: path, output: output)
        }
    }

    private init(path: String, index: ImageIndex?, files: [String: Ledger.File]) {
        self.path = path
        self.index = index
        self.files = files
    }

    init(path: String) {
        self.path = path
        do {
            let index = try ImageIndex(contentsOf: path)
            guard index.generator.hasPrefix("alcedo ") else { throw FieldReader.Malformed() }
            self.index = index
            files = Self.files(of: index)
        } catch {
            index = nil
            files = [:]
        }
    }

    /// Whether no entry of the index can come from a manifest with these sources and variants.
    func isForeign(toSources ids: [String], variants: [String]) -> Bool {
        guard let index, !index.images.isEmpty, !ids.isEmpty else { return false }
        return !ids.contains { id in
            guard let entry = index.images[id] else { return false }
            return entry.variants.isEmpty || variants.contains { entry.variants[$0] != nil }
        }
    }

    static func files(of index: ImageIndex) -> [String: Ledger.File] {
        var files: [String: Ledger.File] = [:]
        for entry in index.images.values {
            for (name, file) in Self.files(of: entry) { files[name] = file }
        }
        return files
    }

    /// Returns what the files are, by name.
    static func shapes(of entry: ImageIndex.Entry) -> [String: EncodedShape] {
        var shapes: [String: EncodedShape] = [:]
        for format in entry.variants.values.flatMap(\.formats) {
            guard let type = OutputFormat.allCases.first(where: { $0.word == format.format }) else {
                continue
            }
            for file in format.files {
                guard let name = file.file else { continue }
                shapes[name] = EncodedShape(
                    format: type, size: PixelSize(width: file.width, height: file.height))
            }
        }
        return shapes
    }

    static func files(of entry: ImageIndex.Entry) -> [String: Ledger.File] {
        var files: [String: Ledger.File] = [:]
        for file in entry.variants.values.flatMap(\.formats).flatMap(\.files) {
            // Alcedo never writes a name that leads out of the output directory.
            guard let name = file.file, let digest = file.digest.flatMap(ContentDigest.init(sri:)),
                RelativeName.isInside(name), RecordBounds.bytes.contains(file.bytes)
            else { continue }
            files[name] = Ledger.File(digest: digest, bytes: file.bytes)
        }
        return files
    }
}
