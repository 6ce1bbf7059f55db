import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import Foundation

/// The entries of the index that the last publication left which this one would write again, to the byte, and whose
/// files are all there.
///
/// Of ten thousand pictures one has changed: what the record and the index have of the others is copied, and not taken
/// apart and put together again.
struct KeptEntries: Sendable {
    /// All entries of the last publication, in the order of their ids.
    let recorded: [RecordedEntry]
    /// The index that the last publication left.
    let index: [UInt8]
    /// How many are kept.
    let count: Int
    /// Among how many sources they were found.
    let itemCount: Int
    /// When the first of their files was looked at.
    let since: ContinuousClock.Instant
    // By place in the record.
    private let isKept: [Bool]
    // Of names and of their folders. In rows and not in sets: little is ever asked of them.
    private let nameHashes: [UInt64]
    private let folderHashes: [UInt64]
    private let inodes: [UInt64]

    /// Finds them.
    ///
    /// - Returns: `nil` if there is none, or nobody vouches for the index.
    /// - Throws: `FileSystemError` for a file that cannot be looked at.
    init?(_ search: Search) throws {
        let record = search.record
        let found: [Found]
        do {
            found = try search.parts.results(threads: Machine.cores)
        } catch is FieldReader.Malformed {
            return nil
        }
        count = found.reduce(0) { $0 + $1.numbers.count }
        itemCount = search.itemCount
        since = search.since
        guard count > 0 else { return nil }
        guard let index = try search.index.value() else { return nil }
        var isKept = Array(repeating: false, count: record.entries.count)
        for number in found.lazy.flatMap(\.numbers) { isKept[number] = true }
        self.isKept = isKept
        self.index = index
        recorded = record.entries
        nameHashes = found.flatMap(\.nameHashes)
        folderHashes = found.flatMap(\.folderHashes)
        inodes = found.flatMap(\.inodes)
    }

    /// The search for them, with which some threads may begin while the others have something else to do.
    struct Search: Sendable {
        fileprivate let record: OutputRecordFile
        fileprivate let itemCount: Int
        fileprivate let since = ContinuousClock.now
        // Nor is the disk believed where a look at the bytes is as cheap as here. `nil` if they are others.
        fileprivate let index: Aside<[UInt8]?, any Error>
        fileprivate let parts: SharedParts<Found>

        /// Begins it.
        ///
        /// - Parameters:
        ///   - items: What there is to publish.
        ///   - record: What the last publication left.
        ///   - threads: How many look at files before anybody wants to know.
        /// - Returns: `nil` if there is nothing to find, or nobody vouches for the index.
        /// - Throws: `FileSystemError` for an index that cannot be looked at.
        init?<Items: RandomAccessCollection<FinishedSources.Item> & Sendable>(
            of items: Items, manifest: Manifest, record: OutputRecordFile, output: String, indexPath: String,
            threads: Int = 0
        ) throws where Items.Index == Int, Items.SubSequence: Sendable {
            guard !record.entries.isEmpty, let written = record.index, written.path == indexPath,
                try FileSystem.status(of: indexPath) == written.status
            else { return nil }
            self.record = record
            itemCount = items.count
            index = Aside { () throws -> [UInt8]? in
                let index = try FileSystem.readBytes(indexPath)
                return index.count == written.status.size && ContentChecksum(of: index) == written.checksum
                    ? index : nil
            }
            let keys = EntryKey(manifest)
            let ids = IndexedIDs(items)
            parts = items.parts(of: 512) { items in
                var found = Found()
                var writer = FieldWriter()
                var files = StatusReader()
                var places = RecordedPlaces(record.entries)
                for item in items {
                    guard let number = places.number(of: item.source.id) else { continue }
                    let recorded = record.entries[number]
                    guard recorded.entry.gap >= 0,
                        recorded.entry.key == keys.key(of: item, among: ids, &writer),
                        recorded.place.upperBound <= written.status.size,
                        try recorded.entry.hasAllFilesAsWritten(in: output, &files)
                    else { continue }
                    try found.add(recorded.entry, number)
                }
                return found
            }
            parts.begin(threads: threads)
        }
    }

    // What one thread has found.
    fileprivate struct Found: Sendable {
        var numbers: [Int] = []
        var nameHashes: [UInt64] = []
        var folderHashes: [UInt64] = []
        var inodes: [UInt64] = []
        // Many files, few folders.
        private var last: [UInt64] = []
        private var folders: [UInt64] = []

        mutating func add(_ entry: IndexedEntry, _ number: Int) throws {
            numbers.append(number)
            var reader = entry.files
            while !reader.isAtEnd {
                folders.removeAll(keepingCapacity: true)
                nameHashes.append(
                    try reader.readBytes { bytes in NameHash.of(bytes) { folders.append($0) } })
                if let status = try OutputRecord.File(from: &reader).status { inodes.append(status.inode) }
                if folders == last { continue }
                folderHashes += folders
                swap(&folders, &last)
            }
        }
    }

    /// Those of the items whose entries are not kept, in their order.
    func others(among items: [FinishedSources.Item]) -> [FinishedSources.Item] {
        var places = RecordedPlaces(recorded)
        return items.indices.filter { place in
            places.number(of: items[place].source.id).map { !isKept[$0] } ?? true
        }.map { items[$0] }
    }

    /// Those of the ids that are kept, or for which `isOther` says so, in their order.
    func ids(among ids: [String], or isOther: (String) -> Bool) -> [String] {
        var places = RecordedPlaces(recorded)
        return ids.filter { id in
            places.number(of: id).map { isKept[$0] } ?? false || isOther(id)
        }
    }

    /// Whether the entry at this place of the record is kept.
    func contains(number: Int) -> Bool { isKept[number] }

    /// The next kept entries that follow one another.
    ///
    /// - Parameters:
    ///   - number: The place in the record from which on to look; then that after them.
    ///   - id: They stand before the entry with this id.
    /// - Returns: Their places in the record; `nil` if there are no more.
    func run(from number: inout Int, until id: String?) -> Range<Int>? {
        func isWanted(_ number: Int) -> Bool {
            id.map { ImageIndex.stands(recorded[number].entry.id, before: $0) } ?? true
        }
        while number < recorded.count, !isKept[number], isWanted(number) { number += 1 }
        let start = number
        while number < recorded.count, isKept[number], isWanted(number) { number += 1 }
        return start < number ? start..<number : nil
    }

    /// All of them, for what stands beside the record.
    var segments: [OutputChanges.Segment] {
        var segments: [OutputChanges.Segment] = []
        for (recorded, isKept) in zip(recorded, isKept) where isKept { segments.add(recorded) }
        return segments
    }

    /// Entries that follow one another in the index, as they stand there, with what is before each of them.
    func text(of numbers: ClosedRange<Int>) -> ArraySlice<UInt8> {
        let first = recorded[numbers.lowerBound]
        return index[first.place.lowerBound - first.entry.gap..<recorded[numbers.upperBound].place.upperBound]
    }

    /// Whether one of these names may be that of a file of a kept entry or of a folder of one, or one of the folders
    /// that of a file. Case makes no difference: on many file systems two such names are one file.
    ///
    /// - Parameters:
    ///   - names: In lower case.
    ///   - folders: Of those, each folder in turn.
    func mayCollide(withNames names: some Sequence<String>, folders: some Sequence<String>) -> Bool {
        let names = NameHashes(names)
        let files = names.union(folders)
        return nameHashes.contains { files.contains($0) } || folderHashes.contains { names.contains($0) }
    }

    /// The names of files that a kept entry speaks of, if they are among `names`.
    /// - Throws: `FieldReader.Malformed`.
    func names(among names: some Collection<String>) throws -> Set<String> {
        let wanted = NameHashes(names.lazy.map { $0.lowercased() })
        guard nameHashes.contains(where: { wanted.contains($0) }) else { return [] }
        let names = Set(names)
        return try self.names { name, _ in names.contains(name) }
    }

    /// The names of files that have one of these numbers on their file system.
    /// - Throws: `FieldReader.Malformed`.
    func names(withNumbers numbers: Set<UInt64>) throws -> Set<String> {
        try inodes.contains { numbers.contains($0) }
            ? names { _, file in file.status.map { numbers.contains($0.inode) } ?? false } : []
    }

    private func names(where isWanted: (String, OutputRecord.File) -> Bool) throws -> Set<String> {
        var found: Set<String> = []
        for (recorded, isKept) in zip(recorded, isKept) where isKept {
            _ = try recorded.entry.forEachFile { name, file in
                if isWanted(name, file) { found.insert(name) }
                return true
            }
        }
        return found
    }
}
