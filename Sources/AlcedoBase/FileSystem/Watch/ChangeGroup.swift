/// Collects changes until they belong together: an editor that saves, a checkout, or a folder that is copied makes many.
///
/// A group is complete after a moment without changes. Files that are being written wait for their end, with all that
/// changes beside them, but not for ever: a writer may never close its file.
struct ChangeGroup {
    /// How long nothing must change.
    static let quiet = Duration.milliseconds(50)
    /// How long a group waits for quiet.
    static let patience = Duration.seconds(2)
    /// How long a group waits for files that are being written.
    static let patienceForWriters = Duration.seconds(5)
    /// After this long without a write, a file that nobody closes counts as written. A new link looks like that, too.
    static let idleWriter = Duration.milliseconds(500)

    typealias Moment = ContinuousClock.Instant

    private var changed: Set<String> = []
    private var isEverything = false
    private var first: Moment?
    private var last: Moment?
    private var writing: [String: Moment] = [:]

    mutating func note(_ path: String, isBeingWritten: Bool, at now: Moment) {
        if isBeingWritten {
            writing[path] = now
            return
        }
        writing[path] = nil
        add(now) { $0.insert(path) }
    }

    /// Notes that changes were lost.
    mutating func noteLoss(at now: Moment) {
        isEverything = true
        add(now) { _ in }
    }

    private mutating func add(_ now: Moment, _ body: (inout Set<String>) -> Void) {
        body(&changed)
        first = first ?? now
        last = now
    }

    /// When ``take(at:)`` has to be asked again; `nil` if nothing has happened.
    func nextLook(at now: Moment) -> Moment? {
        let idle = writing.values.min().map { $0 + Self.idleWriter }
        guard let first, let last else { return idle }
        let quiet = min(last + Self.quiet, first + Self.patience)
        guard let idle else { return quiet }
        return quiet > now ? quiet : min(idle, first + Self.patienceForWriters)
    }

    /// Returns a group that is complete, and begins the next one.
    mutating func take(at now: Moment) -> FileWatch.Changes? {
        for (path, moment) in writing where moment + Self.idleWriter <= now {
            writing[path] = nil
            add(moment) { $0.insert(path) }
        }
        guard let first, let last else { return nil }
        let isQuiet = last + Self.quiet <= now || first + Self.patience <= now
        guard isQuiet, writing.isEmpty || first + Self.patienceForWriters <= now else { return nil }
        let group = FileWatch.Changes(paths: changed, isEverything: isEverything)
        // Who is still writing ends a group of its own.
        let writing = writing
        self = ChangeGroup()
        self.writing = writing
        return group
    }
}
