import AlcedoBase
import AlcedoImaging
import AlcedoManifest

/// What decides one entry of an index and the names and bytes of its files: two entries with the same key are the same.
struct EntryKey {
    // What decides all of them.
    private let presentation: ContentDigest

    init(_ manifest: Manifest) {
        var writer = FieldWriter()
        writer.write(AlcedoVersion.current)
        writer.write(manifest.baseURL)
        writer.writeList(manifest.variants) { $1.writePresentation(to: &$0) }
        presentation = writer.digest
    }

    /// - Parameters:
    ///   - ids: All that the index is going to have.
    ///   - writer: Is used for it, so that many keys need no memory of their own.
    func key(
        of item: FinishedSources.Item, among ids: IndexedIDs, _ writer: inout FieldWriter
    ) -> ContentDigest {
        writer.removeAll()
        writer.write(presentation)
        item.writePresentation(to: &writer)
        writer.writeList(item.source.media) { $0.write(ids.contains($1.id)) }
        item.outcome.write(to: &writer)
        return writer.digest
    }
}

extension FinishedSources.Item {
    /// What an index says of the source besides what its fingerprint decides.
    func writePresentation(to writer: inout FieldWriter) {
        writer.write(source.id)
        writer.write(fingerprint)
        writer.write(isStale)
        writer.writeOptional(source.alt) { writer, alt in
            writer.write(alt.written)
            writer.write(alt.isLiteral)
        }
        writer.write(source.origin.shown)
        writer.writeList(source.media) { writer, media in
            writer.write(media.condition)
            writer.write(media.id)
        }
    }
}
