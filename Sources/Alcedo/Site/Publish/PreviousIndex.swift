import AlcedoBase
import AlcedoContainers
import AlcedoIndex
import AlcedoRecipes

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
    /// The root, if the index is in parts.
    let root: ImageIndex.Parts?
    /// The first part that cannot be read, if any; its entries are not in `index`.
    let lostPart: String?
    /// Why entries are not in `index`, by id: they have texts that no build writes, which must not reach the next index.
    let unsound: [String: ImageIndexError]

    /// Reads the index at `path`, or else the last publication's index at another path, where it may be.
    ///
    /// - Throws: `FileSystemError` if there is a file that cannot be read.
    init(path: String, output: Ledger.Output, in formers: FormerIndexes) throws(FileSystemError) {
        let here = try PreviousIndex(path: path)
        if here.index == nil, let former = output.indexes(elsewhereThan: path).first,
            let file = formers.file(of: former), try file.found() != nil
        {
            self = try PreviousIndex(path: file.path)
        } else {
            self = here
        }
    }

    /// Reads the index at `path`, unless it is unchanged since the last publication: the ledger then has every file it
    /// names.
    ///
    /// - Throws: `FileSystemError` if the index or its status cannot be read.
    init(
        path: String, unlessKnownTo output: Ledger.Output, in formers: FormerIndexes
    ) throws(FileSystemError) {
        if let index = output.index, index.path == path, try FileSystem.status(of: path) == index.status {
            self.init(noneAt: path)
        } else {
            try self.init(path: path, output: output, in: formers)
        }
    }

    /// An index that is not there.
    init(noneAt path: String) {
        self.init(path: path, index: nil, files: [:], root: nil, lostPart: nil, unsound: [:])
    }

    private init(
        path: String, index: ImageIndex?, files: [String: Ledger.File], root: ImageIndex.Parts?,
        lostPart: String?, unsound: [String: ImageIndexError]
    ) {
        (self.path, self.index, self.files) = (path, index, files)
        (self.root, self.lostPart, self.unsound) = (root, lostPart, unsound)
    }

    /// Reads the index at `path`, if there is one.
    ///
    /// - Throws: `FileSystemError` if there is a file that cannot be read.
    init(path: String) throws(FileSystemError) {
        guard let data = try Self.data(at: path) else {
            self.init(noneAt: path)
            return
        }
        do {
            let root = try ImageIndex.Parts(ifInParts: data)?.located(path)
            var (index, lostPart) = try root.map(Self.index) ?? (ImageIndex(unchecked: data), nil)
            guard index.generator.hasPrefix("alcedo ") else { throw FieldReader.Malformed() }
            let files = Self.files(of: index)
            let unsound = try index.removeUnsound()
            self.init(
                path: path, index: index, files: files, root: root, lostPart: lostPart, unsound: unsound)
        } catch let error as FileSystemError {
            throw error
        } catch {
            self.init(noneAt: path)
        }
    }

    /// Reads the parts, as far as they can be read.
    private static func index(of root: ImageIndex.Parts) throws -> (ImageIndex, lostPart: String?) {
        var index = ImageIndex(baseURL: root.baseURL, generator: root.generator)
        index.siteIcons = root.siteIcons
        var lost: String?
        func read(_ file: ImageIndex.Parts.File, _ body: (Data) throws(ImageIndexError) -> Void) throws {
            guard RelativeName.isInside(file.file) else { throw FieldReader.Malformed() }
            do {
                guard let data = try data(at: root.folder + file.file) else { throw FieldReader.Malformed() }
                try body(data)
            } catch let error as FileSystemError {
                throw error
            } catch {
                lost = lost ?? root.folder + file.file
            }
        }
        for part in root.parts {
            try read(part) { data throws(ImageIndexError) in
                index.images.merge(try ImageIndex(unchecked: data).images) { first, _ in first }
            }
        }
        try read(root.order) { data throws(ImageIndexError) in
            index.order = try ImageIndex.Parts.order(data)
        }
        var missing = Set(index.images.keys)
        index.order.removeAll { missing.remove($0) == nil }
        index.order += missing.sorted(by: ImageIndex.stands)
        return (index, lost)
    }

    /// Returns all files that are Alcedo's in the output according to the index, its own parts too.
    func ownedFiles(below output: String) -> [String: Ledger.File] {
        guard let root, let names = IndexPartNames(path, below: output) else { return files }
        var files = files
        for part in root.parts + [root.order] {
            guard let name = names.inOutput(part.file), let digest = ContentDigest(sri: part.digest),
                RecordBounds.bytes.contains(part.bytes)
            else { continue }
            files[name] = Ledger.File(digest: digest, bytes: part.bytes)
        }
        return files
    }

    /// Returns the bytes of a file, or `nil` if it does not exist, or begins as no index does.
    static func data(at path: String) throws(FileSystemError) -> Data? {
        do {
            // However large it is, no more of it is read.
            let beginning = try FileSystem.readBeginning(of: path, count: 64)
            let first = beginning.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
            if let first, first != UInt8(ascii: "{") { return nil }
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
        entry.variants.values.reduce(into: [:]) { $0.merge(files(of: $1)) { $1 } }
    }

    static func files(of variant: ImageIndex.Variant) -> [String: Ledger.File] {
        var files: [String: Ledger.File] = [:]
        let pictures = variant.formats.flatMap(\.files).map { ($0.file, $0.digest, $0.bytes) }
        let videos = (variant.video ?? []).map { ($0.file, $0.digest, $0.bytes) }
        for (file, digest, bytes) in pictures + videos.map({ (Optional($0), Optional($1), $2) }) {
            // Alcedo never writes a name that leads out of the output directory.
            guard let name = file, let digest = digest.flatMap(ContentDigest.init(sri:)),
                RelativeName.isInside(name), RecordBounds.bytes.contains(bytes)
            else { continue }
            files[name] = Ledger.File(digest: digest, bytes: bytes)
        }
        return files
    }
}
