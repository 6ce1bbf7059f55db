import AlcedoBase
import Foundation

/// How one store object takes part in keeping what is in use.
final class CacheUse: Sendable {
    /// The file that says that a build is at work: locked for as long as it is.
    struct Announcement {
        var path: String
        /// `nil` where the file system knows no locks.
        var lock: FileLock?
    }

    private struct State {
        var since: Date?
        var announcement: Announcement?
    }

    private let state = Locked(State())

    func begin(_ moment: Date) {
        state.withLock { $0.since = $0.since ?? moment }
    }

    /// Gives back the file that was announced with, if there was one.
    func end() -> Announcement? {
        state.withLock { state in
            let announcement = state.announcement
            state = State()
            return announcement
        }
    }

    var isAnnounced: Bool { state.withLock { $0.announcement != nil } }

    /// Whether what is found is marked as used. A build that has not announced itself may turn out to have nothing
    /// to do, and then it writes nothing.
    var marksWhatIsFound: Bool { state.withLock { $0.since == nil || $0.announcement != nil } }

    /// Announces with what `make` makes, once for each beginning, or again when the file is gone.
    func announce(_ make: (Date) throws(FileSystemError) -> Announcement) throws(FileSystemError) {
        try state.withLock { state throws(FileSystemError) in
            guard let since = state.since else { return }
            if let path = state.announcement?.path, try FileSystem.status(of: path) != nil { return }
            state.announcement = try make(since)
        }
    }
}
