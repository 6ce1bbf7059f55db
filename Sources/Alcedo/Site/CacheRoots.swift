import AlcedoBase
import AlcedoCache
import Foundation

/// Cache contents that the last builds used, according to their states and output records.
enum CacheRoots {
    /// Returns the digests of originals, sources and variants of the last build into every output.
    ///
    /// An output whose manifest no longer exists protects nothing, since it will not be built again.
    static func digests(in store: DiskStore) -> Set<ContentDigest> {
        var digests: Set<ContentDigest> = []
        var abandoned: Set<Substring> = []
        var indexes: [Substring: String] = [:]
        let names = names(in: store)
        // An interrupted first publication leaves changes, but no record yet.
        let records = Set(names.compactMap { OutputChanges.record(forName: $0) })
            .union(names.filter { $0.hasPrefix(OutputRecord.prefix) })
        for name in records {
            let record = OutputRecordFile.load(named: name, from: store).record
            let output = name.dropFirst(OutputRecord.prefix.count)
            if isAbandoned(record) {
                abandoned.insert(output)
                continue
            }
            indexes[output] = record.index?.path
            for file in record.files.values where file.orphanedSince == nil { digests.insert(file.digest) }
        }
        for name in names where name.hasPrefix("build-") {
            let output = name.dropFirst("build-".count)
            guard !abandoned.contains(output) else { continue }
            let state = BuildStateFile.load(named: name, from: store).state
            // A state of another version protects nothing; whatever is removed is remade.
            guard !state.sources.isEmpty else { continue }
            indexes[output] = nil
            for source in state.sources.values {
                digests.insert(source.outcome.digest)
                do {
                    let variants = try source.outcome.unpacked().variants
                    digests.formUnion(variants.flatMap(\.files).map(\.record.digest))
                } catch {
                    // Whatever is removed is remade.
                }
            }
        }
        // Without a usable state, the sources are named by the index.
        for path in indexes.values {
            guard let index = PreviousIndex(path: path).index else { continue }
            digests.formUnion(index.images.values.compactMap { ContentDigest(sri: $0.source.digest) })
        }
        return digests
    }

    static func names(in store: DiskStore) -> [String] {
        do {
            return try store.stateNames()
        } catch {
            // If the states cannot be listed, neither can the rest of the cache.
            return []
        }
    }

    private static func isAbandoned(_ record: OutputRecord) -> Bool {
        guard let manifest = record.manifest else { return false }
        do {
            return try FileSystem.status(of: manifest, followingLinks: true) == nil
        } catch {
            // The disk may be back later.
            return false
        }
    }
}
