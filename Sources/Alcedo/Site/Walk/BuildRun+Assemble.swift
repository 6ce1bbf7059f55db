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
        var outputs: [FileTally.Output] = []
        let type = production.facts.facts.type
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
            outputs.append(
                FileTally.Output(
                    file: plan.variants[index].isInline
                        ? nil : plan.variants[index].file(of: source, type, entry),
                    picture: FileTally.picture(of: content.digest, file.recipe), isMade: !file.isCached))
            variants[index].files.append(entry)
        }
        for index in variants.indices {
            variants[index].dropEqualWidths()
            if plan.variants[index].dropsLarger { variants[index].dropLargerFormats() }
        }
        for video in videos {
            guard let index = variants.firstIndex(where: { $0.name == video.variant }) else { continue }
            variants[index].files.append(video.file)
            outputs.append(
                FileTally.Output(
                    file: plan.variants[index].file(of: source, type, video.file),
                    picture: video.file.record.digest.hashValue, isMade: !video.isCached))
            if let bytes = video.data { data[video.file.record.digest] = bytes }
        }
        var published: Set<Int> = []
        for (variant, definition) in zip(variants, plan.variants) where !definition.isInline {
            for file in variant.files { published.insert(definition.file(of: source, type, file)) }
        }
        for place in outputs.indices {
            outputs[place].isPublished = outputs[place].file.map(published.contains) ?? true
        }
        let outcome = SourceOutcome(
            digest: content.digest, bytes: content.bytes, facts: production.facts,
            placeholders: production.placeholders, variants: variants)
        var item = FinishedSources.Item(
            source: source,
            record: SourceRecord(
                outcome, fingerprint: fingerprint, recipe: recipe, origin: source.origin.mark,
                focus: source.focus
            ) { [variants = plan.variants] name, type, file in
                variants.first { $0.name == name }?.file(of: source, type, file)
            },
            origin: production.wasDecoded ? content.origin : content.origin.forCached(.variant),
            outputs: outputs, data: data)
        item.failedVariants = failed
        return item
    }
}

extension Variant {
    /// Identifies a file in the count of all files.
    func file(of source: ResolvedSource, _ type: ImageType, _ file: SourceOutcome.File) -> Int {
        FileTally.file(fileName(of: source, type, file))
    }
}
