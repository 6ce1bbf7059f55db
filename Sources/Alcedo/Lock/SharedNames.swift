import AlcedoBase

/// The names in the lock file under which a manifest has sources that ask for different things.
///
/// The file can say of one picture only what such a name stands for. As long as all of them give that one, nothing is
/// wrong; so what one of them gave says nothing of the others.
struct SharedNames: Sendable {
    private var names: Set<LockName> = []

    init() {}

    init(_ sources: [ResolvedSource]) {
        var first: [LockName: RemoteSource] = [:]
        for source in sources {
            guard case .url(let remote) = source.origin else { continue }
            let name = remote.pinName
            guard let other = first[name] else {
                first[name] = remote
                continue
            }
            if !remote.asksTheSame(as: other) { names.insert(name) }
        }
    }

    func contains(_ source: RemoteSource) -> Bool {
        !names.isEmpty && names.contains(source.pinName)
    }
}

extension RemoteSource {
    /// Whether the requests are equal, byte by byte.
    fileprivate func asksTheSame(as other: RemoteSource) -> Bool {
        func fields(_ source: RemoteSource) -> [[LockName]] {
            source.headers.map { [LockName($0.name.lowercased()), LockName($0.value.revealed)] }
        }
        return LockName(url.revealed) == LockName(other.url.revealed) && fields(self) == fields(other)
    }
}
