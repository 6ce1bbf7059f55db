import AlcedoBase
import AlcedoCache
import AlcedoContainers
import AlcedoRecipes

extension ImagePipeline {
    /// Finds or makes the results of an order. Equal orders at the same time share the work.
    func produce(_ order: ProductionOrder) async throws -> Production {
        while true {
            do {
                return try await productions.value(for: order.identity) { try await self.make(order) }
            } catch let error as SourceUnreadable {
                if error.reader === order.reader { throw PipelineError.filing(error.reason) }
                // The failure concerns another source with the same bytes. Try again with this one.
            }
        }
    }

    /// Looks up everything that is ordered in the cache, and makes what is missing.
    ///
    /// - Throws: ``PipelineError``, or `CancellationError`.
    private func make(_ order: ProductionOrder) async throws -> Production {
        do {
            let keys = try await blocking.run { try self.keys() }
            var found = try await blocking.run { try self.found(order, keys) }
            if let found, found.isComplete {
                if configuration.offersWhatIsCached, configuration.shared?.isWritten == true {
                    try await blocking.run {
                        self.offer(found.production, order, keys, isProbablyThere: true)
                    }
                }
                return found.production
            }
            guard order.makesPixels else { throw Self.variantNotCached }
            switch try await restore(order, keys) {
            case .nothing: break
            case .everything(let production): return production
            case .something:
                found = try await blocking.run { try self.found(order, keys) }
                if let found, found.isComplete { return found.production }
            }
            let production = try await working.withPlace { [found] in
                // Small sources are not worth the wait.
                let bytes = order.content.bytes
                return try await self.roomForSources.withRoom(of: bytes > Self.heldBytes ? bytes : 0) {
                    try await self.process(order, keys: keys, found: found)
                }
            }
            if configuration.shared?.isWritten == true {
                try await blocking.run { self.offer(production, order, keys) }
            }
            return production
        } catch {
            throw PipelineError.filing(error)
        }
    }

    static let variantNotCached = PipelineError.notCached(
        reason: "it is not in the cache, and only the cache may be used")

    /// The cached part of an order.
    struct Found: Sendable {
        var production: Production
        /// All outputs of the order, found or not.
        var outputs: [ImagePlan.Output]
        var hasPlaceholders = true
        /// Whether a plan takes the picture for transparent, or for opaque, which only its pixels say.
        var assumesTransparency = false

        var isComplete: Bool { hasPlaceholders && production.files.count == outputs.count }
    }

    /// Returns the cached part of an order, or `nil` if the cache has no facts about the source.
    private func lookUp(_ order: ProductionOrder, _ keys: CacheKeys) throws -> Found? {
        guard let facts = facts(of: order.content.key, keys) else { return nil }
        return try lookUp(order, facts: facts, keys)
    }

    /// Returns the cached facts of a source, or `nil` if they are missing or do not say whether it is opaque.
    func facts(of source: ContentDigest, _ keys: CacheKeys) -> FactsRecord? {
        let facts = configuration.disk.record(FactsRecord.self, for: keys.facts(of: source))
        return facts?.facts.isOpaque == nil ? nil : facts
    }

    /// Returns the cached files and placeholders of a source with these facts.
    ///
    /// - Parameter keys: `nil` if there is no cache.
    /// - Returns: `nil` if a format depends on whether the picture is opaque, and the facts do not say so.
    func lookUp(_ order: ProductionOrder, facts: FactsRecord, _ keys: CacheKeys?) throws -> Found? {
        let disk = configuration.disk
        let source = order.content.key
        try check(facts.facts.type, order)
        try configuration.limits.check(facts.facts.displayedSize, frames: facts.facts.frames)
        let requests = order.requests(facts.facts)
        guard var plan = ImagePlan(facts: facts.facts, requests: requests) else { return nil }
        order.part?.reduce(&plan)
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
            guard let record = disk.record(VariantRecord.self, for: key), record.format == output.id.format,
                disk.contains(record.digest, bytes: record.bytes)
            else { continue }
            found.production.files.append(
                Production.File(
                    id: output.id, recipe: output.recipe, record: record, isCached: true))
        }
        if !order.placeholders.isEmpty {
            let known = disk.record(
                ImagePlaceholders.self, for: keys.placeholders(of: source, recipe: plan.placeholderRecipe))
            found.production.placeholders = known?.only(order.placeholders)
            found.hasPlaceholders = found.production.placeholders?.kinds == order.placeholders
        }
        return found
    }

    private func found(_ order: ProductionOrder, _ keys: CacheKeys) throws -> Found? {
        guard order.readsVariants else { return nil }
        do {
            return try lookUp(order, keys)
        } catch  where order.makesPixels {
            // The picture itself decides whether it is refused, and not what the cache says of it.
            return nil
        }
    }

    /// Decodes the source once and makes everything that is missing from `found`.
    private func process(
        _ order: ProductionOrder, keys: CacheKeys, found: Found?
    ) async throws -> Production {
        let data = try await load(order)
        var source = ImageJob.Source(
            data: data, limits: configuration.limits, truncation: configuration.truncation,
            expected: order.expected)
        if case .page(let number) = order.content.part { source.page = number - 1 }
        do {
            return try await process(
                source, order, keys, found,
                handingOverIn: try await blocking.run { self.handOverFolder(order) })
        } catch is HandedOverLost {
            // The cache was cleared meanwhile. Try again without temporary files in it.
            return try await process(source, order, keys, found, handingOverIn: nil)
        }
    }

    private func process(
        _ source: ImageJob.Source, _ order: ProductionOrder, _ keys: CacheKeys, _ found: Found?,
        handingOverIn folder: String?
    ) async throws -> Production {
        let survey = Locked<Survey?>(nil)
        let result = try await configuration.engine.run(source, handingOverIn: folder) { header in
            let seen = try self.survey(order, header, keys, found)
            survey.withLock { $0 = seen }
            order.progress(.processing)
            let known = seen.found?.production
            return ImageJob.Work(
                requests: seen.requests,
                finished: Set(known?.files.map(\.id) ?? []).union(
                    order.part?.others(of: seen.requests) ?? []),
                placeholders: order.placeholders.subtracting(known?.placeholders?.kinds ?? []))
        }
        guard let survey = survey.withLock({ $0 }) else {
            throw ImagingError.library(reason: "the engine finished without asking what to make")
        }
        return try await blocking.run {
            try self.keep(result, order: order, survey: survey, keys: keys)
        }
    }

    /// Folder for output files of the engine that become cache entries; `nil` if results are not or cannot be stored.
    private func handOverFolder(_ order: ProductionOrder) -> String? {
        // With fault injection every step runs in this process, which keeps the numbering of steps reproducible.
        guard order.writesDisk, !FaultInjection.isArmed else { return nil }
        do {
            try configuration.disk.prepare()
            return configuration.disk.temporaryDirectory
        } catch {
            // The store that follows reports the reason.
            return nil
        }
    }

    private func load(_ order: ProductionOrder) async throws -> Data {
        let data: Data
        do {
            data = try await order.content.load()
        } catch let error where !(error is CancellationError) && !(error is OriginalLost) {
            throw SourceUnreadable(reader: order.reader, reason: error)
        }
        if let type = ImageType.sniff(data) { try check(type, order) }
        return data
    }

    /// Requests for a source, and their cached part.
    struct Survey: Sendable {
        var requests: [ImageRequest]
        var found: Found?
    }

    /// Repeats the lookup with the facts from the header if the cache has none: the facts record may be lost while the
    /// pictures are still cached.
    private func survey(
        _ order: ProductionOrder, _ header: ImageFacts, _ keys: CacheKeys, _ found: Found?
    ) throws -> Survey {
        if let found { return Survey(requests: found.production.requests, found: found) }
        guard order.readsVariants else { return Survey(requests: order.requests(header), found: nil) }
        let facts = FactsRecord(facts: header, metadata: Data(), warnings: [])
        let seen = try lookUp(order, facts: facts, keys)
        return Survey(requests: seen?.production.requests ?? order.requests(header), found: seen)
    }

    /// Rejects an original that cannot be used, judging by its type and header, or by decoding it.
    ///
    /// - Parameter decodes: Whether to decode it in any case. A file that seems truncated is decoded anyway, because
    ///   decoders accept some of these.
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
            _ = try await working.withPlace { try await self.configuration.engine.run(job) }
        } catch {
            throw PipelineError.filing(error)
        }
    }

    private func check(_ type: ImageType, _ order: ProductionOrder) throws {
        if type == .svg, order.refusesSVG { throw Self.refusedSVG }
    }

    private static let refusedSVG = ImagingError.decode(
        .refused, reason: "it is SVG, which is refused here; write 'svg: rasterize' to rasterize it")
}
