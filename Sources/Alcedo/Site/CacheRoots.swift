import AlcedoBase
import AlcedoCache
import Foundation

/// What the last builds used, as their states and records of outputs say.
enum CacheRoots {
    /// The digests of originals, sources and variants of the last build into every output.
    ///
    /// The manifest of an output that is not there any more protects nothing: nobody will build it again.
    static func digests(in store: DiskStore) -> Set<ContentDigest> {
        var digests: Set<ContentDigest> = []
        var abandoned: Set<Substring> = []
        var indexes: [Substring: String] = [:]
        let names = names(in: store)
        // A first publication that did not end has left no record yet.
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
            // Another version's protects nothing: what is removed is made again.
            guard !state.sources.isEmpty else { continue }
            indexes[output] = nil
            for source in state.sources.values {
                digests.insert(source.outcome.digest)
                do {
                    let variants = try source.outcome.unpacked().variants
                    digests.formUnion(variants.flatMap(\.files).map(\.record.digest))
                } catch {
                    // What is removed is made again.
                }
            }
        }
        // Where a build has forgotten its sources, the index that it wrote names them.
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
            // Then nothing of the rest can be listed either.
            return []
        }
    }

    private static func isAbandoned(_ record: OutputRecord) -> Bool {
        guard let manifest = record.manifest else { return false }
        do {
            return try FileSystem.status(of: manifest, followingLinks: true) == nil
        } catch {
            // A disk that is not there now may be there again.
            return false
        }
    }
}
