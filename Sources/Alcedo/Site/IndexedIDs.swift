import AlcedoManifest

/// The ids that an index is going to have, for images that speak of others.
struct IndexedIDs: Sendable {
    private let ids: Set<String>

    /// - Parameters:
    ///   - items: What is finished. If none of them speaks of another, nobody is going to ask.
    ///   - others: What the index has besides.
    init(_ items: some RandomAccessCollection<FinishedSources.Item>, others: [String] = []) {
        let isAsked = !others.isEmpty || items.speakOfOthers
        ids = isAsked ? Set(items.lazy.map(\.source.id)).union(others) : []
    }

    func contains(_ id: String) -> Bool { ids.contains(id) }
}
