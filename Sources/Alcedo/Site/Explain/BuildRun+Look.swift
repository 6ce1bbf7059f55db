import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

extension BuildRun {
    /// Returns what a plan says of an unchanged source.
    func outputs(ofUnchanged item: FinishedSources.Item) -> [PlannedOutput] {
        let outcome: SourceOutcome
        do {
            outcome = try item.record.outcome()
        } catch {
            // The publication reports it.
            return []
        }
        return outcome.variants.flatMap { variant in
            let definition = site.manifest.variant(named: variant.name)
            return variant.files.map { file in
                PlannedOutput(
                    source: item.source.id, variant: variant.name, format: file.record.format,
                    width: file.record.width, height: file.record.height, density: file.density,
                    file: file.inline == nil
                        ? definition?.fileName(of: item.source, outcome.facts.facts.type, file) : nil,
                    action: .unchanged, isWritten: false, reasons: [.unchanged])
            }
        }
    }

    func judge(_ source: ResolvedSource, _ digest: ContentDigest, _ basis: PlanBasis) -> OutputJudge {
        OutputJudge(
            previous: basis.ledger.result(of: source.id),
            findEntry: { basis.previousIndex.index?.images[source.id] },
            digest: digest,
            recipe: basis.engine.map {
                basis.plans.recipe(site.manifest, of: source, engine: $0)
            },
            focus: source.focus,
            mindingFocus: Set(basis.plans.plan(for: source).variants.filter(\.mindsFocus).map(\.name)))
    }

    /// Returns the cached part of an order, without what a build would have to make.
    func look(
        at source: ResolvedSource, _ content: SourceContent, _ order: ProductionOrder, _ walk: Walk
    ) async throws -> ImagePipeline.Found? {
        guard let basis = walk.basis else { return nil }
        let keys = basis.engine.map { CacheKeys(engine: $0, truncation: site.manifest.truncation) }
        let (known, isRecorded) = try await facts(of: source, content, basis, keys)
        var facts = known
        if facts.facts.isOpaque == nil { facts.facts.isOpaque = source.origin.isOpaque }
        var found = try await pipeline.blocking.run { [pipeline, facts] in
            try pipeline.lookUpCertainly(order, facts: facts, isRecorded: isRecorded, keys)
        }
        let plan = walk.plans.plan(for: source)
        let pictures = plan.pictures(for: found.production.facts.facts)
        let inline = Set(plan.variants.filter(\.isInline).map(\.name))
        // Inline pictures are read from the cache when planning, so damaged ones count as missing.
        found.production.files.removeAll { file in
            inline.contains(pictures[file.id.request].variant)
                && pipeline.configuration.disk.data(for: file.record.digest) == nil
        }
        return found
    }

    /// Returns the facts of a picture from the cache, the last build, or its header, and whether the cache has them.
    private func facts(
        of source: ResolvedSource, _ content: SourceContent, _ basis: PlanBasis, _ keys: CacheKeys?
    ) async throws -> (facts: FactsRecord, isRecorded: Bool) {
        if let keys,
            let known = try await pipeline.blocking.run({ [pipeline] in
                pipeline.facts(of: content.key, keys)
            })
        {
            return (known, true)
        }
        if let previous = basis.ledger.result(of: source.id), previous.digest == content.digest,
            let facts = previous.facts, !content.mayHaveOtherFacts(of: facts.facts.type)
        {
            return (facts, false)
        }
        if let known = basis.headers[content.key] { return (known, false) }
        let header = try await pipeline.header(of: content, limits: site.manifest.limits.image)
        let facts = FactsRecord(facts: header, metadata: Data(), warnings: [])
        basis.headers[content.key] = facts
        return (facts, false)
    }

    /// Returns what a plan says of a changed source.
    func outputs(
        of source: ResolvedSource, _ content: SourceContent, _ found: ImagePipeline.Found,
        _ plan: VariantPlan,
        _ walk: Walk
    ) -> [PlannedOutput] {
        guard let basis = walk.basis else { return [] }
        let judge = judge(source, content.digest, basis)
        let production = found.production
        let pictures = plan.pictures(for: production.facts.facts)
        let files = Dictionary(
            production.files.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var outputs: [PlannedOutput] = []
        var makers: [ContentDigest: String] = [:]
        for output in found.outputs {
            let picture = pictures[output.id.request]
            guard let variant = walk.plans.variants[picture.variant] else { continue }
            let record = files[output.id]?.record
            var reasons = judge.reasons(variant: variant.name, format: output.id.format)
            if reasons.isEmpty, record == nil {
                reasons = walk.isAgain ? [.outputMissing] : [.notInCache]
            }
            // What several variants ask for is made once.
            let maker = record == nil ? makers[output.recipe] : nil
            if let maker {
                reasons = [.madeForVariant(maker)]
            } else if record == nil {
                makers[output.recipe] = variant.name
            }
            let size = PixelSize(
                width: record?.width ?? output.width, height: record?.height ?? output.height)
            let name = { (hash: String) in
                variant.isInline
                    ? nil
                    : variant.fileName(
                        of: source, production.facts.facts.type, size: size, format: output.id.format,
                        density: picture.density, hash: hash)
            }
            outputs.append(
                PlannedOutput(
                    source: source.id, variant: variant.name, format: output.id.format, width: size.width,
                    height: size.height, density: picture.density,
                    file: name(
                        record.map { String($0.digest.hex.prefix(NameTemplate.hashDigits)) }
                            ?? OutputPattern.shown),
                    action: record == nil && maker == nil ? .make : .cached,
                    isWritten: record == nil && !variant.isInline,
                    reasons: reasons.isEmpty ? [.unchanged] : reasons,
                    pattern: record == nil && variant.nameTemplate.hasHash
                        ? name(OutputPattern.marker).map(OutputPattern.init(name:)) : nil, id: output.id,
                    assumesTransparency: found.assumesTransparency,
                    picture: FileTally.picture(of: content.digest, output.recipe),
                    mayBeLeftOut: record == nil && variant.dropsLarger && variant.formats.count > 1))
        }
        if !found.hasPlaceholders, !outputs.contains(where: { $0.action == .make }) {
            outputs.append(
                PlannedOutput(
                    source: source.id, action: .make, isWritten: false, reasons: judge.reasonsForPlaceholders)
            )
        }
        return outputs
    }
}

extension SourceContent {
    /// Whether the last build may have had another frame or page of the same file, or all of them.
    fileprivate func mayHaveOtherFacts(of type: ImageType) -> Bool {
        if case .page = part { return true }
        return [.gif, .tiff, .pdf, .heic].contains(type)
    }
}

extension ImagePipeline {
    /// The facts in the header of a source, or of its part.
    private struct Header: Error {
        var facts: ImageFacts
    }

    fileprivate func header(of content: SourceContent, limits: ImageLimits) async throws -> ImageFacts {
        let data = try await content.load()
        guard case .page(let number) = content.part else {
            return try await configuration.engine.inspect(data, limits: limits)
        }
        var source = ImageJob.Source(data: data, limits: limits, truncation: .allow)
        source.page = number - 1
        do {
            _ = try await configuration.engine.run(source, handingOverIn: nil) { throw Header(facts: $0) }
        } catch let header as Header {
            return header.facts
        }
        throw ImagingError.library(reason: "the engine finished without asking what to make")
    }
}

extension BuildRun {
    /// Returns what a plan says of videos.
    func outputs(
        ofVideos videos: Videos, of source: ResolvedSource, _ content: SourceContent, _ facts: ImageFacts,
        _ walk: Walk
    ) -> [PlannedOutput] {
        guard let basis = walk.basis else { return [] }
        let judge = judge(source, content.digest, basis)
        let cached = videos.made.compactMap { video -> PlannedOutput? in
            guard let variant = walk.plans.variants[video.variant] else { return nil }
            let record = video.file.record
            let reasons = judge.reasons(variant: variant.name, format: record.format)
            return PlannedOutput(
                source: source.id, variant: variant.name, format: record.format, width: record.width,
                height: record.height, file: variant.fileName(of: source, facts.type, video.file),
                action: .cached, isWritten: false, reasons: reasons.isEmpty ? [.unchanged] : reasons)
        }
        let others = videos.planned.map { order in
            let name = { (hash: String) in
                order.variant.fileName(
                    of: source, facts.type, size: order.size, format: order.format.output, density: nil,
                    hash: hash)
            }
            let reasons = judge.reasons(variant: order.variant.name, format: order.format.output)
            return PlannedOutput(
                source: source.id, variant: order.variant.name, format: order.format.output,
                width: order.size.width, height: order.size.height, file: name(OutputPattern.shown),
                action: .make, isWritten: true, reasons: reasons.isEmpty ? [.notInCache] : reasons,
                pattern: order.variant.nameTemplate.hasHash
                    ? OutputPattern(name: name(OutputPattern.marker)) : nil)
        }
        return cached + others
    }
}

extension VariantPlan {
    func keepingAllFormats(where isPending: (String) -> Bool) -> VariantPlan {
        guard variants.contains(where: { isPending($0.name) }) else { return self }
        return VariantPlan(
            variants: variants.map { variant in
                var variant = variant
                if isPending(variant.name) { variant.dropsLarger = false }
                return variant
            }, focus: focus)
    }
}

extension ImagePipeline {
    /// Returns the cached part of an order. A picture with an alpha channel that has not been examined counts as
    /// transparent.
    ///
    /// - Parameter isRecorded: Whether the facts are from the cache. If not, a build uses the picture's header, and
    ///   finds nothing if formats depend on the opacity of its pixels.
    fileprivate func lookUpCertainly(
        _ order: ProductionOrder, facts: FactsRecord, isRecorded: Bool, _ keys: CacheKeys?
    ) throws -> Found {
        var facts = facts
        if !isRecorded {
            var header = facts.facts
            if header.hasAlpha { header.isOpaque = nil }
            if ImagePlan.needsOpacity(header, order.requests(header)) {
                let isAssumed = facts.facts.isOpaque == nil
                if isAssumed { facts.facts.isOpaque = false }
                var found = try certain(lookUp(order, facts: facts, nil))
                if isAssumed, !found.production.failures.isEmpty {
                    // What is assumed is no failure.
                    facts.facts.isOpaque = true
                    found = try certain(lookUp(order, facts: facts, nil))
                }
                found.assumesTransparency = isAssumed
                return found
            }
        }
        return try certain(lookUp(order, facts: facts, keys))
    }

    private func certain(_ found: Found?) throws -> Found {
        guard let found else {
            throw PipelineError.provider(reason: "its transparency is unknown")
        }
        return found
    }
}
