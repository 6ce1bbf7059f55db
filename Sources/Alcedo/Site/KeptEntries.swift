import AlcedoBase
import AlcedoIndex
import Foundation

/// The entries of the index that the last publication left which this one would write again, to the byte, and whose
/// files are all there.
///
/// Of ten thousand pictures one has changed: what the record and the index have of the others is copied, and not taken
/// apart and put together again.
struct KeptEntries: Sendable {
    /// In the order of their ids. The places are those in ``index``.
    private(set) var entries: [(id: String, entry: IndexedEntry)]
    /// The index that the last publication left.
    let index: [UInt8]
    // By place in the record.
    private let isKept: [Bool]
    private let ids: Set<String>

    /// Finds them.
    ///
    /// - Parameters:
    ///   - items: What there is to publish.
    ///   - record: What the last publication left.
    /// - Returns: `nil` if there is none, or nobody vouches for the index.
    /// - Throws: `FileSystemError` for a file that cannot be looked at.
    init?(
        of items: [FinishedSources.Item], manifest: Manifest, record: OutputRecordFile, output: String,
        indexPath: String
    ) throws {
        guard !record.entries.isEmpty, let written = record.index, written.path == indexPath,
            try FileSystem.status(of: indexPath) == written.status
        else { return nil }
        let numbers = Dictionary(
            record.entries.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let keys = EntryKey(manifest)
        let found: [[Int]]
        do {
            found = try items.concurrentChunks(of: 512) { items in
                var writer = FieldWriter()
                var files = StatusReader()
                return try items.compactMap { item in
                    guard let number = numbers[item.source.id] else { return nil }
                    let entry = record.entries[number].entry
                    guard entry.key == keys.key(of: item, &writer),
                        entry.offset + entry.count <= written.status.size,
                        try entry.hasAllFilesAsWritten(in: output, &files)
                    else { return nil }
                    return number
                }
            }
        } catch is FieldReader.Malformed {
            return nil
        }
        var isKept = Array(repeating: false, count: record.entries.count)
        for number in found.joined() { isKept[number] = true }
        let entries = zip(record.entries, isKept).filter(\.1).map(\.0)
        guard !entries.isEmpty else { return nil }
        let index = try FileSystem.readBytes(indexPath)
        // Nor is the disk believed where a look at the bytes is as cheap as here.
        guard index.count == written.status.size, ContentDigest(hashing: index) == written.digest else {
            return nil
        }
        self.isKept = isKept
        self.entries = entries
        self.index = index
        ids = Set(entries.lazy.map(\.id))
    }

    /// The same entries, in an index where they have other places.
    func moved(to places: [String: Range<Int>]) -> KeptEntries {
        var moved = self
        for number in moved.entries.indices {
            if let place = places[moved.entries[number].id] {
                moved.entries[number].entry.offset = place.lowerBound
            }
        }
        return moved
    }

    /// Whether an entry is kept.
    func contains(id: String) -> Bool { ids.contains(id) }

    /// Whether the entry at this place of the record is kept.
    func contains(number: Int) -> Bool { isKept[number] }

    /// Whether a name of new files, or a folder of theirs, is taken by a kept entry, or the other way round. Case makes
    /// no difference: on many file systems two such names are one file.
    ///
    /// - Parameters:
    ///   - names: In lower case.
    ///   - folders: Of those, each folder in turn.
    /// - Throws: `FieldReader.Malformed`.
    func collide(withNames names: Set<String>, folders: Set<String>) throws -> Bool {
        if names.isEmpty { return false }
        var last: Substring = ""
        for (_, entry) in entries {
            let isFree = try entry.forEachFile { name, _ in
                let name = name.lowercased()
                if names.contains(name) || folders.contains(name) { return false }
                // Many files, few folders.
                var folder = Substring(FileSystem.folder(of: name))
                if folder == last { return true }
                last = folder
                while !folder.isEmpty {
                    if names.contains(String(folder)) { return false }
                    folder = Substring(FileSystem.folder(of: String(folder)))
                }
                return true
            }
            if !isFree { return true }
        }
        return false
    }

    /// The names of files that have one of these numbers on their file system.
    /// - Throws: `FieldReader.Malformed`.
    func names(withNumbers numbers: Set<UInt64>) throws -> [String] {
        var found: [String] = []
        if numbers.isEmpty { return found }
        for (_, entry) in entries {
            _ = try entry.forEachFile { name, file in
                if let inode = file.status?.inode, numbers.contains(inode) { found.append(name) }
                return true
            }
        }
        return found
    }
}
