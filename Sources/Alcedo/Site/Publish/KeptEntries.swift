import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// Entries of the last index that this publication would write again, byte for byte, and whose files are as written.
///
/// Of ten thousand pictures one has changed: the entries of the others are copied, and not put together again.
struct KeptEntries: Sendable {
    /// Text of the last index, or of the root of one in parts.
    let index: [UInt8]
    /// Names of their files, and of the parts of the index that stay.
    let names: [String]
    /// Parts of the index that stay, by their first ids: all of their entries are kept, and there are no new ones.
    let parts: [String: ImageIndex.Parts.File]
    /// Names of these parts.
    let partNames: [String]
    // By position of the row.
    private let isKept: [Bool]
    private let texts: [ArraySlice<UInt8>]

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
        guard isKept.contains(true), let index else { return nil }
        self.index = index
        self.isKept = isKept
        if manifest.indexSplit == nil {
            guard let texts = Self.texts(of: ledger.rows, manifest, in: index) else { return nil }
            self.texts = texts
            (parts, partNames) = ([:], [])
        } else {
            let ids = items.map(\.source.id).sorted(by: ImageIndex.stands)
            guard
                let kept = try KeptParts(
                    root: index, ids: ids, manifest: manifest, ledger: ledger, isKept: isKept,
                    output: output, indexPath: indexPath)
            else { return nil }
            (texts, parts, partNames) = (kept.texts, kept.staying, kept.names)
        }
        names = found.flatMap(\.names) + partNames
    }

    /// Returns the texts of all entries in an index with the present base URL and version, which every kept entry
    /// has in its key: writes it again from its own entries.
    static func texts(
        of rows: some Sequence<Ledger.Row>, _ manifest: Manifest, in index: [UInt8]
    ) -> [ArraySlice<UInt8>]? {
        var texts: [ArraySlice<UInt8>] = []
        var isValid = true
        var json = CanonicalJSON()
        ImageIndex.write(baseURL: manifest.baseURL, generator: IndexAssembly.generator, order: [], to: &json)
        { json in
            for row in rows {
                guard isValid, let length = row.entry?.length else {
                    texts.append([])
                    continue
                }
                json.key(row.id)
                guard length >= 0, json.count <= index.count, length <= index.count - json.count else {
                    isValid = false
                    continue
                }
                let text = index[json.count..<json.count + length]
                texts.append(text)
                json.value(text)
            }
        }
        return isValid ? texts : nil
    }

    /// Whether the entry of the row at this position is kept.
    func contains(_ place: Int) -> Bool { isKept[place] }

    /// Text of the entry of the row at this position.
    func text(_ place: Int) -> ArraySlice<UInt8> { texts[place] }

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
