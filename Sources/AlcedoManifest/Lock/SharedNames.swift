import AlcedoBase

/// The names in the lock file that sources of a manifest share although their requests differ.
///
/// The file has a single pin for such a name, which is correct as long as all the sources return the same picture. The
/// content of one source therefore proves nothing about the others.
struct SharedNames: Sendable {
    private var names: Set<LockName> = []

    init() {}

    init(_ sources: [ResolvedSource]) {
        var first: [LockName: RemoteSource] = [:]
        for source in sources {
            guard let remote = source.remote else { continue }
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
    /// Returns whether the requests are equal, byte by byte.
    fileprivate func asksTheSame(as other: RemoteSource) -> Bool {
        func fields(_ source: RemoteSource) -> [[LockName]] {
            source.headers.map { [LockName($0.name.lowercased()), LockName($0.value.revealed)] }
        }
        return LockName(url.revealed) == LockName(other.url.revealed) && fields(self) == fields(other)
    }
}
