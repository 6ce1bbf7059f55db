import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// Entries of the last index that this publication would write again, byte for byte, and whose files are as written.
///
/// Of ten thousand pictures one has changed: the entries of the others are copied, and not put together again.
struct KeptEntries: Sendable {
    /// Text of the last index.
    let index: [UInt8]
    /// Names of their files.
    let names: [String]
    // By position of the row.
    private let isKept: [Bool]
    private let texts: [Range<Int>]

    /// Finds the entries.
    ///
    /// - Returns: `nil` if there are none, or the index is not the last publication's.
    /// - Throws: `FileSystemError` if the status of a file cannot be read.
    init?(
        of finished: FinishedSources, manifest: Manifest, ledger: Ledger, output: String, indexPath: String
    ) throws {
        guard let written = ledger.output.index, written.path == indexPath,
            try FileSystem.status(of: indexPath) == written.status
        else { return nil }
        let keys = EntryKey(manifest)
        let alternatives = finished.alternatives()
        let items = finished.items
        // A disk may have damaged the index without changing its status.
        let (found, index) = try concurrently {
            try items.concurrentChunks(of: 512) { items in
                var found: (places: [Int], names: [String]) = ([], [])
                var writer = FieldWriter()
                var statuses = StatusReader()
                for item in items {
                    guard let place = ledger.place(of: item.source.id), let entry = ledger.rows[place].entry,
                        entry.key == keys.key(of: item, alternatives: alternatives, &writer),
                        let names = try entry.namesOfFilesAsWritten(in: output, &statuses)
                    else { continue }
                    found.places.append(place)
                    found.names += names
                }
                return found
            }
        } _: {
            let index = try FileSystem.readBytes(indexPath)
            return ContentDigest(hashing: index) == written.digest ? index : nil
        }
        var isKept = [Bool](repeating: false, count: ledger.rows.count)
        for place in found.lazy.flatMap(\.places) { isKept[place] = true }
        guard isKept.contains(true), let index, let texts = Self.texts(of: ledger.rows, manifest, in: index)
        else { return nil }
        self.index = index
        self.isKept = isKept
        self.texts = texts
        names = found.flatMap(\.names)
    }

    /// Returns the positions of all entries in an index with the present base URL and version, which every kept entry
    /// has in its key: writes it again from its own entries.
    private static func texts(of rows: [Ledger.Row], _ manifest: Manifest, in index: [UInt8]) -> [Range<Int>]?
    {
        var texts: [Range<Int>] = []
        var isValid = true
        var json = CanonicalJSON()
        ImageIndex.write(baseURL: manifest.baseURL, generator: IndexAssembly.generator, order: [], to: &json)
        { json in
            for row in rows {
                guard isValid, let length = row.entry?.length else {
                    texts.append(0..<0)
                    continue
                }
                json.key(row.id)
                guard length >= 0, json.count <= index.count, length <= index.count - json.count else {
                    isValid = false
                    continue
                }
                texts.append(json.count..<json.count + length)
                json.value(index[json.count..<json.count + length])
            }
        }
        return isValid ? texts : nil
    }

    /// Whether the entry of the row at this position is kept.
    func contains(_ place: Int) -> Bool { isKept[place] }

    /// Text of the entry of the row at this position.
    func text(_ place: Int) -> ArraySlice<UInt8> { index[texts[place]] }

    /// Whether a file of another source may have the name of a kept entry's file, or of one of its folders, or one
    /// of the folders the name of a kept entry's file. Case is ignored: on many file systems such names are one.
    ///
    /// - Parameters:
    ///   - others: Lowercased names.
    ///   - folders: Lowercased names of their folders.
    func collide(with others: Set<String>, folders: Set<String>) -> Bool {
        var last = ""
        return names.contains { name in
            let name = name.lowercased()
            if others.contains(name) || folders.contains(name) { return true }
            var folder = FileSystem.folder(of: name)
            // There are many files, but few folders.
            if folder == last { return false }
            last = folder
            while !folder.isEmpty {
                if others.contains(folder) { return true }
                folder = FileSystem.folder(of: folder)
            }
            return false
        }
    }
}
