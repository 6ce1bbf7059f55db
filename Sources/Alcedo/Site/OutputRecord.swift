import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import Foundation

/// What Alcedo knows of one output directory: which files there are its own, and what the last build left.
///
/// It lives in the cache and is written before the first file of a publication, with the names to come, so that
/// whatever is killed when, the next build knows every file that may be there because of Alcedo.
struct OutputRecord: Hashable, Sendable {
    /// One file in the output directory.
    struct File: Hashable, Sendable {
        var digest: ContentDigest
        var bytes: Int
        /// The digest of what stood there before, as long as it is not certain that this has taken its place.
        var formerly: ContentDigest?
        /// What the file system said right after it was written. `nil` when it has to be hashed to be believed.
        var status: FileStatus?
        /// When the manifest stopped asking for it, in seconds since 1970. `nil` while it does.
        var orphanedSince: Int?
        /// Whether it was found there, the same to the byte, without a sign that Alcedo wrote it. Such a file is
        /// used and never deleted.
        var isFound = false
    }

    /// The index as it was written.
    struct Index: Hashable, Sendable {
        var path: String
        var status: FileStatus
        /// Decides the index's bytes; see ``SitePublication/fingerprint``.
        var fingerprint: ContentDigest
        /// That of its bytes.
        var checksum: ContentChecksum
    }

    /// One entry of that index.
    struct Entry: Hashable, Sendable {
        /// Decides it; see ``EntryKey``.
        var key: ContentDigest
        /// The bytes of the index that are it.
        var place: Range<Int>
        /// The names of the files that it speaks of.
        var names: [String]
    }

    /// The absolute path of the manifest that is built into the directory, without links.
    var manifest: String?
    /// By path relative to the output directory.
    var files: [String: File] = [:]
    /// `nil` while a publication is under way, and after one that did not end.
    var index: Index?
    /// The entries of ``index``, by id. Those that are not here are made from nothing at the next publication.
    var entries: [String: Entry] = [:]
    /// Indexes at other paths, from before the manifest named this one, that have yet to go: the newest first.
    var formerIndexes: [Index] = []

    /// The indexes that publications left somewhere else than at `path`, the newest first.
    func indexes(elsewhereThan path: String) -> [Index] {
        var seen: Set = [path]
        return ([index].compactMap(\.self) + formerIndexes).filter { seen.insert($0.path).inserted }
    }

    /// Whether a publication left an index at `path`.
    func hasIndex(at path: String) -> Bool {
        index?.path == path || formerIndexes.contains { $0.path == path }
    }

    /// The files of this record, and those that only an index names.
    func files(with index: [String: File]) -> [String: File] {
        index.merging(files) { named, recorded in
            var file = recorded
            // Another machine may have built meanwhile, and its output been copied here with its index.
            if named.digest != recorded.digest, recorded.formerly == nil { file.formerly = named.digest }
            return file
        }
    }

    /// When the manifest stopped asking for the first file of those it does not ask for, in seconds since 1970.
    var firstOrphaned: Int? { files.values.lazy.compactMap(\.orphanedSince).min() }

    /// The moment at which the next orphan is due, in seconds since 1970.
    func nextPruning(after age: Int) -> Int? { firstOrphaned.map { $0 + age } }

    /// The name of the record of an output directory.
    static func name(forOutput path: String) -> String {
        // By any way that leads there: two ways must not be two owners.
        prefix + ContentDigest(hashing: PathRules.real(path)).hex.prefix(16)
    }

    static let prefix = "output-"

    static let schema = "alcedo-output-8"

    var data: Data { Data(bytes(with: nil)) }

    /// The bytes of the record.
    ///
    /// - Parameter layout: The entries that are kept besides those of ``entries``, and the order of all of them.
    func bytes(with layout: IndexLayout?) -> [UInt8] {
        var writer = FieldWriter()
        writer.reserve(size(with: layout))
        write(to: &writer, with: layout)
        return writer.bytes
    }

    /// About how many bytes the record has, rather more. Room that is not used costs nothing.
    func size(with layout: IndexLayout?) -> Int {
        let kept = layout.map { $0.kept.recorded.reduce(0) { $0 + $1.fields.count } }
        return 4096 + (kept ?? 0) + files.count * 512
    }

    /// Writes the bytes of ``bytes(with:)``.
    func write(to writer: inout FieldWriter, with layout: IndexLayout?) {
        writer.write(Self.schema)
        writer.writeOptional(manifest) { $0.write($1) }
        writer.writeOptional(index) { $1.write(to: &$0) }
        writer.writeList(formerIndexes) { $1.write(to: &$0) }
        writer.writeOptional(firstOrphaned) { $0.write($1) }
        // What is asked of every record comes before what there is many of, and the files of one folder together.
        if let layout {
            layout.write(count: entries.count, to: &writer) { packed($0, gap: $1) }
        } else {
            var end = 0
            writer.writeList(entries.keys.sorted(by: ImageIndex.stands)) { writer, id in
                guard let place = entries[id]?.place else { return }
                packed(id, gap: place.lowerBound - end)?.write(to: &writer)
                end = place.upperBound
            }
        }
        let named = Set(entries.values.lazy.flatMap(\.names))
        writer.writeList(files.keys.filter { !named.contains($0) }.sorted()) { writer, name in
            writer.write(name)
            files[name]?.write(to: &writer)
        }
    }

    /// An entry as a record has it.
    func packed(_ id: String, gap: Int) -> IndexedEntry? {
        guard let entry = entries[id] else { return nil }
        var writer = FieldWriter()
        for name in entry.names {
            guard let file = files[name] else { continue }
            writer.write(name)
            file.write(to: &writer)
        }
        return IndexedEntry(
            id: id, key: entry.key, gap: gap, count: entry.place.count, files: writer.fields)
    }

    init() {}

    init(_ data: Data) throws {
        self = try OutputRecord(OutputRecordFile(FieldReader(data)))
    }

    init(_ file: OutputRecordFile) throws {
        manifest = file.manifest
        (entries, files) = try file.entriesAndFiles()
        index = file.index
        formerIndexes = file.formerIndexes
    }
}

extension OutputRecord.File {
    fileprivate func write(to writer: inout FieldWriter) {
        writer.write(digest)
        writer.write(bytes)
        writer.writeOptional(formerly) { $0.write($1) }
        writer.writeOptional(status) { $1.write(to: &$0) }
        writer.writeOptional(orphanedSince) { $0.write($1) }
        writer.write(isFound)
    }

    init(from reader: inout FieldReader) throws {
        self.init(
            digest: try reader.readDigest(), bytes: try reader.readInt(),
            formerly: try reader.readOptional { try $0.readDigest() },
            status: try reader.readOptional { try FileStatus(from: &$0) },
            orphanedSince: try reader.readOptional { try $0.readInt() },
            isFound: try reader.readBool())
    }
}

extension OutputRecord.Index {
    fileprivate func write(to writer: inout FieldWriter) {
        writer.write(path)
        status.write(to: &writer)
        writer.write(fingerprint)
        writer.write(checksum)
    }

    init(from reader: inout FieldReader) throws {
        path = try reader.readString()
        status = try FileStatus(from: &reader)
        fingerprint = try reader.readDigest()
        checksum = try reader.readChecksum()
    }
}

extension FileStatus {
    func write(to writer: inout FieldWriter) {
        writer.write(Int(kind.rawValue))
        writer.write(size)
        writer.write(modified)
        writer.write(changed)
        writer.write(inode)
    }

    init(from reader: inout FieldReader) throws {
        guard let raw = UInt8(exactly: try reader.readInt()), let kind = Kind(rawValue: raw) else {
            throw FieldReader.Malformed()
        }
        self.init(
            kind: kind, size: try reader.readInt(), modified: try reader.readInt(),
            changed: try reader.readInt(),
            inode: try reader.readUInt64())
    }
}
