import AlcedoBase
import AlcedoManifest

/// Digests of files that were read, so that a file with several ids is read only once.
final class SourceDigests: Sendable {
    private struct State {
        var shared: Set<String> = []
        var known: [String: Ledger.KnownFile] = [:]
    }

    private let state = Locked(State())
    /// Whether ``forget(_:)`` is called for each file that changes. Then all files are remembered, from one run to the next.
    let isToldOfChanges: Bool

    init(isToldOfChanges: Bool = false) {
        self.isToldOfChanges = isToldOfChanges
    }

    /// Announces the sources to come. Only files that belong to more than one of them are remembered.
    func expect(_ sources: some Sequence<ResolvedSource>) {
        var seen: Set<String> = []
        var shared: Set<String> = []
        for source in sources {
            guard let path = source.file else { continue }
            if !seen.insert(path).inserted { shared.insert(path) }
        }
        state.withLock { $0.shared = shared }
    }

    subscript(path: String) -> Ledger.KnownFile? {
        get { state.withLock { $0.known[path] } }
        set {
            state.withLock { state in
                if isToldOfChanges || state.shared.contains(path) { state.known[path] = newValue }
            }
        }
    }

    /// Forgets all files.
    func forgetAll() { state.withLock { $0.known = [:] } }

    /// Forgets files that have changed.
    func forget(_ paths: Set<String>) {
        state.withLock { state in
            for path in paths { state.known[path] = nil }
        }
    }
}
