import AlcedoBase

/// Results of files written by several threads.
final class WriteResults: Sendable {
    private struct State {
        var statuses: [String: FileStatus] = [:]
        var lost: [SiteFile] = []
        var error: (any Error)?
        var done = 0
    }

    private let state = Locked(State())
    private let progress = Condition()

    /// Writes a file, unless an earlier write has failed.
    ///
    /// - Parameter write: Returns the file's status, or `nil` if the cache has lost its bytes.
    func add(_ file: SiteFile, _ write: () throws -> FileStatus?) {
        defer { finishOne() }
        if state.withLock({ $0.error != nil }) { return }
        let result = Result { try write() }
        state.withLock { state in
            switch result {
            case .success(let status?): state.statuses[file.name] = status
            case .success(nil): state.lost.append(file)
            case .failure(let error): state.error = state.error ?? error
            }
        }
    }

    private func finishOne() {
        progress.withLock { state.withLock { $0.done += 1 } }
        progress.broadcast()
    }

    /// Waits until `count` files have been added, by any thread.
    func wait(for count: Int) {
        progress.withLock {
            while state.withLock({ $0.done < count }) { progress.wait() }
        }
    }

    /// Returns the status of each written file, and the files lost from the cache.
    /// - Throws: The first error.
    func result() throws -> (statuses: [String: FileStatus], lost: [SiteFile]) {
        try state.withLock { state in
            if let error = state.error { throw error }
            return (state.statuses, state.lost)
        }
    }
}
