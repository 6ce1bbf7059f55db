import AlcedoBase
import AlcedoCache

/// Cache contents that the last builds used, according to the ledgers.
enum CacheRoots {
    /// Returns the digests of originals, sources and variants of the last build into every output.
    ///
    /// An output whose manifest no longer exists protects nothing, since it will not be built again.
    static func digests(in store: DiskStore) -> Set<ContentDigest> {
        var digests: Set<ContentDigest> = []
        var indexes: [String] = []
        for id in Ledger.ids(in: store) {
            let ledger = Ledger.load(id, from: store)
            let output = ledger.output()
            if isAbandoned(output) { continue }
            for file in output.files.values where file.orphanedSince == nil { digests.insert(file.digest) }
            let results = ledger.rows.compactMap(\.result)
            if results.isEmpty, let index = output.index { indexes.append(index.path) }
            for result in results {
                digests.insert(result.digest)
                do {
                    let variants = try result.outcome().variants
                    digests.formUnion(variants.flatMap(\.files).map(\.record.digest))
                } catch {
                    // Whatever is removed is remade.
                }
            }
        }
        // Without results, the sources are named by the index.
        for path in indexes {
            do {
                guard let index = try PreviousIndex(path: path).index else { continue }
                digests.formUnion(index.images.values.compactMap { ContentDigest(sri: $0.source.digest) })
            } catch {
                // Whatever is removed is loaded again.
            }
        }
        return digests
    }

    private static func isAbandoned(_ output: Ledger.Output) -> Bool {
        guard let manifest = output.manifest else { return false }
        do {
            return try FileSystem.status(of: manifest, followingLinks: true) == nil
        } catch {
            // The disk may be back later.
            return false
        }
    }
}
