#if !os(macOS)
    import CAlcedoSystem

    /// What the system tells of folders: inotify(7) on Linux, nothing on others.
    final class FolderEvents: Sendable {
        private let descriptor: Int32
        private let known = Locked(Known())

        private struct Known {
            /// Paths of each watch. A link and the folder that it leads to have one between them.
            var paths: [Int32: [String]] = [:]
            var watches: [PathKey: Int32] = [:]

            /// - Returns: The watch that the folder had, if nothing needs it any more: the folder was moved.
            mutating func set(_ watch: Int32, _ folder: PathKey) -> Int32? {
                if watches[folder] == watch { return nil }
                let former = remove(folder)
                watches[folder] = watch
                paths[watch, default: []].append(folder.path)
                return former
            }

            /// - Returns: The watch, if nothing needs it any more.
            mutating func remove(_ folder: PathKey) -> Int32? {
                guard let watch = watches.removeValue(forKey: folder) else { return nil }
                paths[watch]?.removeAll { PathKey($0) == folder }
                guard paths[watch]?.isEmpty == true else { return nil }
                paths[watch] = nil
                return watch
            }
        }

        /// Returns `nil` if the system tells nothing.
        init?() {
            descriptor = alcedo_watch_open()
            if descriptor < 0 { return nil }
        }

        deinit { close(descriptor) }

        /// - Returns: 0, or the system's error number.
        func add(_ folder: String) -> Int32 {
            // Within the lock: an event of this watch must find its path.
            known.withLock { known in
                let watch = alcedo_watch_add(descriptor, folder)
                if watch < 0 { return errno }
                if let former = known.set(watch, PathKey(folder)) { alcedo_watch_remove(descriptor, former) }
                return 0
            }
        }

        func keep(only folders: Set<PathKey>) {
            known.withLock { known in
                for folder in known.watches.keys where !folders.contains(folder) {
                    if let watch = known.remove(folder) { alcedo_watch_remove(descriptor, watch) }
                }
            }
        }

        /// Passes on groups of changes, for ever.
        ///
        /// - Parameter concerns: Whether a name in a folder matters, and whether it is a folder's.
        func run(
            concerns: @escaping @Sendable (String, String, Bool) -> Bool,
            _ yield: @escaping @Sendable (FileWatch.Changes) -> Void
        ) {
            let reading = Reading(
                concerns: concerns, paths: { [known] watch in known.withLock { $0.paths[watch] ?? [] } })
            while true {
                _ = alcedo_wait_readable(descriptor, Self.wait(until: reading.group.nextLook(at: .now)))
                reading.now = .now
                _ = alcedo_watch_read(
                    descriptor,
                    { context, watch, what, name in
                        guard let context else { return }
                        Unmanaged<Reading>.fromOpaque(context).takeUnretainedValue().note(
                            watch, Int(what), name)
                    }, Unmanaged.passUnretained(reading).toOpaque())
                if let changes = reading.group.take(at: .now) { yield(changes) }
            }
        }

        /// Milliseconds; -1 is for ever.
        private static func wait(until moment: ContinuousClock.Instant?) -> Int32 {
            guard let moment else { return -1 }
            let milliseconds = (ContinuousClock.now.duration(to: moment) / .milliseconds(1)).rounded(.up)
            return Int32(min(max(milliseconds, 0), 10_000))
        }

        /// Belongs to the thread that waits.
        private final class Reading {
            var group = ChangeGroup()
            var now = ContinuousClock.now
            private let concerns: (String, String, Bool) -> Bool
            private let paths: (Int32) -> [String]

            init(concerns: @escaping (String, String, Bool) -> Bool, paths: @escaping (Int32) -> [String]) {
                (self.concerns, self.paths) = (concerns, paths)
            }

            func note(_ watch: Int32, _ what: Int, _ name: UnsafePointer<CChar>?) {
                if what & ALCEDO_WATCH_OVERFLOW != 0 { return group.noteLoss(at: now) }
                for folder in paths(watch) {
                    guard let name else {
                        // Of the folder itself only its end matters: its parent tells the rest.
                        if what & ALCEDO_WATCH_GONE != 0 {
                            group.note(folder, isBeingWritten: false, at: now)
                        }
                        continue
                    }
                    let entry = String(cString: name)
                    guard concerns(folder, entry, what & ALCEDO_WATCH_FOLDER != 0) else { continue }
                    group.note(
                        folder == "/" ? "/" + entry : folder + "/" + entry,
                        isBeingWritten: what & ALCEDO_WATCH_WRITING != 0, at: now)
                }
            }
        }
    }
#endif
