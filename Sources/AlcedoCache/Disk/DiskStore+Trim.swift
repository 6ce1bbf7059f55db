package import AlcedoBase

extension DiskStore {
    /// The result of trimming a cache.
    public struct Trimming: Hashable, Sendable {
        /// Removed originals, variants and records.
        public var removedEntries = 0
        /// Their size in bytes.
        public var removedBytes = 0
        /// Removed unfinished files of dead processes.
        public var leftovers = 0
        /// The removed folders of older format versions: `v1`.
        public var oldVersions: [String] = []
        /// Remaining originals, variants and records.
        public var keptEntries = 0
        /// Their size in bytes.
        public var keptBytes = 0
        /// Whether the remaining size exceeds the limit, because recent or running builds use the entries.
        public var isAboveLimit = false
        /// Whether trimming ended early, because other processes kept the cache locked for too long.
        public var gaveUp = false
        /// Whether entries are kept although no build uses them, because no build has ended.
        public var isUnfinished = false

        /// Creates an empty result.
        public init() {}
    }
}

extension DiskStore {
    /// Removes the least recently used entries until the cache is within its limits, and everything that is of no use:
    /// unfinished files of dead processes, expired records, records without their bytes, folders of older versions.
    ///
    /// Above the size limit, entries are removed until 90 % of it remain (as in ccache), so that the next build does
    /// not reach it at once. Records are removed before the bytes they refer to, so an interrupted trimming leaves no
    /// dangling record. Entries named by `roots` are kept, and so are entries that running builds may have found; see
    /// ``beginUse()``. Other processes can use the cache meanwhile: the exclusive lock is taken for a few hundred
    /// entries at a time.
    /// - Parameters:
    ///   - limits: The limits to enforce.
    ///   - unused: Whether to remove all unprotected entries, regardless of the limits.
    ///   - patience: The maximum time to wait for each lock, in seconds.
    ///   - roots: Returns the digests of the bytes used by the last builds, including their sources, from the states.
    ///     Called again whenever a state changes.
    /// - Throws: `FileSystemError` for the first failure; earlier removals stay.
    package func trim(
        _ limits: CacheLimits, unused: Bool = false, patience: Double = 60,
        keeping roots: (DiskStore) -> Set<ContentDigest>
    ) throws(FileSystemError) -> DiskStore.Trimming {
        var trimming = DiskStore.Trimming()
        let isFree = try withExclusiveLock(patience: patience) { () throws(FileSystemError) in
            trimming.leftovers = try removeLeftovers()
            for old in try otherVersions().older {
                try removeVersion(old)
                trimming.oldVersions.append(old)
            }
        }
        guard isFree else {
            trimming.gaveUp = true
            return trimming
        }
        var round = TrimRound(units: try units(), limits: limits, unused: unused, now: clock())
        trimming.keptEntries = round.units.reduce(0) { $0 + $1.entries }
        trimming.keptBytes = round.bytes
        var kept: (state: [StateStamp], roots: Set<ContentDigest>) = (try stateStamps(), roots(self))
        while let next = round.nextToLeave() {
            var batch = [next]
            while batch.count < 256, let more = round.nextToLeave() { batch.append(more) }
            let isFree = try withExclusiveLock(patience: patience) { () throws(FileSystemError) in
                let stamps = try stateStamps()
                if stamps != kept.state { kept = (stamps, roots(self)) }
                let since = try protectedSince()
                for unit in batch {
                    guard !unit.isKept(by: kept.roots), try isAsItWas(unit),
                        since.map({ unit.lastUse < $0 }) ?? true
                    else {
                        round.keep(unit)
                        continue
                    }
                    try remove(unit)
                    trimming.removedEntries += unit.entries
                    trimming.removedBytes = trimming.removedBytes.addingClamped(unit.bytes)
                    trimming.keptEntries -= unit.entries
                    trimming.keptBytes = trimming.keptBytes.addingClamped(-unit.bytes)
                }
            }
            guard isFree else {
                trimming.gaveUp = true
                break
            }
        }
        if trimming.removedEntries > 0 { try removeEmptyShards(patience: patience) }
        trimming.isAboveLimit = limits.maxSize.map { trimming.keptBytes > $0 } ?? false
        return trimming
    }

    private struct StateStamp: Equatable {
        var name: String
        var status: FileStatus?
    }

    private func stateStamps() throws(FileSystemError) -> [StateStamp] {
        var stamps: [StateStamp] = []
        for entry in try entries(of: .state) {
            stamps.append(StateStamp(name: entry.name, status: try FileSystem.status(of: entry.path)))
        }
        return stamps
    }

    /// Returns the names of all stored state.
    /// - Throws: `FileSystemError`.
    package func stateNames() throws(FileSystemError) -> [String] {
        try entries(of: .state).map(\.name)
    }

    /// Returns the format versions found in the directory, the current one first.
    /// - Throws: `FileSystemError`.
    package func formats() throws(FileSystemError) -> [String] {
        let others = try otherVersions()
        let own = try FileSystem.status(of: version)?.kind == .directory ? [Self.versionName] : []
        return own + others.older + others.newer
    }

    /// Returns the last use of any entry, to the hour, and the part of the cache that `roots` keeps.
    ///
    /// - Parameter roots: As for ``trim(_:unused:patience:keeping:)``.
    /// - Throws: `FileSystemError`.
    package func lastUse(
        keeping roots: (DiskStore) -> Set<ContentDigest>
    ) throws(FileSystemError) -> (date: Date?, kept: CacheUsage) {
        let kept = roots(self)
        var usage = CacheUsage(kind: "in use", entries: 0, bytes: 0)
        var last: Int?
        for unit in try units() {
            last = max(last ?? 0, unit.lastUse)
            guard unit.isKept(by: kept) else { continue }
            usage.entries += unit.entries
            usage.bytes = usage.bytes.addingClamped(unit.bytes)
        }
        return (last.map { Date(timeIntervalSince1970: Double($0) / 1e9) }, usage)
    }

    // MARK: Units

    /// Returns every original and variant with the records that refer to it, and every other record by itself.
    private func units() throws(FileSystemError) -> [TrimUnit] {
        var blobs: [ContentDigest: TrimUnit] = [:]
        for entry in try entries(of: .blobs) where entry.isRegular {
            guard let digest = ContentDigest(hex: entry.name),
                let status = try FileSystem.status(of: entry.path)
            else { continue }
            blobs[digest] = TrimUnit(
                blob: TrimUnit.File(path: entry.path, status: status), digests: [digest])
        }
        var units: [TrimUnit] = []
        for entry in try entries(of: .records) where entry.isRegular {
            guard let status = try FileSystem.status(of: entry.path) else { continue }
            let record = TrimUnit.File(path: entry.path, status: status)
            let file = readRecord(entry)
            if let blob = file?.links.blob, blobs[blob] != nil {
                blobs[blob]?.records.append(record)
                continue
            }
            var unit = TrimUnit(records: [record])
            unit.digests = [file?.links.blob, file?.links.subject].compactMap(\.self)
            unit.missing = file?.links.blob.flatMap { blobs[$0] == nil ? $0 : nil }
            unit.isUseless = unit.missing != nil
            units.append(unit)
        }
        return units + blobs.values
    }

    // A damaged record is left to verification or to the age limit.
    private func readRecord(_ entry: Found) -> RecordFile? {
        guard let name = ContentDigest(hex: entry.name) else { return nil }
        do {
            return RecordFile(
                try FileSystem.read(entry.path, limit: Self.limit, followingLinks: false), name: name)
        } catch {
            return nil
        }
    }

    /// Returns whether a unit has not been used or changed since its status was read.
    private func isAsItWas(_ unit: TrimUnit) throws(FileSystemError) -> Bool {
        for file in unit.files where try FileSystem.status(of: file.path) != file.status { return false }
        // The missing bytes may have been stored since.
        return try unit.missing.map { blob throws(FileSystemError) in
            try FileSystem.status(of: path(.blobs, blob)) == nil
        } ?? true
    }

    private func remove(_ unit: TrimUnit) throws(FileSystemError) {
        // The bytes last.
        for file in unit.files { try FileSystem.removeFile(at: file.path) }
    }

    // MARK: Leftovers

    /// Removes the unfinished files of dead processes. The caller holds the exclusive lock, so no store is writing; but
    /// builds put other short-lived files there, and processes of other machines are not visible here.
    private func removeLeftovers() throws(FileSystemError) -> Int {
        // Announcements first: they have a check of their own.
        _ = try protectedSince()
        var count = 0
        let now = Int(clock().timeIntervalSince1970 * 1e9)
        for entry in try entries(of: .tmp) where !entry.name.hasSuffix(Self.useSuffix) {
            guard let status = try FileSystem.status(of: entry.path) else { continue }
            if FileSystem.isTemporaryOfDeadProcess(entry.name) || status.modified < now - 24 * Self.hour {
                if try FileSystem.removeFile(at: entry.path) { count += 1 }
            }
        }
        return count
    }

    private func removeEmptyShards(patience: Double) throws(FileSystemError) {
        _ = try withExclusiveLock(patience: patience) { () throws(FileSystemError) in
            for kind in [Kind.blobs, .records] {
                let root = version + "/" + kind.rawValue
                for entry in try list(root) where entry.kind == .directory {
                    try FileSystem.removeEmptyDirectory(at: root + "/" + entry.name)
                }
            }
        }
    }
}
