import AlcedoBase
import AlcedoCache
import AlcedoRecipes

// What an engine made becomes entries of the cache.
extension ImagePipeline {
    /// Stores the results of a job in the cache.
    func keep(
        _ result: ImageJob.Result, order: ProductionOrder, survey: Survey, keys: CacheKeys
    ) throws -> Production {
        // Files adopted by the cache are already gone by then.
        defer { for output in result.outputs.values { discard(output.content) } }
        let (requests, found) = (survey.requests, survey.found?.production)
        let source = order.content.key
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let facts = FactsRecord(
            facts: result.facts, metadata: try encoder.encode(result.metadata), warnings: result.warnings)
        guard var plan = ImagePlan(facts: result.facts, requests: requests) else {
            throw ImagingError.decode(reason: "its transparency is unknown after decoding")
        }
        var made = result.failures
        if let part = order.part {
            // What the plan refuses is in the result, too.
            if !part.isFirst { made = made.filter { plan.failures[$0.key] == nil } }
            part.reduce(&plan)
        }
        var production = Production(
            facts: facts, requests: requests, files: [],
            placeholders: result.placeholders?.merging(found?.placeholders ?? ImagePlaceholders())
                ?? found?.placeholders,
            failures: plan.failures.merging(made) { _, newer in newer }, wasDecoded: true)
        let cached = Dictionary(
            found?.files.map { ($0.id, $0) } ?? [], uniquingKeysWith: { first, _ in first })
        var kept: [ContentDigest: Production.File] = [:]
        for output in plan.outputs {
            if let file = cached[output.id] {
                production.files.append(file)
                continue
            }
            if var file = kept[output.recipe], production.failures[output.id.request] == nil {
                (file.id, file.isCached) = (output.id, true)
                production.files.append(file)
                continue
            }
            guard let image = result.outputs[output.id] else { continue }
            let key = keys.variant(of: source, recipe: output.recipe)
            let file = try keep(image, output.id, output.recipe, key, order)
            kept[output.recipe] = file
            production.files.append(file)
        }
        if order.writesDisk {
            if let placeholders = result.placeholders {
                let key = keys.placeholders(of: source, recipe: plan.placeholderRecipe)
                // Merged with earlier placeholders, so that two orders do not keep replacing each other's.
                let known = configuration.disk.record(ImagePlaceholders.self, for: key)
                write(
                    placeholders.merging(known ?? ImagePlaceholders()), key, RecordLinks(subject: source))
            }
            // Last: a reader that finds the facts can assume that everything else was stored before.
            write(facts, keys.facts(of: source), RecordLinks(subject: source))
        }
        return production
    }

    /// Stores one picture.
    private func keep(
        _ image: EncodedImage, _ id: ImageJob.OutputID, _ recipe: ContentDigest, _ key: CacheKey,
        _ order: ProductionOrder
    ) throws -> Production.File {
        let isStored = order.writesDisk && store(image)
        if isStored {
            write(image.file, key, RecordLinks(blob: image.file.digest, subject: order.content.key))
        }
        return Production.File(
            id: id, recipe: recipe, record: image.file, isCached: false,
            data: isStored ? nil : try Self.data(image))
    }

    private func store(_ image: EncodedImage) -> Bool {
        do {
            switch image.content {
            case .data(let data): try configuration.disk.store(data, digest: image.file.digest)
            case .file(let path):
                try configuration.disk.adopt(path, digest: image.file.digest, bytes: image.file.bytes)
            }
            return true
        } catch {
            // A cache cleared meanwhile is not a write failure; see `HandedOverLost`.
            if !error.isMissing { cacheWriteFailure.note(error) }
            return false
        }
    }

    func write(_ record: some Encodable, _ key: CacheKey, _ links: RecordLinks) {
        do {
            try configuration.disk.setRecord(encoding: record, for: key, links: links)
        } catch {
            cacheWriteFailure.note(error)
        }
    }

    /// - Throws: `HandedOverLost`.
    private static func data(_ image: EncodedImage) throws -> Data {
        switch image.content {
        case .data(let data): return data
        case .file(let path):
            do {
                let data = try FileSystem.read(path, limit: image.file.bytes, followingLinks: false)
                if ContentDigest(hashing: data) == image.file.digest { return data }
            } catch {
                // The file is gone.
            }
            throw HandedOverLost()
        }
    }

    private func discard(_ content: EncodedImage.Content) {
        guard case .file(let path) = content else { return }
        do {
            try FileSystem.removeFile(at: path)
        } catch {
            // It has a temporary file's name, so trimming the cache removes it.
        }
    }
}

/// A file written by an engine disappeared before it could be stored.
struct HandedOverLost: Error {}
