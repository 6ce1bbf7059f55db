#if os(macOS)
    import CoreServices
    import Dispatch

    /// What the system tells of folders: FSEvents.
    final class FolderEvents: Sendable {
        private typealias Concerns = @Sendable (String, String, Bool) -> Bool

        private struct State {
            /// Folders with a stream, which tells of all that is below them. Paths without links.
            var roots: [String: FSEventStreamRef] = [:]
            /// How builds have named a folder, by its path without links.
            var names: [String: Set<String>] = [:]
            var concerns: Concerns?
            var yield: (@Sendable (FileWatch.Changes) -> Void)?
        }

        private let state = Locked(State())
        private let queue = DispatchQueue(label: "alcedo.watch")
        /// What comes within this time is one group, in seconds.
        private static let latency = 0.05

        init?() {}

        deinit {
            state.withLock { state in
                for stream in state.roots.values {
                    FSEventStreamStop(stream)
                    FSEventStreamInvalidate(stream)
                    FSEventStreamRelease(stream)
                }
            }
        }

        /// - Returns: 0, or the system's error number.
        func add(_ folder: String) -> Int32 {
            guard let resolved = realpath(folder, nil) else { return errno }
            defer { free(resolved) }
            let real = String(cString: resolved)
            return state.withLock { state in
                state.names[real, default: []].insert(folder)
                let isTold = state.roots.keys.contains {
                    real == $0 || real.hasPrefix($0 == "/" ? "/" : $0 + "/")
                }
                if isTold { return 0 }
                guard let stream = stream(of: real) else { return ENOTSUP }
                state.roots[real] = stream
                return 0
            }
        }

        private func stream(of folder: String) -> FSEventStreamRef? {
            var context = FSEventStreamContext(
                version: 0, info: Unmanaged.passUnretained(self).toOpaque(), retain: nil, release: nil,
                copyDescription: nil)
            let flags =
                kFSEventStreamCreateFlagFileEvents | kFSEventStreamCreateFlagNoDefer
                | kFSEventStreamCreateFlagWatchRoot
            let stream = FSEventStreamCreate(
                nil,
                { _, info, count, paths, flags, _ in
                    guard let info else { return }
                    let texts = paths.assumingMemoryBound(to: UnsafePointer<CChar>.self)
                    Unmanaged<FolderEvents>.fromOpaque(info).takeUnretainedValue().note(
                        (0..<count).map { (String(cString: texts[$0]), Int(flags[$0])) })
                }, &context, [folder] as CFArray, FSEventStreamEventId(kFSEventStreamEventIdSinceNow),
                Self.latency, FSEventStreamCreateFlags(flags))
            guard let stream else { return nil }
            FSEventStreamSetDispatchQueue(stream, queue)
            guard FSEventStreamStart(stream) else {
                FSEventStreamInvalidate(stream)
                FSEventStreamRelease(stream)
                return nil
            }
            return stream
        }

        private func note(_ events: [(path: String, flags: Int)]) {
            let (concerns, yield, names) = state.withLock { ($0.concerns, $0.yield, $0.names) }
            guard let concerns, let yield else { return }
            var changes = FileWatch.Changes(paths: [], isEverything: false)
            for (path, flags) in events {
                if flags & kFSEventStreamEventFlagMustScanSubDirs != 0 { changes.isEverything = true }
                if flags & kFSEventStreamEventFlagRootChanged != 0 {
                    changes.paths.formUnion(names[path] ?? [])
                }
                let parent = FileSystem.folder(of: path)
                let name = String(path.dropFirst(parent == "/" ? 1 : parent.count + 1))
                let isFolder = flags & kFSEventStreamEventFlagItemIsDir != 0
                for folder in names[parent] ?? [] where concerns(folder, name, isFolder) {
                    changes.paths.insert(folder == "/" ? "/" + name : folder + "/" + name)
                }
            }
            if !changes.paths.isEmpty || changes.isEverything { yield(changes) }
        }

        /// Streams stay: what no longer matters is left out when it is told.
        func keep(only folders: Set<PathKey>) {
            state.withLock { state in
                for (real, names) in state.names {
                    let kept = names.filter { folders.contains(PathKey($0)) }
                    state.names[real] = kept.isEmpty ? nil : kept
                }
            }
        }

        /// Passes on groups of changes from now on.
        ///
        /// - Parameter concerns: Whether a name in a folder matters, and whether it is a folder's.
        func run(
            concerns: @escaping @Sendable (String, String, Bool) -> Bool,
            _ yield: @escaping @Sendable (FileWatch.Changes) -> Void
        ) {
            state.withLock { state in
                state.concerns = concerns
                state.yield = yield
            }
        }
    }
#endif
