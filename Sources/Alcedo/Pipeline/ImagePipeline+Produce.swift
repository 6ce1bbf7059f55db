import AlcedoBase
import AlcedoCache
import AlcedoImaging
import Foundation

extension ImagePipeline {
    /// Looks in the cache for everything that is ordered, and makes what is not there.
    ///
    /// - Throws: ``PipelineError``, or `CancellationError`.
    func make(_ order: ProductionOrder) async throws -> Production {
        do {
            let keys = try await blocking.run { try self.keys() }
            let found = try await blocking.run { try self.found(order, keys) }
            if let found, found.isComplete { return found.production }
            guard order.makesPixels else {
                throw PipelineError.notCached(
                    reason: "it is not in the cache, and only the cache was to be asked")
            }
            return try await working.withPermit {
                try await self.process(order, keys: keys, found: found)
            }
        } catch {
            throw PipelineError.filing(error)
        }
    }

    /// What the cache has of an order.
    struct Found: Sendable {
        var production: Production
        /// Everything that the order comes to, whether it was found or not.
        var outputs: [ImagePlan.Output]
        var hasPlaceholders = true

        var isComplete: Bool { hasPlaceholders && production.files.count == outputs.count }
    }

    /// What the cache has, or `nil` when it knows nothing of the source.
    private func lookUp(_ order: ProductionOrder, _ keys: CacheKeys) throws -> Found? {
        guard let facts = facts(of: order.content.digest, keys, order.extending) else { return nil }
        return try lookUp(order, facts: facts, keys)
    }

    /// What the cache knows of a source.
    func facts(
        of source: ContentDigest, _ keys: CacheKeys, _ extending: ExpirationExtending
    ) -> FactsRecord? {
        let facts = read(keys.facts(of: source), extending, FactsRecord.init(from:))
        return facts?.facts.isOpaque == nil ? nil : facts
    }

    /// What the cache has of the files and placeholders of a source with these facts.
    ///
    /// - Parameter keys: `nil` where there is no cache.
    /// - Returns: `nil` when the facts do not say whether the picture is opaque, and formats depend on it.
    func lookUp(_ order: ProductionOrder, facts: FactsRecord, _ keys: CacheKeys?) throws -> Found? {
        let disk = configuration.disk
        let source = order.content.digest
        try check(facts.facts.type, order)
        try configuration.limits.check(facts.facts.displayedSize, frames: facts.facts.frames)
        let requests = order.requests(facts.facts)
        guard let plan = ImagePlan(facts: facts.facts, requests: requests) else { return nil }
        var found = Found(
            production: Production(
                facts: facts, requests: requests, files: [], placeholders: nil, failures: plan.failures,
                wasDecoded: false), outputs: plan.outputs)
        guard let keys else {
            found.hasPlaceholders = order.placeholders.isEmpty
            return found
        }
        for output in plan.outputs {
            let key = keys.variant(of: source, recipe: output.recipe)
            guard let record = read(key, order.extending, VariantRecord.init(from:)),
                disk.contains(record.digest, bytes: record.bytes)
            else { continue }
            found.production.files.append(
                Production.File(id: output.id, key: key.digest, record: record, isCached: true))
        }
        if !order.placeholders.isEmpty {
            let known = read(
                keys.placeholders(of: source, recipe: plan.placeholderRecipe), order.extending,
                ImagePlaceholders.init(from:))
            found.production.placeholders = known?.only(order.placeholders)
            found.hasPlaceholders = found.production.placeholders?.kinds == order.placeholders
        }
        return found
    }

    private func found(_ order: ProductionOrder, _ keys: CacheKeys) throws -> Found? {
        guard order.readsVariants else { return nil }
        return try lookUp(order, keys)
    }

    /// Decodes the source once and makes everything that `found` does not have.
    private func process(
        _ order: ProductionOrder, keys: CacheKeys, found: Found?
    ) async throws -> Production {
        let data = try await load(order)
        let (requests, found) = try await survey(order, data, keys, found)
        order.progress(.processing)
        let result = try await configuration.engine.run(job(order, data, requests, found?.production))
        return try await blocking.run {
            try self.keep(
                result, of: data, order: order, requests: requests, keys: keys, found: found?.production)
        }
    }

    private func load(_ order: ProductionOrder) async throws -> Data {
        order.progress(.loading)
        let data = try await order.content.load()
        order.progress(.loaded(bytes: data.count))
        if let type = ImageType.sniff(data) { try check(type, order) }
        return data
    }

    /// What is asked of a source, and what the cache has of it. Where the cache knows nothing of the source, its header
    /// tells what to look for: the record of its facts may be lost, and the pictures there.
    private func survey(
        _ order: ProductionOrder, _ data: Data, _ keys: CacheKeys, _ found: Found?
    ) async throws -> ([ImageRequest], Found?) {
        if let found { return (found.production.requests, found) }
        let header = try await configuration.engine.inspect(data, limits: configuration.limits)
        guard order.readsVariants else { return (order.requests(header), nil) }
        let facts = FactsRecord(facts: header, metadata: Data(), warnings: [])
        let seen = try await blocking.run { try self.lookUp(order, facts: facts, keys) }
        return (seen?.production.requests ?? order.requests(header), seen)
    }

    private func job(
        _ order: ProductionOrder, _ data: Data, _ requests: [ImageRequest], _ found: Production?
    ) -> ImageJob {
        ImageJob(
            data: data, requests: requests, finished: Set(found?.files.map(\.id) ?? []),
            placeholders: order.placeholders.subtracting(found?.placeholders?.kinds ?? []),
            limits: configuration.limits, truncation: configuration.truncation)
    }

    /// Files the results of a job in the cache.
    private func keep(
        _ result: ImageJobResult, of data: Data, order: ProductionOrder, requests: [ImageRequest],
        keys: CacheKeys,
        found: Production?
    ) throws -> Production {
        let source = order.content.digest
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let facts = FactsRecord(
            facts: result.facts, metadata: try encoder.encode(result.metadata), warnings: result.warnings)
        guard let plan = ImagePlan(facts: result.facts, requests: requests) else {
            throw ImagingError.decode(reason: "nothing is known of its transparency after it was decoded")
        }
        var production = Production(
            facts: facts, requests: requests, files: [],
            placeholders: result.placeholders?.merging(found?.placeholders ?? ImagePlaceholders())
                ?? found?.placeholders,
            failures: plan.failures.merging(result.failures) { _, newer in newer }, wasDecoded: true)
        let cached = Dictionary(
            found?.files.map { ($0.id, $0) } ?? [], uniquingKeysWith: { first, _ in first })
        for output in plan.outputs {
            if let file = cached[output.id] {
                production.files.append(file)
                continue
            }
            guard let image = result.outputs[output.id] else { continue }
            let key = keys.variant(of: source, recipe: output.recipe)
            let digest = ContentDigest(hashing: image.data)
            let record = VariantRecord(
                digest: digest, bytes: image.data.count, width: image.width, height: image.height,
                frames: image.frames, format: image.format)
            let isStored =
                order.writesDisk && store(image.data, record, of: source, key: key, order.expiration)
            production.files.append(
                Production.File(
                    id: output.id, key: key.digest, record: record, isCached: false,
                    data: isStored ? nil : image.data))
        }
        if order.writesDisk {
            if let placeholders = result.placeholders {
                let key = keys.placeholders(of: source, recipe: plan.placeholderRecipe)
                // Together with those of an earlier order, so that two orders do not take turns.
                let known = read(key, order.extending, ImagePlaceholders.init(from:)) ?? ImagePlaceholders()
                write(placeholders.merging(known).write, key, RecordLinks(subject: source))
            }
            // Last: whoever finds the facts may take it that the rest was filed before.
            write(facts.write, keys.facts(of: source), RecordLinks(subject: source))
        }
        return production
    }

    /// Finds out whether an original certainly cannot be used, from its type and its header, or from all of it.
    ///
    /// - Parameter decodes: Whether it is decoded in any case. One that seems to lack its end always is: decoders
    ///   forgive some of those.
    /// - Throws: ``PipelineError``, or `CancellationError`.
    func inspect(_ content: SourceContent, refusesSVG: Bool, decodes: Bool) async throws {
        do {
            let data = try await content.load()
            if refusesSVG, ImageType.sniff(data) == .svg { throw Self.refusedSVG }
            _ = try await configuration.engine.inspect(data, limits: configuration.limits)
            guard decodes || configuration.truncation == .fail && ImageFacts.isEndMissing(in: data) else {
                return
            }
            let job = ImageJob(
                data: data, requests: [], placeholders: [.averageColor], limits: configuration.limits,
                truncation: configuration.truncation)
            _ = try await working.withPermit { try await self.configuration.engine.run(job) }
        } catch {
            throw PipelineError.filing(error)
        }
    }

    private func check(_ type: ImageType, _ order: ProductionOrder) throws {
        if type == .svg, order.refusesSVG { throw Self.refusedSVG }
    }

    private static let refusedSVG = ImagingError.decode(
        reason: "it is SVG, which is refused here; write 'svg: rasterize' to have it drawn")

    // MARK: Records

    private func read<Record>(
        _ key: CacheKey, _ extending: ExpirationExtending, _ decode: (inout FieldReader) throws -> Record
    ) -> Record? {
        guard let payload = configuration.disk.record(for: key, extending: extending) else {
            return nil
        }
        var reader = FieldReader(payload)
        do {
            return try decode(&reader)
        } catch {
            // Written by another version under the same key: as good as absent, and overwritten by what follows.
            return nil
        }
    }

    private func write(
        _ encode: (inout FieldWriter) -> Void, _ key: CacheKey, _ links: RecordLinks,
        _ expiration: StorageExpiration = .never
    ) {
        var writer = FieldWriter()
        encode(&writer)
        do {
            try configuration.disk.setRecord(
                writer.data, for: key, links: links, expiration: expiration)
        } catch {
            cacheTrouble.note(error)
        }
    }

    private func store(
        _ data: Data, _ record: VariantRecord, of source: ContentDigest, key: CacheKey,
        _ expiration: StorageExpiration
    ) -> Bool {
        // Its bytes would only be found by a record that is not kept.
        guard expiration != .expired else { return false }
        do {
            try configuration.disk.store(data, digest: record.digest)
        } catch {
            cacheTrouble.note(error)
            return false
        }
        write(record.write, key, RecordLinks(blob: record.digest, subject: source), expiration)
        return true
    }
}
