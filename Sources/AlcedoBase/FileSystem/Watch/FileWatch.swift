import CAlcedoSystem

/// Waits for changes of what builds look at.
///
/// The code that lists folders and reads files says so beforehand, to the watch of its task (``current``). Nothing that changes
/// after a build has looked at it is missed, and no folder is walked twice.
package final class FileWatch: FileObserver {
    /// What observes the build that this task belongs to, such as a watch that waits for changes.
    @TaskLocal package static var current: (any FileObserver)?

    /// A group of changes.
    package struct Changes: Hashable, Sendable {
        /// Absolute paths, as builds have named them.
        package var paths: Set<String>
        /// Whether the system lost some.
        package var isEverything: Bool

        package init(paths: Set<String>, isEverything: Bool) {
            self.paths = paths
            self.isEverything = isEverything
        }

        package mutating func merge(_ other: Changes) {
            paths.formUnion(other.paths)
            isEverything = isEverything || other.isEverything
        }
    }

    private let inbox = Inbox()
    private let root: String
    private let state: Locked<State>
    private let events: FolderEvents?
    private let poll: FilePoll
    private let polls: Bool

    private struct State {
        /// What the last build that looked at everything has looked at.
        var former = FileInterest()
        /// What the build at work has looked at, or one that ended early.
        var now = FileInterest()
        var problem: String?
        var toldProblems: Set<String> = []

        var folders: Set<PathKey> { Set(former.folders.keys).union(now.folders.keys) }
    }

    /// - Parameters:
    ///   - root: The absolute path of the manifest's folder. Folders between it and a file may be replaced.
    ///   - polls: Whether to look at everything again and again instead of being told by the system.
    package init(root: String, polls: Bool) {
        self.root = root
        self.polls = polls
        state = Locked(State())
        events = polls ? nil : FolderEvents()
        poll = FilePoll()
        if !polls, events == nil {
            state.withLock {
                $0.problem =
                    "the system does not tell of changes (fs.inotify.max_user_instances); everything is looked at "
                    + "every \(FilePoll.interval.components.seconds) s"
            }
        }
    }

    /// Begins to wait.
    ///
    /// - Throws: `FileSystemError` if the system has no thread for it.
    package func start() throws(FileSystemError) {
        guard let events else { return }
        let started = SystemThread.start(name: "watch") {
            events.run(concerns: { self.concerns($0, $1, isFolder: $2) }) { self.inbox.add($0) }
        }
        if !started { throw FileSystemError("watch", root, code: EAGAIN) }
    }

    /// Waits for changes and takes them, with all that have come since the last call.
    ///
    /// - Returns: `nil` if the task was cancelled.
    package func next() async -> Changes? {
        await ready()
        return Task.isCancelled ? nil : inbox.take()
    }

    /// Waits until ``next()`` has something to return, or the task is cancelled. One task at a time may wait.
    package func ready() async { await inbox.wait() }

    /// What cannot be watched as it should, in one sentence; once.
    package func takeProblem() -> String? {
        state.withLock { state in
            guard let problem = state.problem, state.toldProblems.insert(problem).inserted else { return nil }
            return problem
        }
    }

    // MARK: What builds look at

    /// Runs a build, and watches what it looks at instead of what the last one did.
    ///
    /// - Parameter isWhole: Whether the build has looked at everything that matters. Otherwise what the last one did matters
    ///   still.
    package func watching<Result>(
        _ body: () async -> Result, isWhole: (Result) -> Bool
    ) async -> Result {
        state.withLock { $0.now = FileInterest() }
        let result = await Self.$current.withValue(self) { await body() }
        let wanted = state.withLock { state in
            if isWhole(result) {
                state.former = state.now
                state.now = FileInterest()
            }
            return state.folders
        }
        events?.keep(only: wanted)
        poll.keep(only: wanted)
        return result
    }

    package func willList(_ folder: String, _ test: @escaping @Sendable (String, Bool) -> Bool) {
        if state.withLock({ $0.now.add(test, in: folder) }) { watch(folder) }
    }

    /// Follows links, each of which may change.
    package func willRead(_ file: String) {
        var path = file
        // As many links as the system follows.
        for _ in 0..<40 {
            look(for: path)
            guard let target = Self.target(ofLink: path) else { return }
            path = target
        }
    }

    private func look(for file: String) {
        var path = file
        while let cut = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
            let folder = cut == path.startIndex ? "/" : String(path[..<cut])
            let name = String(path[path.index(after: cut)...])
            guard state.withLock({ $0.now.add(name, in: folder) }) else { return }
            watch(folder)
            // What is above may be renamed, up to the root.
            guard folder.utf8.count > root.utf8.count, folder.hasPrefix(root + "/") else { return }
            path = folder
        }
    }

    private static func target(ofLink path: String) -> String? {
        do {
            let target = try FileSystem.target(ofLink: path)
            if target.hasPrefix("/") { return target }
            var parts = FileSystem.folder(of: path).split(separator: "/")
            for part in target.split(separator: "/") where part != "." {
                if part == ".." { _ = parts.popLast() } else { parts.append(part) }
            }
            return "/" + parts.joined(separator: "/")
        } catch {
            // It is no link, or nothing.
            return nil
        }
    }

    private func watch(_ folder: String) {
        if polls || events == nil || FileSystem.isRemote(folder) { lookAgain(at: folder) }
        guard let events else { return }
        switch events.add(folder) {
        case 0: break
        case ENOENT, ENOTDIR:
            // The nearest one there is tells when it appears.
            if FileSystem.folder(of: folder) != folder { willRead(folder) }
            // Perhaps it has meanwhile.
            _ = events.add(folder)
        case ENOSPC:
            lookAgain(at: folder)
            state.withLock { state in
                state.problem =
                    "the system watches no more folders (raise fs.inotify.max_user_watches); the rest is looked at "
                    + "every \(FilePoll.interval.components.seconds) s"
            }
        default: lookAgain(at: folder)
        }
    }

    /// Whether anything is looked at again and again.
    package var isPolling: Bool { poll.isRunning }

    private func lookAgain(at folder: String) {
        guard poll.add(folder) else { return }
        let started = SystemThread.start(name: "poll") {
            self.poll.run(concerns: { self.concerns($0, $1, isFolder: $2) }) { self.inbox.add($0) }
        }
        if !started {
            state.withLock { $0.problem = "\(folder) cannot be watched: the system has no thread for it" }
        }
    }

    func concerns(_ folder: String, _ name: String, isFolder: Bool) -> Bool {
        state.withLock { state in
            state.former.concerns(name, in: folder, isFolder: isFolder)
                || state.now.concerns(name, in: folder, isFolder: isFolder)
        }
    }
}

/// Changes that nobody has taken yet.
private final class Inbox: Sendable {
    private struct State {
        var changes: FileWatch.Changes?
        var waiting: CheckedContinuation<Void, Never>?
        var isCancelled = false
    }

    private let state = Locked(State())

    func add(_ changes: FileWatch.Changes) {
        state.withLock { state in
            if state.changes?.merge(changes) == nil { state.changes = changes }
            defer { state.waiting = nil }
            return state.waiting
        }?.resume()
    }

    func take() -> FileWatch.Changes? {
        state.withLock { state in
            defer { state.changes = nil }
            return state.changes
        }
    }

    func wait() async {
        state.withLock { $0.isCancelled = false }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.changes != nil || state.isCancelled { return true }
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                state.isCancelled = true
                defer { state.waiting = nil }
                return state.waiting
            }?.resume()
        }
    }
}
