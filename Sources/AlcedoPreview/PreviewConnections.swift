import AlcedoBase

/// The open connections: as many as there are files that may be open for them, however many there could be.
///
/// A place is given back by a connection that has nothing to do, or does not take what it is sent.
final class PreviewConnections<Connection: Sendable>: Sendable {
    /// What a connection does.
    enum Stage: Hashable, Sendable {
        /// It has not sent a whole request.
        case waiting
        /// Its answer is looked for.
        case answering
        /// Its answer is being sent; noted again with each piece that it takes.
        case sending
        /// It is told of changes.
        case listening
    }

    private struct Entry {
        let connection: Connection
        var stage = Stage.waiting
        var since: Duration
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var last = 0
    }

    /// The number of places.
    let most: Int
    private let state = Locked(State())

    /// How long a request may take to arrive, and a piece of an answer to be taken.
    private static var patience: Duration { .seconds(60) }
    /// The same if others wait for a place.
    private static func patience(_ stage: Stage) -> Duration? {
        switch stage {
        // A browser sends its request right behind the connection.
        case .waiting: .milliseconds(500)
        case .sending: .seconds(5)
        case .answering, .listening: nil
        }
    }

    init(most: Int) {
        self.most = max(2, most)
    }

    /// Returns how many connections there are room for: half of the files that may be open, and 40 more, are left to the rest of the
    /// program, and a connection has a file besides itself. A browser has six.
    static func most(openFiles: Int) -> Int { min(512, max(2, (openFiles - 40) / 4)) }

    /// Gives a connection a place.
    ///
    /// - Parameter now: The time, since any moment.
    /// - Returns: Its number, and a connection to be closed for it, which has no place any more; `nil` if there is no place for now.
    func enter(_ connection: Connection, at now: Duration) -> (number: Int, instead: Connection?)? {
        state.withLock { state in
            var instead: Connection?
            if state.entries.count >= most {
                let idle = state.entries.filter { _, entry in
                    Self.patience(entry.stage).map { now - entry.since >= $0 } ?? false
                }
                guard let longest = idle.min(by: { $0.value.since < $1.value.since }) else { return nil }
                state.entries[longest.key] = nil
                instead = longest.value.connection
            }
            state.last += 1
            state.entries[state.last] = Entry(connection: connection, since: now)
            return (state.last, instead)
        }
    }

    /// Notes what a connection does from now on.
    func note(_ number: Int, _ stage: Stage, at now: Duration) {
        state.withLock { state in
            state.entries[number]?.stage = stage
            state.entries[number]?.since = now
        }
    }

    /// Notes that a connection is told of changes from now on.
    ///
    /// - Returns: Whether that is possible: half of the places are left to pages.
    func listen(_ number: Int, at now: Duration) -> Bool {
        state.withLock { state in
            guard state.entries.values.count(where: { $0.stage == .listening }) < most / 2 else {
                return false
            }
            state.entries[number]?.stage = .listening
            state.entries[number]?.since = now
            return true
        }
    }

    /// Gives a place back.
    func leave(_ number: Int) { state.withLock { $0.entries[number] = nil } }

    /// Returns the connections to be closed, since their time is over.
    func overdue(at now: Duration) -> [Connection] {
        state.withLock { state in
            state.entries.values.filter {
                Self.patience($0.stage) != nil && now - $0.since >= Self.patience
            }.map(\.connection)
        }
    }
}
