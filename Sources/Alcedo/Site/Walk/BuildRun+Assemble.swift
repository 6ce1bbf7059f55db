import AlcedoBase
import AlcedoCache
import AlcedoManifest
import AlcedoRecipes

extension BuildRun {
    /// Arranges the files of a production in the order of the index.
    func assemble(
        _ source: ResolvedSource, _ content: SourceContent, _ production: Production,
        videos: [MadeVideo] = [], plan: VariantPlan, without failed: Set<String>, fingerprint: ContentDigest,
        recipe: RecipeDescription?
    ) throws -> FinishedSources.Item {
        let pictures = plan.pictures(for: production.facts.facts)
        var variants = plan.variants.map { SourceOutcome.Variant(name: $0.name, files: []) }
        var data: [ContentDigest: Data] = [:]
        for file in production.files {
            let picture = pictures[file.id.request]
            guard !failed.contains(picture.variant),
                let index = plan.variants.firstIndex(where: { $0.name == picture.variant })
            else { continue }
            var entry = SourceOutcome.File(record: file.record, density: picture.density)
            // A shard writes no index, and has not loaded what others made.
            if plan.variants[index].isInline, options.shard == nil {
                guard let bytes = file.data ?? pipeline.configuration.disk.picture(file.record) else {
                    throw OriginalLost()
                }
                entry.inline = bytes
            } else if let bytes = file.data {
                data[file.record.digest] = bytes
            }
            variants[index].files.append(entry)
        }
        for index in variants.indices {
            variants[index].dropEqualWidths()
            if plan.variants[index].dropsLarger { variants[index].dropLargerFormats() }
        }
        for video in videos {
            guard let index = variants.firstIndex(where: { $0.name == video.variant }) else { continue }
            variants[index].files.append(video.file)
            if let bytes = video.data { data[video.file.record.digest] = bytes }
        }
        let cached =
            production.files.count(where: \.isCached) + videos.count(where: \.isCached)
        let outcome = SourceOutcome(
            digest: content.digest, bytes: content.bytes, facts: production.facts,
            placeholders: production.placeholders, variants: variants)
        var item = FinishedSources.Item(
            source: source,
            record: SourceRecord(
                outcome, fingerprint: fingerprint, recipe: recipe, origin: source.origin.mark,
                focus: source.focus),
            origin: production.wasDecoded ? content.origin : content.origin.forCached(.variant),
            made: production.files.count + videos.count - cached,
            cached: cached, data: data)
        item.failedVariants = failed
        return item
    }
}
