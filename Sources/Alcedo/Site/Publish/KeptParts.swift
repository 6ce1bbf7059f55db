import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// What a publication takes over from the parts of the last index: whole parts, and the entries of those that change.
struct KeptParts {
    /// Parts that stay as they are, by their first ids.
    private(set) var staying: [String: ImageIndex.Parts.File] = [:]
    /// Their names in the output.
    private(set) var names: [String] = []
    /// Texts of the entries in the parts that change, by position of the row.
    private(set) var texts: [ArraySlice<UInt8>]

    /// - Parameters:
    ///   - root: Bytes of the root, as the last publication wrote them.
    ///   - ids: Ids of the new index, sorted.
    ///   - isKept: By position of the row, whether its entry is kept.
    /// - Returns: `nil` if a part is not as the last publication wrote it.
    /// - Throws: `FileSystemError` if a file cannot be read.
    init?(
        root: [UInt8], ids: [String], manifest: Manifest, ledger: Ledger, isKept: [Bool], output: String,
        indexPath: String
    ) throws {
        guard let split = manifest.indexSplit, let names = IndexPartNames(indexPath, below: output),
            let former = Self.parts(of: root)
        else { return nil }
        texts = Array(repeating: [], count: ledger.rows.count)
        var last: [String: (id: String, count: Int)] = [:]
        for range in IndexCut(size: split).ranges(of: ids) {
            last[ids[range.lowerBound]] = (ids[range.upperBound - 1], range.count)
        }
        var rest = ledger.rows.indices.filter { ledger.rows[$0].entry != nil }[...]
        for part in former.parts {
            let places = rest.prefix(part.count)
            rest = rest.dropFirst(part.count)
            guard let first = places.first, let end = places.last, places.count == part.count,
                ledger.rows[first].id == part.first,
                let name = names.inOutput(part.file), let file = ledger.output.files[name],
                part.digest == file.digest.sri
            else { return nil }
            let kept = places.filter { isKept[$0] }
            let now = last[ledger.rows[first].id]
            if kept.count == part.count, now?.count == part.count, now?.id == ledger.rows[end].id,
                let status = file.status, try FileSystem.status(of: output + "/" + name) == status
            {
                staying[ledger.rows[first].id] = part
                self.names.append(name)
            } else if !kept.isEmpty {
                guard let text = try PreviousIndex.data(at: output + "/" + name).map({ [UInt8]($0) }),
                    ContentDigest(hashing: text) == file.digest,
                    let texts = KeptEntries.texts(of: places.map { ledger.rows[$0] }, manifest, in: text)
                else { return nil }
                for (place, text) in zip(places, texts) { self.texts[place] = text }
            }
        }
        if !rest.isEmpty { return nil }
    }

    private static func parts(of root: [UInt8]) -> ImageIndex.Parts? {
        do {
            return try ImageIndex.Parts(ifInParts: Data(root))
        } catch {
            // The manifest asked for one file until now, or another program has changed it.
            return nil
        }
    }
}
