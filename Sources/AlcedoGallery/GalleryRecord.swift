import AlcedoBase
import AlcedoCache
import AlcedoManifest

/// What the last run wrote into a folder of pages, as a state in the cache.
///
/// A file may be deleted only if it is in the record, and its bytes are still the same. The record may be forged, so that
/// is not enough: see ``GalleryFolder/removeOthers(than:)``.
struct GalleryRecord: Hashable, Sendable {
    /// A file that a gallery wrote.
    struct File: Hashable, Sendable {
        var digest: ContentDigest
        /// Metadata after the run; `nil` if it does not matter.
        var status: FileStatus?
    }

    /// The owner of the folder and of its files.
    struct Place: Hashable, Sendable {
        /// Absolute paths without links: of the folder with the pages, the manifest and its output.
        var root: String
        var manifest: String
        var output: String
        /// Whether the manifest is a file, and not made in Swift.
        var isFile: Bool
    }

    var place: Place
    /// Identifier of the manifest in the pages.
    var ending: String
    /// The files by their names.
    var files: [String: File] = [:]
    /// Digest of everything that determines the files; `nil` if the next run has to look at all of them.
    var inputs: ContentDigest?
    /// Number of pictures with a page.
    var pictures = 0

    private static let schema = "alcedo-gallery-1"
    private static let prefix = "gallery-"

    init(_ place: Place, ending: String) { (self.place, self.ending) = (place, ending) }

    /// Returns the record of a folder; `nil` if it has no record, or that of another gallery, which still exists.
    static func load(_ place: Place, from store: DiskStore) throws(FileSystemError) -> GalleryRecord? {
        guard let record = read(name(place.root), from: store), record.place.root == place.root,
            try record.isPredecessor(of: place)
        else { return nil }
        return record
    }

    /// Returns the records of all folders with pages of a manifest's pictures.
    static func all(of place: Place, in store: DiskStore) throws(FileSystemError) -> [GalleryRecord] {
        var records: [GalleryRecord] = []
        for name in try store.stateNames().sorted() where name.hasPrefix(prefix) {
            guard let record = read(name, from: store), record.place.output == place.output,
                try record.isPredecessor(of: place)
            else { continue }
            records.append(record)
        }
        return records
    }

    /// Whether it is of the same manifest, or of one that was renamed, moved or deleted since.
    private func isPredecessor(of other: Place) throws(FileSystemError) -> Bool {
        if place.manifest == other.manifest { return true }
        guard place.isFile else { return false }
        return try FileSystem.status(of: place.manifest) == nil
    }

    /// Whether each file is as the last run left it, so that the same inputs need no work.
    func isCurrent() throws(FileSystemError) -> Bool {
        guard inputs != nil else { return false }
        for (name, file) in files {
            guard let status = file.status, try FileSystem.status(of: place.root + "/" + name) == status
            else { return false }
        }
        return true
    }

    /// Whether one of the files is still there.
    func hasFiles() throws(FileSystemError) -> Bool {
        for name in files.keys where try FileSystem.status(of: place.root + "/" + name) != nil { return true }
        return false
    }

    /// Stores the record, or removes it if it has no files.
    /// - Returns: The reason if that is not possible.
    func remember(in store: DiskStore) -> String? {
        let name = Self.name(place.root)
        do {
            if files.isEmpty {
                try store.removeState(named: name)
            } else {
                try store.storeState(named: name, reserving: 1024 + files.count * 256) { write(to: &$0) }
            }
            return nil
        } catch {
            return String(describing: error)
        }
    }

    // MARK: - Storage

    private static func name(_ root: String) -> String {
        prefix + ContentDigest(hashing: root).hex.prefix(16)
    }

    private static func read(_ name: String, from store: DiskStore) -> GalleryRecord? {
        guard let fields = store.loadFields(named: name) else { return nil }
        do {
            return try GalleryRecord(fields)
        } catch {
            // Of another version: as without a record.
            return nil
        }
    }

    private func write(to writer: inout FieldWriter) {
        writer.write(Self.schema)
        for text in [place.root, place.manifest, place.output, ending] { writer.write(text) }
        writer.write(place.isFile)
        writer.writeOptional(inputs) { $0.write($1) }
        writer.write(pictures)
        writer.writeList(files.keys.sorted()) { writer, name in
            guard let file = files[name] else { return }
            writer.write(name)
            writer.write(file.digest)
            writer.writeOptional(file.status) { writer, status in
                for number in [status.size, status.modified, status.changed] { writer.write(number) }
                writer.write(status.inode)
            }
        }
    }

    /// - Throws: `FieldReader.Malformed`.
    private init(_ fields: FieldReader) throws {
        var reader = fields
        guard try reader.readString() == Self.schema else { throw FieldReader.Malformed() }
        let texts = try (0..<4).map { _ in try reader.readString() }
        place = Place(
            root: texts[0], manifest: texts[1], output: texts[2], isFile: try reader.readBool())
        ending = texts[3]
        inputs = try reader.readOptional { try $0.readDigest() }
        pictures = try reader.readInt()
        // The length of a name, a digest and a Boolean.
        files = try reader.readDictionary(ofAtLeast: 8 + 32 + 1) { reader in
            let name = try reader.readString()
            let digest = try reader.readDigest()
            // A name that leads out of the folder was never written, nor was one that says nothing of its gallery.
            guard RelativeName.isInside(name), !name.utf8.contains(UInt8(ascii: "/")),
                GalleryOwner.mayBePage(name) || GalleryOwner.isAsset(name, digest)
            else { throw FieldReader.Malformed() }
            let status = try reader.readOptional { reader in
                let numbers = try (0..<3).map { _ in try reader.readInt() }
                return FileStatus(
                    kind: .regular, size: numbers[0], modified: numbers[1], changed: numbers[2],
                    inode: try reader.readUInt64())
            }
            return (name, File(digest: digest, status: status))
        }
        guard reader.isAtEnd else { throw FieldReader.Malformed() }
    }
}
