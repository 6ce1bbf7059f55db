import AlcedoBase
import Foundation

/// What becomes of files that several threads write.
final class WrittenFiles: Sendable {
    private struct State {
        var statuses: [String: FileStatus] = [:]
        var lost: [SiteFile] = []
        var error: (any Error)?
        var done = 0
    }

    private let state = Locked(State())
    private let progress = NSCondition()

    /// Writes a file, unless another could not be written.
    ///
    /// - Parameter write: Gives back the file's status, or `nil` if the cache has lost its bytes.
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
        progress.lock()
        state.withLock { $0.done += 1 }
        progress.broadcast()
        progress.unlock()
    }

    /// Waits until so many files have been added, by whatever thread.
    func wait(for count: Int) {
        progress.lock()
        while state.withLock({ $0.done < count }) { progress.wait() }
        progress.unlock()
    }

    /// The files that were written, and those that the cache has lost.
    /// - Throws: The first error.
    func result() throws -> (statuses: [String: FileStatus], lost: [SiteFile]) {
        try state.withLock { state in
            if let error = state.error { throw error }
            return (state.statuses, state.lost)
        }
    }
}
