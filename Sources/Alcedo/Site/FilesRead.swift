import AlcedoBase

/// The files that a run has read, so that a file under many ids is not read for each of them.
final class FilesRead: Sendable {
    private let files = Locked<[String: BuildState.KnownFile]>([:])

    subscript(path: String) -> BuildState.KnownFile? {
        get { files.withLock { $0[path] } }
        set { files.withLock { $0[path] = newValue } }
    }
}
