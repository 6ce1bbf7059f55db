import AlcedoBase
import AlcedoCache
import AlcedoImaging
import Foundation

extension ImagePipeline {
    /// Looks up everything that is ordered in the cache, and makes what is missing.
    ///
    /// - Throws: ``PipelineError``, or `CancellationError`.
    func make(_ order: ProductionOrder) async throws -> Production {
        do {
            let keys = try await blocking.run { try self.keys() }
            let found = try await blocking.run { try self.found(order, keys) }
            if let found, found.isComplete { return found.production }
            guard order.makesPixels else {
                throw PipelineError.notCached(
                    reason: "it is not in the cache, and only the cache may be used")
            }
            return try await working.withPermit {
                try await self.process(order, keys: keys, found: found)
            }
        } catch {
            throw PipelineError.filing(error)
        }
    }

    /// The cached part of an order.
    struct Found: Sendable {
        var production: Production
        /// All outputs of the order, found or not.
        var outputs: [ImagePlan.Output]
        var hasPlaceholders = true

        var isComplete: Bool { hasPlaceholders && production.files.count == outputs.count }
    }

    /// Returns the cached part of an order, or `nil` if the cache has no facts about the source.
    private func lookUp(_ order: ProductionOrder, _ keys: CacheKeys) throws -> Found? {
        guard let facts = facts(of: order.content.digest, keys) else { return nil }
        return try lookUp(order, facts: facts, keys)
    }

    /// Returns the cached facts of a source, or `nil` if they are missing or do not say whether it is opaque.
    func facts(of source: ContentDigest, _ keys: CacheKeys) -> FactsRecord? {
        let facts = read(keys.facts(of: source), FactsRecord.init(from:))
        return facts?.facts.isOpaque == nil ? nil : facts
    }

    /// Returns the cached files and placeholders of a source with these facts.
    ///
    /// - Parameter keys: `nil` if there is no cache.
    /// - Returns: `nil` if a format depends on whether the picture is opaque, and the facts do not say so.
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
            guard let record = read(key, VariantRecord.init(from:)),
                disk.contains(record.digest, bytes: record.bytes)
            else { continue }
            found.production.files.append(
                Production.File(id: output.id, key: key.digest, record: record, isCached: true))
        }
        if !order.placeholders.isEmpty {
            let known = read(
                keys.placeholders(of: source, recipe: plan.placeholderRecipe), ImagePlaceholders.init(from:))
            found.production.placeholders = known?.only(order.placeholders)
            found.hasPlaceholders = found.production.placeholders?.kinds == order.placeholders
        }
        return found
    }

    private func found(_ order: ProductionOrder, _ keys: CacheKeys) throws -> Found? {
        guard order.readsVariants else { return nil }
        return try lookUp(order, keys)
    }

    /// Decodes the source once and makes everything that is missing from `found`.
    private func process(
        _ order: ProductionOrder, keys: CacheKeys, found: Found?
    ) async throws -> Production {
        let data = try await load(order)
        let source = ImageSource(
            data: data, limits: configuration.limits, truncation: configuration.truncation,
            expected: order.expected)
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
        _ source: ImageSource, _ order: ProductionOrder, _ keys: CacheKeys, _ found: Found?,
        handingOverIn folder: String?
    ) async throws -> Production {
        let survey = Locked<Survey?>(nil)
        let result = try await configuration.engine.run(source, handingOverIn: folder) { header in
            let seen = try self.survey(order, header, keys, found)
            survey.withLock { $0 = seen }
            order.progress(.processing)
            let known = seen.found?.production
            return ImageWork(
                requests: seen.requests, finished: Set(known?.files.map(\.id) ?? []),
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

    /// Stores the results of a job in the cache.
    private func keep(
        _ result: ImageJobResult, order: ProductionOrder, survey: Survey, keys: CacheKeys
    ) throws -> Production {
        // Files adopted by the cache are already gone by then.
        defer { for output in result.outputs.values { discard(output.content) } }
        let (requests, found) = (survey.requests, survey.found?.production)
        let source = order.content.digest
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let facts = FactsRecord(
            facts: result.facts, metadata: try encoder.encode(result.metadata), warnings: result.warnings)
        guard let plan = ImagePlan(facts: result.facts, requests: requests) else {
            throw ImagingError.decode(reason: "its transparency is unknown after decoding")
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
            production.files.append(try keep(image, output.id, key, order))
        }
        if order.writesDisk {
            if let placeholders = result.placeholders {
                let key = keys.placeholders(of: source, recipe: plan.placeholderRecipe)
                // Merged with earlier placeholders, so that two orders do not keep replacing each other's.
                let known = read(key, ImagePlaceholders.init(from:)) ?? ImagePlaceholders()
                write(placeholders.merging(known).write, key, RecordLinks(subject: source))
            }
            // Last: a reader that finds the facts can assume that everything else was stored before.
            write(facts.write, keys.facts(of: source), RecordLinks(subject: source))
        }
        return production
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
            _ = try await working.withPermit { try await self.configuration.engine.run(job) }
        } catch {
            throw PipelineError.filing(error)
        }
    }

    private func check(_ type: ImageType, _ order: ProductionOrder) throws {
        if type == .svg, order.refusesSVG { throw Self.refusedSVG }
    }

    private static let refusedSVG = ImagingError.decode(
        reason: "it is SVG, which is refused here; write 'svg: rasterize' to rasterize it")

    // MARK: Records

    private func read<Record>(
        _ key: CacheKey, _ decode: (inout FieldReader) throws -> Record
    ) -> Record? {
        guard let payload = configuration.disk.record(for: key) else { return nil }
        var reader = FieldReader(payload)
        do {
            return try decode(&reader)
        } catch {
            // Written by another version under the same key: treat it as missing, to be overwritten.
            return nil
        }
    }

    private func write(
        _ encode: (inout FieldWriter) -> Void, _ key: CacheKey, _ links: RecordLinks
    ) {
        var writer = FieldWriter()
        encode(&writer)
        do {
            try configuration.disk.setRecord(writer.data, for: key, links: links)
        } catch {
            cacheTrouble.note(error)
        }
    }

    /// Stores one picture.
    private func keep(
        _ image: EncodedImage, _ id: OutputID, _ key: CacheKey, _ order: ProductionOrder
    ) throws -> Production.File {
        let (digest, bytes) =
            switch image.content {
            case .data(let data): (ContentDigest(hashing: data), data.count)
            case .file(let file): (file.digest, file.bytes)
            }
        let record = VariantRecord(
            digest: digest, bytes: bytes, width: image.width, height: image.height, frames: image.frames,
            format: image.format)
        let isStored = order.writesDisk && store(image.content, digest)
        if isStored {
            let links = RecordLinks(blob: digest, subject: order.content.digest)
            write(record.write, key, links)
        }
        return Production.File(
            id: id, key: key.digest, record: record, isCached: false,
            data: isStored ? nil : try Self.data(image.content))
    }

    private func store(_ content: EncodedImage.Content, _ digest: ContentDigest) -> Bool {
        do {
            switch content {
            case .data(let data): try configuration.disk.store(data, digest: digest)
            case .file(let file):
                try configuration.disk.adopt(file.path, digest: digest, bytes: file.bytes)
            }
            return true
        } catch {
            // A cache cleared meanwhile is not a write failure; see `HandedOverLost`.
            if !error.isMissing { cacheTrouble.note(error) }
            return false
        }
    }

    /// - Throws: ``HandedOverLost``.
    private static func data(_ content: EncodedImage.Content) throws -> Data {
        switch content {
        case .data(let data): return data
        case .file(let file):
            do {
                let data = try FileSystem.read(file.path, limit: file.bytes, followingLinks: false)
                if ContentDigest(hashing: data) == file.digest { return data }
            } catch {
                // The file is gone.
            }
            throw HandedOverLost()
        }
    }

    private func discard(_ content: EncodedImage.Content) {
        guard case .file(let file) = content else { return }
        do {
            try FileSystem.removeFile(at: file.path)
        } catch {
            // It has a temporary file's name, so trimming the cache removes it.
        }
    }
}

/// A file written by an engine disappeared before it could be stored.
struct HandedOverLost: Error {}
