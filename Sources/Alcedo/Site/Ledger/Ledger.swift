import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import AlcedoRecipes

/// Everything a build remembers of a site for the next one: a row per source, the other files in the output, and the
/// digests of source files.
///
/// It saves time, and it lists the files in the output that are Alcedo's; without it, the index does. Deleting it is
/// always safe. It is written whole at the end of a build; see ``save(as:in:)``.
struct Ledger: Sendable {
    /// A local source file whose bytes are known as long as its status stays the same.
    struct KnownFile: Hashable, Sendable {
        var status: FileStatus
        var digest: ContentDigest
        /// What its pixels depend on besides.
        var needs = DrawingNeeds.nothing
    }

    /// The output directory and the index. Its files are those that no row has; if a row has one of the same name, this
    /// one supersedes it.
    var output: Output {
        didSet { isChanged = true }
    }
    /// Rows in the order of the index: by the bytes of their ids.
    private(set) var rows: [Row]
    /// Source files by absolute path.
    private(set) var sourceFiles: [String: KnownFile]
    /// Digest of the ledger's file; `nil` if there was none.
    let basis: ContentDigest?
    /// Whether it differs from its file.
    private(set) var isChanged: Bool
    // Positions in `rows` by id.
    private var places: [String: Int] = [:]

    /// Creates a ledger, empty by default.
    init(
        output: Output = Output(), rows: [Row] = [], sourceFiles: [String: KnownFile] = [:],
        basis: ContentDigest? = nil, isChanged: Bool = false
    ) {
        self.output = output
        self.rows = rows
        self.sourceFiles = sourceFiles
        self.basis = basis
        self.isChanged = isChanged
        countPlaces()
    }

    private mutating func countPlaces() {
        places = Dictionary(minimumCapacity: rows.count)
        for (place, row) in rows.enumerated() { places[row.id] = place }
    }

    // MARK: Reading

    /// Position of a source's row.
    func place(of id: String) -> Int? { places[id] }

    /// Last result of a source.
    func result(of id: String) -> SourceRecord? { places[id].flatMap { rows[$0].result } }

    /// Whether the last publication was completed, with at least one entry in its index.
    var hasEntries: Bool { output.index != nil && rows.contains { $0.entry != nil } }

    /// The output with the files of all rows.
    ///
    /// - Parameter kept: Rows whose files are left out.
    func output(besides kept: KeptEntries? = nil) -> Output {
        var output = output
        for (place, row) in rows.enumerated() where kept?.contains(place) != true {
            row.entry?.forEachFile { name, file in
                if output.files[name] == nil { output.files[name] = file }
            }
        }
        return output
    }

    /// Whether every file that the manifest asks for has the status from right after it was written.
    ///
    /// - Throws: `FileSystemError` if the status of a file cannot be read.
    func hasAllFilesAsWritten(in directory: String) throws -> Bool {
        let areWritten = try rows.concurrentChunks(of: 512) { rows in
            var reader = StatusReader()
            return try rows.allSatisfy { row in
                try row.entry.map { try $0.namesOfFilesAsWritten(in: directory, &reader) != nil } ?? true
            }
        }
        guard areWritten.allSatisfy(\.self) else { return false }
        var reader = StatusReader()
        return try output.files.allSatisfy { name, file in
            guard file.orphanedSince == nil else { return true }
            return try file.status != nil && reader.status(of: directory + "/" + name) == file.status
        }
    }

    // MARK: Changing

    /// Records the results of a build.
    mutating func remember(_ finished: FinishedSources) {
        for item in finished.items where !item.isStale && item.failedVariants.isEmpty && item.data.isEmpty {
            if result(of: item.source.id) == item.record { continue }
            change(item.source.id) { $0.result = item.record }
        }
        // The results of failed and unselected sources may be needed again.
        let ids = Set(finished.order)
        for row in rows where row.result != nil && !ids.contains(row.id) {
            change(row.id) { $0.result = nil }
        }
        let files =
            finished.isSelection ? sourceFiles.merging(finished.files) { $1 } : finished.files
        if files != sourceFiles {
            sourceFiles = files
            isChanged = true
        }
        arrange()
    }

    /// Records what a publication left.
    ///
    /// - Parameters:
    ///   - output: The output, with all files but those of kept entries.
    ///   - entries: Entries of the index by id, but for kept ones.
    mutating func remember(_ output: Output, _ entries: [String: Entry], keeping kept: KeptEntries?) {
        for (place, row) in rows.enumerated() where row.entry != nil && kept?.contains(place) != true {
            rows[place].entry = nil
        }
        self.output = output
        for (id, entry) in entries {
            change(id) { $0.entry = entry }
            entry.forEachFile { name, _ in self.output.files[name] = nil }
        }
        arrange()
    }

    /// Forgets the publication, but not the results.
    mutating func forgetOutput() { remember(Output(), [:], keeping: nil) }

    /// Applies the journal of a publication that did not end.
    mutating func apply(_ journal: LedgerJournal) {
        output = Output(
            manifest: journal.output.manifest, files: output.files.merging(journal.output.files) { $1 },
            index: nil, formerIndexes: journal.output.formerIndexes)
    }

    private mutating func change(_ id: String, _ body: (inout Row) -> Void) {
        isChanged = true
        if let place = places[id] {
            body(&rows[place])
        } else {
            places[id] = rows.count
            rows.append(Row(id))
            body(&rows[rows.count - 1])
        }
    }

    /// Removes empty rows and restores the order.
    private mutating func arrange() {
        guard isChanged else { return }
        rows.removeAll { $0.result == nil && $0.entry == nil }
        let isSorted = zip(rows, rows.dropFirst()).allSatisfy { ImageIndex.stands($0.id, before: $1.id) }
        if !isSorted {
            // Sorts only the ids: sorting moves its elements, and rows are large.
            let order = rows.indices.sorted { ImageIndex.stands(rows[$0].id, before: rows[$1].id) }
            rows = order.map { rows[$0] }
        }
        countPlaces()
    }
}
