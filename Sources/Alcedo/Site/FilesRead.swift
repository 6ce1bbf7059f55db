import AlcedoBase

/// The files that a run has read, so that a file under many ids is not read for each of them.
final class FilesRead: Sendable {
    private struct State {
        var shared: Set<String> = []
        var known: [String: BuildState.KnownFile] = [:]
    }

    private let state = Locked(State())

    /// Is told of the sources to come: only files of more than one of them are remembered.
    func expect(_ sources: some Sequence<ResolvedSource>) {
        var seen: Set<String> = []
        var shared: Set<String> = []
        for source in sources {
            guard case .file(let path, _) = source.origin else { continue }
            if !seen.insert(path).inserted { shared.insert(path) }
        }
        state.withLock { $0.shared = shared }
    }

    subscript(path: String) -> BuildState.KnownFile? {
        get { state.withLock { $0.known[path] } }
        set {
            state.withLock { state in
                if state.shared.contains(path) { state.known[path] = newValue }
            }
        }
    }
}
