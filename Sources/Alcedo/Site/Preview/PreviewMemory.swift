import AlcedoBase
import AlcedoRecipes

/// What a preview knows of sources from one look at them to the next, and the engine that all of its runs share.
final class PreviewMemory: Sendable {
    /// Digests of files.
    let digests = SourceDigests(isToldOfChanges: true)
    /// Facts from headers, of sources that were never built.
    let headers = HeaderMemory()
    private let made = Locked<(any ImageEngine)?>(nil)

    /// Returns the engine, made on first use.
    func engine(_ make: () -> any ImageEngine) -> any ImageEngine {
        made.withLock { made in
            let engine = made ?? make()
            made = engine
            return engine
        }
    }
}

/// Facts that were read from headers, by the digest of the source.
final class HeaderMemory: Sendable {
    private let known = Locked<[ContentDigest: FactsRecord]>([:])

    subscript(source: ContentDigest) -> FactsRecord? {
        get { known.withLock { $0[source] } }
        set { known.withLock { $0[source] = newValue } }
    }
}
