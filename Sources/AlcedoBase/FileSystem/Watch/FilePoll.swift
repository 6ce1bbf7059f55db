/// Looks at folders again and again, where the system tells nothing: on network drives, and beyond its limits.
final class FilePoll: Sendable {
    /// How long nothing is looked at, at least.
    static let interval = Duration.seconds(1)
    /// How much longer than a look the pause after it is, so that a large site does not keep a slow drive busy.
    private static let rest = 10

    private typealias Look = [String: FileStatus]

    private let looks = Locked<(folders: [PathKey: Look?], isRunning: Bool)>(([:], false))

    /// Remembers what a folder is like before a build looks at it.
    ///
    /// - Returns: Whether it is the first one, so that ``run(concerns:_:)`` has to be called.
    func add(_ folder: String) -> Bool {
        let (isKnown, isFirst) = looks.withLock { looks in
            let found = (looks.folders[PathKey(folder)] != nil, !looks.isRunning)
            if !found.0 { looks.folders[PathKey(folder)] = .some(nil) }
            looks.isRunning = true
            return found
        }
        if !isKnown {
            let look = Self.look(at: folder)
            looks.withLock { $0.folders[PathKey(folder)] = look }
        }
        return isFirst
    }

    var isRunning: Bool { looks.withLock { $0.isRunning } }

    func keep(only folders: Set<PathKey>) {
        looks.withLock { $0.folders = $0.folders.filter { folders.contains($0.key) } }
    }

    /// Passes on changes, for ever.
    func run(concerns: (String, String, Bool) -> Bool, _ yield: (FileWatch.Changes) -> Void) {
        var pause = Self.interval
        while true {
            usleep(UInt32(clamping: Int(pause / .microseconds(1))))
            let started = ContinuousClock.now
            let paths = changes(concerns)
            if !paths.isEmpty { yield(FileWatch.Changes(paths: paths, isEverything: false)) }
            pause = max(Self.interval, started.duration(to: .now) * Self.rest)
        }
    }

    /// Returns what differs from the last look.
    func changes(_ concerns: (String, String, Bool) -> Bool) -> Set<String> {
        var paths: Set<String> = []
        for (key, before) in looks.withLock({ $0.folders }) {
            let folder = key.path
            let now = Self.look(at: folder)
            looks.withLock { looks in
                if looks.folders[key] != nil { looks.folders[key] = now }
            }
            guard let before else { continue }
            for name in Set(now.keys).union(before.keys) where now[name] != before[name] {
                guard concerns(folder, name, (now[name] ?? before[name])?.kind == .directory) else {
                    continue
                }
                paths.insert(folder == "/" ? "/" + name : folder + "/" + name)
            }
        }
        return paths
    }

    private static func look(at folder: String) -> Look {
        var look: Look = [:]
        do {
            for entry in try FileSystem.entries(ofDirectory: folder) where entry.isText {
                look[entry.name] = status(of: folder + "/" + entry.name)
            }
        } catch {
            // What cannot be listed is empty until it can be. The build tells why.
        }
        return look
    }

    private static func status(of path: String) -> FileStatus? {
        do {
            guard let status = try FileSystem.status(of: path, followingLinks: true) else { return nil }
            guard status.kind == .directory else { return status }
            // Its entries have a look of their own, and its dates change with what is not looked for.
            return FileStatus(kind: .directory, size: 0, modified: 0, changed: 0, inode: status.inode)
        } catch {
            // As above.
            return nil
        }
    }
}
