import AlcedoBase
import AlcedoImaging
import AlcedoIndex

/// The index of the last build, if readable.
///
/// It serves as evidence that Alcedo wrote the files it names. An index that does not parse is ignored. One that the disk
/// refuses to read is not: if a build went on without it, and replaced it, its files would stay forever.
struct PreviousIndex: Sendable {
    /// Path that was read.
    let path: String
    /// The index, if there is one.
    let index: ImageIndex?
    /// Files named by the index, by path relative to the output directory.
    let files: [String: Ledger.File]

    /// Reads the index at `path`, or else the last publication's index at another path.
    ///
    /// - Throws: `FileSystemError` if there is a file that cannot be read.
    init(path: String, output: Ledger.Output) throws(FileSystemError) {
        let here = try PreviousIndex(path: path)
        if here.index == nil, let former = output.indexes(elsewhereThan: path).first {
            self = try PreviousIndex(path: former.path)
        } else {
            self = here
        }
    }

    /// Reads the index at `path`, unless it is unchanged since the last publication: the ledger then has every file it
    /// names.
    ///
    /// - Throws: `FileSystemError` if the index or its status cannot be read.
    init(path: String, unlessKnownTo output: Ledger.Output) throws(FileSystemError) {
        if let index = output.index, index.path == path, try FileSystem.status(of: path) == index.status {
            self.init(noneAt: path)
        } else {
            try self.init(path: path, output: output)
        }
    }

    /// An index that is not there.
    init(noneAt path: String) {
        self.init(path: path, index: nil, files: [:])
    }

    private init(path: String, index: ImageIndex?, files: [String: Ledger.File]) {
        self.path = path
        self.index = index
        self.files = files
    }

    /// Reads the index at `path`, if there is one.
    ///
    /// - Throws: `FileSystemError` if there is a file that cannot be read.
    init(path: String) throws(FileSystemError) {
        self.path = path
        guard let data = try Self.data(at: path) else {
            (index, files) = (nil, [:])
            return
        }
        do {
            let index = try ImageIndex(data: data)
            guard index.generator.hasPrefix("alcedo ") else { throw FieldReader.Malformed() }
            self.index = index
            files = Self.files(of: index)
        } catch {
            index = nil
            files = [:]
        }
    }

    private static func data(at path: String) throws(FileSystemError) -> Data? {
        do {
            return try FileSystem.read(path)
        } catch {
            // Nothing, a folder, a pipe or a cycle of links, which is reported when the index is written.
            if error.isMissing || [EISDIR, EINVAL, ELOOP, ENXIO].contains(error.code) { return nil }
            throw error
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
