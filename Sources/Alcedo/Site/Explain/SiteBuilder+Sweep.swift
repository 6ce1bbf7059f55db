import AlcedoBase
import AlcedoImaging
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest

extension SiteBuilder {
    // Where there are several sizes: about what a page shows, and no more than can be looked at.
    private static let widest = 1280

    /// Makes one picture of a variant in many qualities, each with its score. They go into the cache, and nowhere else.
    ///
    /// - Parameters:
    ///   - id: The id of a source, or a pattern that matches one.
    ///   - name: One of its variants; by default the first one that has a format with losses.
    /// - Throws: `ManifestMistakes`; `SiteError.selection` for none or several, or an unknown variant; ``PipelineError`` if the picture
    ///   cannot be made; `SiteError`; `CancellationError`.
    package func sweep(
        _ id: String, variant name: String? = nil, _ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }
    ) async throws -> QualitySweep {
        try await SiteError.filing {
            let run = try BuildRun(self, tell: tell)
            defer { run.end() }
            try run.checkSandbox(tell)
            let source = try run.source(id, tell)
            let variants = try run.swept(name, of: source)
            var content: SourceContent
            do {
                var result = BuildRun.SourceResult()
                content = try await run.content(of: source, knownBy: run.loadLedger(), nil, &result)
            } catch {
                throw PipelineError.filing(error)
            }
            content.part = source.part
            for variant in variants {
                let plan = VariantPlan(
                    variants: [variant.shaped(by: source.aspects).filled(by: source)], focus: source.focus)
                let production = try await run.pipeline.produce(
                    ProductionOrder(
                        content: content, requests: { Self.requests(plan, $0) },
                        requestsFingerprint: ContentDigest(
                            hashing:
                                "sweep \(QualitySweep.steps) \(QualitySweep.scores) \(plan.fingerprint.hex)"),
                        refusesSVG: source.svg == .refuse))
                if let failure = production.failures.min(by: { $0.key < $1.key }) {
                    throw PipelineError.imaging(failure.value)
                }
                if let sweep = try run.sweep(of: production, source.id, variant) { return sweep }
            }
            let names = variants.map { "'\($0.name)'" }.joined(separator: " and ")
            throw SiteError.selection(
                "'\(source.id)' gets no format with losses in \(names), so there is no quality to choose; "
                    + (name == nil ? "sweep another image" : "name another one with --sweep-variant"))
        }
    }

    /// One size in all qualities.
    private static func requests(_ plan: VariantPlan, _ facts: ImageFacts) -> [ImageRequest] {
        let all = plan.pictures(for: facts).map { picture in
            (request: picture.request, width: picture.request.geometry.layout(for: facts).canvas.width)
        }
        let chosen =
            all.filter { $0.width <= widest }.max { $0.width < $1.width }
            ?? all.min { $0.width < $1.width }
        guard let chosen else { return [] }
        func request(_ target: (OutputFormat) -> QualityTarget) -> ImageRequest {
            var request = chosen.request
            for index in request.encodings.indices {
                request.encodings[index].budget = nil
                for format in OutputFormat.allCases where format.isLossy {
                    request.encodings[index].quality[format] = .target(target(format))
                }
            }
            return request
        }
        let steps = (0..<QualitySweep.steps).map { step in
            // With one quality there is nothing to search for: it only is scored.
            request { format in
                let quality = QualitySweep.quality(format, step: step)
                return QualityTarget(1, min: quality, max: quality)
            }
        }
        return steps + QualitySweep.scores.map { score in request { _ in QualityTarget(score) } }
    }
}

extension BuildRun {
    fileprivate func source(_ text: String, _ tell: @escaping @Sendable (BuildEvent) -> Void) throws
        -> ResolvedSource
    {
        let resolution = try resolveSources(tell: tell).0
        let ids = resolution.idsInOrder
        let found: String
        if ids.contains(text) {
            found = text
        } else {
            let pattern: GlobPattern
            do {
                pattern = try GlobPattern(text)
            } catch {
                throw SiteError.selection("'\(text)': \(error)")
            }
            let matches = ids.filter { pattern.matches($0, includingHidden: true) }
            guard let first = matches.first, matches.count == 1 else {
                throw SiteError.selection(
                    matches.isEmpty
                        ? "'\(text)' matches no id; \(Self.advice(text, ids))"
                        : "'\(text)' matches \(matches.count) ids, and a sweep shows one, such as '\(matches[0])'"
                )
            }
            found = first
        }
        if let source = resolution.sources.first(where: { $0.id == found }) { return source }
        let reason = resolution.failures.first { $0.id == found }?.reason
        throw PipelineError.provider(reason: reason ?? "it is not available")
    }

    private static func advice(_ text: String, _ ids: [String]) -> String {
        (Suggestion.closest(to: text, among: ids) ?? ids.first { $0.contains(text) })
            .map { "did you mean '\($0)'?" } ?? "a report without --sweep lists all ids"
    }

    /// The variants that may have a quality, or the one with a name.
    fileprivate func swept(_ name: String?, of source: ResolvedSource) throws(SiteError) -> [Variant] {
        let variants = source.variants.compactMap { site.manifest.variant(named: $0) }
        guard !variants.isEmpty else {
            throw .selection("'\(source.id)' has no variants, so there is no quality to choose")
        }
        func hasLosses(_ variant: Variant) -> Bool {
            !variant.isInline
                && variant.formats.contains { format in
                    guard case .format(let format) = format else { return true }
                    return format.isLossy
                }
        }
        if let name {
            guard let variant = variants.first(where: { $0.name == name }) else {
                throw .selection(
                    "'\(name)' is no variant of '\(source.id)', which has \(source.variants.joined(separator: ", "))"
                )
            }
            guard hasLosses(variant) else {
                throw .selection(
                    "the variant '\(name)' has no quality: it is inline, or its formats have no losses")
            }
            return [variant]
        }
        let all = variants.filter(hasLosses)
        guard !all.isEmpty else {
            throw .selection(
                "no variant of '\(source.id)' has a quality: all are inline, or of formats without losses")
        }
        return all
    }

    /// - Returns: `nil` if no file has a quality.
    fileprivate func sweep(of production: Production, _ id: String, _ variant: Variant) throws
        -> QualitySweep?
    {
        var byFormat: [OutputFormat: [QualitySweep.File]] = [:]
        var order: [OutputFormat] = []
        var size = PixelSize(width: 0, height: 0)
        var targets = QualitySweep.scores.map { QualitySweep.Target(score: $0, files: []) }
        for file in production.files where file.record.format.isLossy {
            let (format, found) = (file.record.format, file.record.found)
            if file.id.request >= QualitySweep.steps {
                targets[file.id.request - QualitySweep.steps].files.append(
                    QualitySweep.Target.File(format: format, bytes: file.record.bytes, found: found))
                continue
            }
            // The source's own file, in all steps in which it is not larger.
            if found == nil, byFormat[format]?.contains(where: { $0.quality == nil }) == true { continue }
            guard let data = file.data ?? pipeline.configuration.disk.picture(file.record) else {
                throw PipelineError.provider(reason: String(describing: OriginalLost()))
            }
            size = PixelSize(width: file.record.width, height: file.record.height)
            if byFormat[format] == nil { order.append(format) }
            byFormat[format, default: []].append(
                QualitySweep.File(format: format, quality: found?.quality, score: found?.score, data: data))
        }
        guard byFormat.values.contains(where: { $0.contains { $0.quality != nil } }) else { return nil }
        return QualitySweep(
            source: id, variant: variant.name, size: size,
            files: order.flatMap { format in
                (byFormat[format] ?? []).sorted { $0.quality ?? .max < $1.quality ?? .max }
            }, targets: targets)
    }
}
