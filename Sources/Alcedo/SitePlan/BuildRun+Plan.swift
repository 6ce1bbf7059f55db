import AlcedoBase
import AlcedoCache
import AlcedoImaging
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import Foundation

extension BuildRun {
    /// Plans one source without making any pixels.
    ///
    /// - Parameter isLost: Whether to ignore the state of the last build, because files are neither in the output
    ///   directory nor in the cache.
    /// - Throws: `CancellationError`. Other errors are in the result.
    func plan(_ source: ResolvedSource, _ basis: PlanBasis, isLost: Bool = false) async throws -> SourcePlan {
        do {
            var result = SourceResult()
            let content = try await content(
                of: source, knownBy: isLost ? Ledger() : basis.ledger, nil, &result)
            if !isLost, let plan = try unchanged(source, content.digest, basis) { return plan }
            return try await plan(source, content, basis, isLost: isLost)
        } catch let error as CancellationError {
            throw error
        } catch {
            let error = PipelineError.filing(error)
            if case PipelineError.notCached = error {
                let output = PlannedOutput(
                    source: source.id, action: .load, isWritten: false, reasons: [.notLoaded])
                return SourcePlan(source, outputs: [output])
            }
            return SourcePlan(source, failures: [failure(of: source, error)])
        }
    }

    // The source's dates may have changed, but not its bytes.
    private func unchanged(
        _ source: ResolvedSource, _ digest: ContentDigest, _ basis: PlanBasis
    ) throws -> SourcePlan? {
        guard !options.checksum, let engine = basis.engine, let previous = basis.ledger.result(of: source.id)
        else { return nil }
        let fingerprint = fingerprint(of: source, digest, basis.plans.plan(for: source), engine: engine)
        guard previous.fingerprint == fingerprint else { return nil }
        let item = FinishedSources.Item(
            source: source, record: previous, origin: .unchanged)
        return plan(source, unchanged: item, basis)
    }

    /// Returns the plan for an unchanged source; `nil` if its saved outcome cannot be read.
    func plan(
        _ source: ResolvedSource, unchanged item: FinishedSources.Item, _ basis: PlanBasis
    ) -> SourcePlan? {
        let outcome: SourceOutcome
        do {
            outcome = try item.record.outcome()
        } catch {
            return nil
        }
        let outputs = outcome.variants.flatMap { variant in
            let definition = site.manifest.variant(named: variant.name)
            return variant.files.map { file in
                PlannedOutput(
                    source: source.id, variant: variant.name, format: file.record.format,
                    width: file.record.width, height: file.record.height, density: file.density,
                    file: file.inline == nil
                        ? definition?.fileName(of: source, outcome.facts.facts.type, file) : nil,
                    action: .unchanged, isWritten: false, reasons: [.unchanged])
            }
        }
        return SourcePlan(
            source, outputs: outputs, item: item, judge: judge(source, item.record.digest, basis))
    }

    private func judge(_ source: ResolvedSource, _ digest: ContentDigest, _ basis: PlanBasis) -> OutputJudge {
        OutputJudge(
            previous: basis.ledger.result(of: source.id),
            findEntry: { basis.previousIndex.index?.images[source.id] },
            digest: digest,
            recipe: basis.engine.map {
                basis.plans.recipe(site.manifest, variants: source.variants, engine: $0)
            },
            focus: source.focus,
            mindingFocus: Set(basis.plans.plan(for: source).variants.filter(\.mindsFocus).map(\.name)))
    }

    private func plan(
        _ source: ResolvedSource, _ content: SourceContent, _ basis: PlanBasis, isLost: Bool
    ) async throws -> SourcePlan {
        let plan = basis.plans.plan(for: source)
        let order = ProductionOrder(
            content: content, requests: { plan.pictures(for: $0).map(\.request) },
            requestsFingerprint: plan.fingerprint, placeholders: Set(site.manifest.placeholders),
            refusesSVG: source.svg == .refuse, writesDisk: false, makesPixels: false)
        let keys = basis.engine.map { CacheKeys(engine: $0, truncation: site.manifest.truncation) }
        let (facts, isRecorded) = try await facts(of: source, content, basis.ledger, keys)
        let found = try await pipeline.blocking.run { [pipeline] in
            try pipeline.lookUpCertainly(order, facts: facts, isRecorded: isRecorded, keys)
        }
        return try self.plan(source, content, found, plan, basis, isLost: isLost)
    }

    /// Returns the facts of a picture from the cache, the last build, or its header, and whether the cache has them.
    private func facts(
        of source: ResolvedSource, _ content: SourceContent, _ ledger: Ledger, _ keys: CacheKeys?
    ) async throws -> (facts: FactsRecord, isRecorded: Bool) {
        if let keys,
            let known = try await pipeline.blocking.run({ [pipeline] in
                pipeline.facts(of: content.digest, keys)
            })
        {
            return (known, true)
        }
        if let previous = ledger.result(of: source.id), previous.digest == content.digest,
            let facts = previous.facts
        {
            return (facts, false)
        }
        let header = try await pipeline.configuration.engine.inspect(
            try await content.load(), limits: site.manifest.limits.image)
        return (FactsRecord(facts: header, metadata: Data(), warnings: []), false)
    }

    private func plan(
        _ source: ResolvedSource, _ content: SourceContent, _ found: ImagePipeline.Found, _ plan: VariantPlan,
        _ basis: PlanBasis, isLost: Bool
    ) throws -> SourcePlan {
        let pictures = plan.pictures(for: found.production.facts.facts)
        var failures: [BuildFailure] = []
        for (index, error) in found.production.failures.sorted(by: { $0.key < $1.key }) {
            var failure = failure(of: source, PipelineError.imaging(error))
            failure.variant = pictures[index].variant
            if !failures.contains(failure) { failures.append(failure) }
        }
        if !failures.isEmpty { return SourcePlan(source, failures: failures) }

        let judge = judge(source, content.digest, basis)
        var production = found.production
        let inline = Set(plan.variants.filter(\.isInline).map(\.name))
        // Inline pictures are read from the cache when planning, so damaged ones count as missing.
        production.files.removeAll { file in
            inline.contains(pictures[file.id.request].variant)
                && pipeline.configuration.disk.data(for: file.record.digest) == nil
        }
        let files = Dictionary(
            production.files.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var outputs: [PlannedOutput] = []
        for output in found.outputs {
            let picture = pictures[output.id.request]
            guard let variant = site.manifest.variant(named: picture.variant) else { continue }
            let record = files[output.id]?.record
            var reasons = judge.reasons(variant: variant.name, format: output.id.format)
            if reasons.isEmpty, record == nil {
                reasons = isLost ? [.outputMissing] : judge.reasonsElsewhere(variant: variant.name)
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
                    action: record == nil ? .make : .cached, isWritten: record == nil && !variant.isInline,
                    reasons: reasons.isEmpty ? [.unchanged] : reasons,
                    pattern: record == nil && variant.nameTemplate.hasHash
                        ? name(OutputPattern.marker).map(OutputPattern.init(name:)) : nil))
        }
        let isComplete = !outputs.contains { $0.action == .make }
        if isComplete, !found.hasPlaceholders {
            outputs.append(
                PlannedOutput(
                    source: source.id, action: .make, isWritten: false, reasons: judge.reasonsForPlaceholders)
            )
        }
        let item = try assemble(
            source, content, production,
            // `drop-larger` can only be applied once all formats exist.
            plan: isComplete ? plan : plan.keepingAllFormats,
            fingerprint: basis.engine.map { fingerprint(of: source, content.digest, plan, engine: $0) }
                ?? content.digest, recipe: nil)
        return SourcePlan(source, outputs: outputs, item: item, judge: judge)
    }
}

extension VariantPlan {
    fileprivate var keepingAllFormats: VariantPlan {
        VariantPlan(
            variants: variants.map { variant in
                var variant = variant
                variant.dropsLarger = false
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
                if facts.facts.isOpaque == nil { facts.facts.isOpaque = false }
                return try certain(lookUp(order, facts: facts, nil))
            }
        }
        return try certain(lookUp(order, facts: facts, keys))
    }

    private func certain(_ found: Found?) throws -> Found {
        guard let found else {
            throw PipelineError.provider(reason: "nothing is known of its transparency")
        }
        return found
    }
}
