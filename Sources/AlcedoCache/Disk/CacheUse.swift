import AlcedoBase

/// The state of one store object in protecting entries in use from trimming.
final class CacheUse: Sendable {
    /// The file that announces a running build; it stays locked as long as the build runs.
    struct Announcement {
        var path: String
        /// `nil` if the file system does not support locks.
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

    /// Ends the use and returns its announcement, if one was made.
    func end() -> Announcement? {
        state.withLock { state in
            let announcement = state.announcement
            state = State()
            return announcement
        }
    }

    var isAnnounced: Bool { state.withLock { $0.announcement != nil } }

    /// Whether found entries are marked as used. A build that has not announced itself may turn out to have nothing to
    /// do, and must then write nothing.
    var marksWhatIsFound: Bool { state.withLock { $0.since == nil || $0.announcement != nil } }

    /// Stores an announcement made by `make`, once per `begin(_:)`, or again if its file is gone.
    func announce(_ make: (Date) throws(FileSystemError) -> Announcement) throws(FileSystemError) {
        try state.withLock { state throws(FileSystemError) in
            guard let since = state.since else { return }
            if let path = state.announcement?.path, try FileSystem.status(of: path) != nil { return }
            state.announcement = try make(since)
        }
    }
}
