import AlcedoBase
import AlcedoCache

/// The record of an output directory as it was read: what every build asks of it, and the many files when they are
/// wanted.
///
/// A build with nothing to do looks at every file that the record names, and needs none of them as a value.
struct OutputRecordFile: Sendable {
    /// The absolute path of the manifest that is built into the directory, without links.
    let manifest: String?
    /// `nil` while a publication is under way, and after one that did not end.
    let index: OutputRecord.Index?
    /// Indexes at other paths that have yet to go.
    let formerIndexes: [OutputRecord.Index]
    /// When the manifest stopped asking for the first file of those it does not ask for, in seconds since 1970.
    let firstOrphaned: Int?
    /// The entries of the index, in the order of their ids.
    let entries: [RecordedEntry]
    /// Tells the file in which it was found from every other; `nil` where there is none.
    private(set) var checksum: ContentDigest?
    // Stands at the files that no entry names; `nil` where there are none.
    private let rest: FieldReader?

    /// There is none.
    init() {
        manifest = nil
        index = nil
        formerIndexes = []
        firstOrphaned = nil
        entries = []
        rest = nil
    }

    /// Reads the record with this name, and what publications have made of it since.
    ///
    /// What cannot be read, or was written by another version, is as if it were not there.
    static func load(named name: String, from store: DiskStore) -> OutputRecordFile {
        var found = OutputRecordFile()
        do {
            if let file = store.loadChecked(named: name) {
                found = try OutputRecordFile(file.fields)
                found.checksum = file.checksum
            }
        } catch {
            // Another version wrote it. The index still names the files.
        }
        do {
            guard let changes = try OutputChanges(ofRecord: name, in: store, over: found.checksum) else {
                return found
            }
            var changed: OutputRecordFile
            if changes.isUnderWay {
                var record = changes.record
                for entry in try RecordedEntry.list(of: found.entries, changes.segments) {
                    _ = try entry.entry.forEachFile { name, file in
                        if record.files[name] == nil { record.files[name] = file }
                        return true
                    }
                }
                changed = try OutputRecordFile(FieldReader(record.bytes(with: nil)))
            } else {
                changed = try OutputRecordFile(found, changes.segments, changes.record)
            }
            changed.checksum = found.checksum
            return changed
        } catch {
            // As above.
            return found
        }
    }

    /// A record with what publications have made of it since.
    /// - Throws: `FieldReader.Malformed`.
    private init(
        _ base: OutputRecordFile, _ segments: [OutputChanges.Segment], _ record: OutputRecord
    ) throws {
        let file = try OutputRecordFile(FieldReader(record.bytes(with: nil)))
        manifest = file.manifest
        index = file.index
        formerIndexes = file.formerIndexes
        firstOrphaned = file.firstOrphaned
        rest = file.rest
        entries = try RecordedEntry.list(of: base.entries, segments)
    }

    /// - Throws: `FieldReader.Malformed`.
    init(_ fields: FieldReader) throws {
        var reader = fields
        guard try reader.readString() == OutputRecord.schema else { throw FieldReader.Malformed() }
        manifest = try reader.readOptional { try $0.readString() }
        index = try reader.readOptional { try OutputRecord.Index(from: &$0) }
        formerIndexes = try reader.readList { try OutputRecord.Index(from: &$0) }
        firstOrphaned = try reader.readOptional { try $0.readInt() }
        entries = try RecordedEntry.list(from: &reader)
        rest = reader
    }

    /// The entries by id, and all files by path relative to the output directory.
    /// - Throws: `FieldReader.Malformed`.
    func entriesAndFiles() throws -> ([String: OutputRecord.Entry], [String: OutputRecord.File]) {
        var files: [String: OutputRecord.File] = [:]
        var found: [String: OutputRecord.Entry] = [:]
        for recorded in entries {
            let entry = recorded.entry
            var names: [String] = []
            _ = try entry.forEachFile { name, file in
                names.append(name)
                if files[name] == nil { files[name] = file }
                return true
            }
            if found[entry.id] == nil {
                found[entry.id] = OutputRecord.Entry(key: entry.key, place: recorded.place, names: names)
            }
        }
        files.merge(try otherFiles()) { first, _ in first }
        return (found, files)
    }

    // Those that no entry names.
    private func otherFiles() throws -> [String: OutputRecord.File] {
        guard var reader = rest else { return [:] }
        // A name's count, a digest, a number and four truth values.
        return try reader.readDictionary(ofAtLeast: 8 + 32 + 8 + 4) {
            (try $0.readString(), try OutputRecord.File(from: &$0))
        }
    }

    /// The record without the files that only kept entries name, and without entries: what a publication that keeps
    /// those has to know.
    ///
    /// - Throws: `FieldReader.Malformed`.
    func record(besides kept: KeptEntries) throws -> OutputRecord {
        var record = OutputRecord()
        record.manifest = manifest
        record.index = index
        record.formerIndexes = formerIndexes
        record.files = try otherFiles()
        for (number, recorded) in entries.enumerated() where !kept.contains(number: number) {
            _ = try recorded.entry.forEachFile { name, file in
                record.files[name] = file
                return true
            }
        }
        // Another entry may have the same picture under the same name.
        for name in try kept.names(among: record.files.keys) { record.files[name] = nil }
        return record
    }

    /// All of it; an empty record where it is malformed.
    var record: OutputRecord {
        do {
            return try OutputRecord(self)
        } catch {
            return OutputRecord()
        }
    }

    /// The moment at which the next orphan is due, in seconds since 1970.
    func nextPruning(after age: Int) -> Int? { firstOrphaned.map { $0 + age } }

    /// Whether every file that the manifest asks for is as it was right after it was written, by what the file system
    /// says of it.
    ///
    /// - Throws: `FileSystemError` for a file that cannot be looked at.
    func hasAllFilesAsWritten(in output: String) throws -> Bool {
        do {
            _ = try entries.concurrentChunks(of: 512) { entries in
                var reader = StatusReader()
                for recorded in entries where try !recorded.entry.hasAllFilesAsWritten(in: output, &reader) {
                    throw Differs()
                }
            }
            var reader = StatusReader()
            for (name, file) in try otherFiles() where file.orphanedSince == nil {
                guard let status = file.status, try reader.status(of: output + "/" + name) == status else {
                    return false
                }
            }
            return true
        } catch is Differs {
            return false
        } catch is FieldReader.Malformed {
            return false
        }
    }

    // Ends the search.
    private struct Differs: Error {}
}
