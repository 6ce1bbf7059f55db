import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// Digest of everything that determines an index entry and the names and bytes of its files: entries with equal keys are
/// equal.
struct EntryKey {
    // Digest of what determines all entries.
    private let presentation: ContentDigest

    init(_ manifest: Manifest) {
        var writer = FieldWriter()
        writer.write(AlcedoVersion.current)
        writer.write(manifest.baseURL)
        writer.writeList(manifest.variants) { $1.writePresentation(to: &$0) }
        presentation = writer.digest
    }

    /// - Parameters:
    ///   - alternatives: Ids of the new index, if any source has `media` alternatives.
    ///   - writer: Buffer, so that many keys need no memory of their own.
    func key(
        of item: FinishedSources.Item, alternatives: Set<String>, _ writer: inout FieldWriter
    ) -> ContentDigest {
        writer.removeAll()
        writer.write(presentation)
        item.writePresentation(to: &writer)
        writer.writeList(item.source.media) { $0.write(alternatives.contains($1.id)) }
        item.record.writeOutcome(to: &writer)
        return writer.digest
    }
}

extension FinishedSources.Item {
    /// Writes what the index says of the source besides what its fingerprint determines.
    func writePresentation(to writer: inout FieldWriter) {
        writer.write(source.id)
        writer.write(record.fingerprint)
        writer.write(isStale)
        if isFallback { writer.write("fallback") }
        if !failedVariants.isEmpty { writer.writeList(failedVariants.sorted()) { $0.write($1) } }
        writer.writeOptional(source.alt) { writer, alt in
            writer.write(alt.written)
            writer.write(alt.isLiteral)
        }
        writer.write(source.origin.shown)
        writer.writeList(source.media) { writer, media in
            writer.write(media.condition)
            writer.write(media.id)
        }
        writer.writeList(source.alternatives.sorted { $0.key < $1.key }) { writer, alternatives in
            writer.write(alternatives.key)
            writer.write(alternatives: alternatives.value)
        }
    }
}
