import AlcedoBase
import AlcedoContainers
import AlcedoManifest
import AlcedoRecipes

/// The sources of a manifest, divided among shards.
///
/// Depends on the manifest and its sources only, never on the cache, the machine or earlier builds.
struct ShardSources: Sendable {
    /// The part of a source that a shard makes.
    enum Part: Hashable, Sendable {
        case whole
        case outputs(OutputPart)
    }

    /// The estimated work of each shard, in seconds of one core.
    let loads: [Double]
    /// The work of the slowest shard, divided by that of an average one.
    let unevenness: Double

    private let sources: [ResolvedSource]
    private let failed: [FailedSource]
    private let places: [ShardPartition.Place]
    /// The outputs of divided sources, by position, in the order of their pieces.
    private let pieces: [Int: [ImageJob.OutputID]]

    /// With more sources than this, sizes of files have to do: reading a header of each would take minutes, and mistakes
    /// cancel each other out.
    static let maxHeaders = 100_000
    /// Seconds for a source that is not a file, whose size is unknown before it is loaded: those of a photograph of 6
    /// megapixels.
    private static let unknown = ImageFacts(type: .jpeg, width: 3000, height: 2000)
    /// Seconds that each source takes besides its pixels: it is read, hashed and looked up, and a worker gets it.
    private static let overhead = 0.004

    /// - Parameters:
    ///   - sources: The sources to divide.
    ///   - failed: The sources that cannot be made. Each is reported by one shard.
    ///   - divides: Whether several shards may make one source.
    init(
        _ sources: [ResolvedSource], failed: [FailedSource], among count: Int, _ plans: PlanCache,
        divides: Bool = true
    ) throws {
        let readsHeaders = sources.count <= Self.maxHeaders
        let found = try sources.concurrentChunks(of: 256) { chunk in
            chunk.map { source -> (unit: ShardPartition.Unit, facts: ImageFacts) in
                let facts = Self.facts(of: source, readsHeaders: readsHeaders)
                let work = SourceWork(facts, plans.plan(for: source))
                return (
                    ShardPartition.Unit(
                        hash: ShardPartition.hash(of: source.id), common: work.decoding + Self.overhead,
                        own: work.encoding, isDivisible: divides && readsHeaders && source.file != nil), facts
                )
            }
        }.flatMap(\.self)
        let failures = failed.map {
            ShardPartition.Unit(hash: ShardPartition.hash(of: $0.id), common: 0, own: 0)
        }
        func outputs(_ place: Int) -> [ImagePlan.Output] {
            let facts = found[place].facts
            let requests = plans.plan(for: sources[place]).pictures(for: facts).map(\.request)
            return ImagePlan(facts: facts, requests: requests)?.outputs ?? []
        }
        let partition = ShardPartition(found.map(\.unit) + failures, among: count) { place in
            outputs(place).map(\.expected)
        }
        var pieces: [Int: [ImageJob.OutputID]] = [:]
        for case (let place, .divided) in partition.places.enumerated() {
            pieces[place] = outputs(place).map(\.id)
        }
        self.sources = sources
        self.failed = failed
        self.pieces = pieces
        places = partition.places
        loads = partition.loads
        unevenness = partition.unevenness
    }

    /// Returns the part of the source at a position that a shard makes, counted from 0; `nil` if it makes nothing of it.
    func part(of place: Int, in shard: Int) -> Part? {
        switch places[place] {
        case .whole(let only): return only == shard ? .whole : nil
        case .divided(let shards):
            guard let first = shards.first, shards.contains(shard), let pieces = pieces[place] else {
                return nil
            }
            let own = zip(pieces, shards).filter { $0.1 == shard }.map(\.0)
            return .outputs(
                OutputPart(
                    own: Set(own), others: Set(pieces).subtracting(own), isFirst: first == shard))
        }
    }

    /// Returns the shards that make the source at a position, or something of it.
    func shards(of place: Int) -> Set<Int> {
        switch places[place] {
        case .whole(let only): [only]
        case .divided(let shards): Set(shards)
        }
    }

    /// Returns the shard that makes an output of the source at a position, or with `nil` whatever is not an output.
    func shard(of place: Int, making output: ImageJob.OutputID?) -> Int {
        switch places[place] {
        case .whole(let only): return only
        case .divided(let shards):
            let piece = output.flatMap { pieces[place]?.firstIndex(of: $0) } ?? 0
            return shards[piece]
        }
    }

    /// Returns what cannot be made and is reported by a shard.
    func failed(in shard: Int) -> [FailedSource] {
        zip(failed, places[sources.count...]).filter { $0.1 == .whole(shard) }.map(\.0)
    }

    private static func facts(of source: ResolvedSource, readsHeaders: Bool) -> ImageFacts {
        guard let path = source.file else {
            return source.remote == nil ? ImageFacts(guessing: source.origin) : unknown
        }
        guard readsHeaders, let facts = header(of: path, bytes: source.origin.expectedBytes ?? 0) else {
            return ImageFacts(guessing: source.origin)
        }
        return facts
    }

    /// Reads the size of a picture from its file: nearly all have it at the very beginning.
    private static func header(of path: String, bytes: Int) -> ImageFacts? {
        do {
            for count in [4096, ImageFacts.beginning] {
                let beginning = try FileSystem.readBeginning(of: path, count: count)
                if let facts = ImageFacts(beginning: beginning, bytes: bytes) { return facts }
                if beginning.count < count { return nil }
            }
        } catch {
            // The shard that makes the source reports why it cannot be read.
        }
        return nil
    }
}
