import AlcedoBase
import Foundation

/// The files that a run has read, so that a file under many ids is not read for each of them.
final class FilesRead: Sendable {
    // Every access to the dictionary is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var files: [String: BuildState.KnownFile] = [:]

    subscript(path: String) -> BuildState.KnownFile? {
        get { lock.withLock { files[path] } }
        set { lock.withLock { files[path] = newValue } }
    }
}
