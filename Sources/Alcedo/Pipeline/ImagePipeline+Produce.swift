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
        let source = ImageSource(
            data: data, limits: configuration.limits, truncation: configuration.truncation,
            expected: order.expected)
        do {
            return try await process(
                source, order, keys, found,
                handingOverIn: try await blocking.run { self.handOverFolder(order) })
        } catch is HandedOverLost {
            // Somebody has emptied the cache in between. This time nothing lies about there.
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
            throw ImagingError.library(reason: "the engine made something without asking what is wanted")
        }
        return try await blocking.run {
            try self.keep(result, order: order, survey: survey, keys: keys)
        }
    }

    /// Where an engine may put files that become entries of the cache; `nil` if they are not to stay, or cannot.
    private func handOverFolder(_ order: ProductionOrder) -> String? {
        // With faults every step happens in this process, so that it has the same number each time.
        guard order.writesDisk, order.expiration != .expired, !FaultInjection.isArmed else { return nil }
        do {
            try configuration.disk.prepare()
            return configuration.disk.temporaryDirectory
        } catch {
            // What is stored later says why it cannot be.
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

    /// What is asked of a source, and what the cache has of it.
    struct Survey: Sendable {
        var requests: [ImageRequest]
        var found: Found?
    }

    /// Looks once more when the header is known. Where the cache knows nothing of the source, that tells what to look
    /// for: the record of its facts may be lost, and the pictures there.
    private func survey(
        _ order: ProductionOrder, _ header: ImageFacts, _ keys: CacheKeys, _ found: Found?
    ) throws -> Survey {
        if let found { return Survey(requests: found.production.requests, found: found) }
        guard order.readsVariants else { return Survey(requests: order.requests(header), found: nil) }
        let facts = FactsRecord(facts: header, metadata: Data(), warnings: [])
        let seen = try lookUp(order, facts: facts, keys)
        return Survey(requests: seen?.production.requests ?? order.requests(header), found: seen)
    }

    /// Files the results of a job in the cache.
    private func keep(
        _ result: ImageJobResult, order: ProductionOrder, survey: Survey, keys: CacheKeys
    ) throws -> Production {
        // Those that become entries of the cache are not there any more then.
        defer { for output in result.outputs.values { discard(output.content) } }
        let (requests, found) = (survey.requests, survey.found?.production)
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
            production.files.append(try keep(image, output.id, key, order))
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

    /// Files one picture.
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
        // Its bytes would only be found by a record that is not kept.
        let isStored = order.writesDisk && order.expiration != .expired && store(image.content, digest)
        if isStored {
            let links = RecordLinks(blob: digest, subject: order.content.digest)
            write(record.write, key, links, order.expiration)
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
            // That somebody emptied the cache is no trouble with it; see `HandedOverLost`.
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
                // It is gone.
            }
            throw HandedOverLost()
        }
    }

    private func discard(_ content: EncodedImage.Content) {
        guard case .file(let file) = content else { return }
        do {
            try FileSystem.removeFile(at: file.path)
        } catch {
            // It bears the name of a temporary file, which are removed when the cache is tidied.
        }
    }
}

/// A file that an engine had written was gone before it could be filed.
struct HandedOverLost: Error {}
