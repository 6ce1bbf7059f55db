import AlcedoBase

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
    // Stands at the files; `nil` where there are none.
    private let rest: FieldReader?

    /// There is none.
    init() {
        manifest = nil
        index = nil
        formerIndexes = []
        firstOrphaned = nil
        rest = nil
    }

    /// - Throws: `FieldReader.Malformed`.
    init(_ fields: FieldReader) throws {
        var reader = fields
        guard try reader.readString() == OutputRecord.schema else { throw FieldReader.Malformed() }
        manifest = try reader.readOptional { try $0.readString() }
        index = try reader.readOptional { try OutputRecord.Index(from: &$0) }
        formerIndexes = try reader.readList { try OutputRecord.Index(from: &$0) }
        firstOrphaned = try reader.readOptional { try $0.readInt() }
        rest = reader
    }

    /// The files by path relative to the output directory.
    /// - Throws: `FieldReader.Malformed`.
    func files() throws -> [String: OutputRecord.File] {
        guard var reader = rest else { return [:] }
        // A name's count, a digest, a number and four truth values.
        return try reader.readDictionary(ofAtLeast: 8 + 32 + 8 + 4) {
            (try $0.readString(), try OutputRecord.File(from: &$0))
        }
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
        let files: [(name: String, status: FileStatus)]
        do {
            guard let wanted = try wantedFiles() else { return false }
            files = wanted
        } catch {
            // Malformed.
            return false
        }
        do {
            _ = try files.concurrentChunks { files in
                var reader = StatusReader()
                for file in files where try reader.status(of: output + "/" + file.name) != file.status {
                    throw Differs()
                }
            }
            return true
        } catch is Differs {
            return false
        }
    }

    // Ends the search.
    private struct Differs: Error {}

    // `nil` if the status of one is not known.
    private func wantedFiles() throws -> [(name: String, status: FileStatus)]? {
        guard var reader = rest else { return [] }
        var isKnown = true
        let files = try reader.readList { reader in
            let name = try reader.readString()
            let file = try OutputRecord.File(from: &reader)
            if file.orphanedSince == nil, file.status == nil { isKnown = false }
            return (name: name, status: file.status, isWanted: file.orphanedSince == nil)
        }
        guard isKnown else { return nil }
        return files.compactMap { file in
            file.isWanted ? file.status.map { (name: file.name, status: $0) } : nil
        }
    }
}
