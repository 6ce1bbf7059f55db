import AlcedoBase
import AlcedoLoading

/// The lock file during a run: its pins, and the sources that the run has loaded for the first time.
package final class LockBook: Sendable {
    /// The path of the file, which may not exist yet.
    let path: String
    /// The name in messages.
    package let shown: String
    /// Whether the file must not change.
    let isFrozen: Bool
    /// Whether the build is for a target's bundle, which never changes the file.
    let isBundled: Bool

    private let manifest: String
    private let bounds: PathBounds
    private let file: LockFile
    private let shared = Locked(SharedNames())
    // Keyed by the order of the sources in the manifest. The first in the manifest decides, not the first loaded.
    private let seen = Locked<[LockName: [Int: LockFile.Pin]]>([:])

    /// Reads the lock file beside a manifest.
    ///
    /// - Throws: ``ManifestMistakes``.
    package init(_ manifest: Manifest, isFrozen: Bool, isBundled: Bool = false) throws(ManifestMistakes) {
        let name = manifest.path.split(separator: "/").last.map(String.init) ?? manifest.path
        path = manifest.directory + "/" + LockFile.name(forManifest: name)
        shown = LockFile.name(forManifest: manifest.path)
        self.manifest = manifest.directory + "/" + name
        bounds = manifest.bounds
        self.isFrozen = isFrozen
        self.isBundled = isBundled
        FileWatch.current?.willRead(path)
        // A link is read and written where it leads.
        guard bounds.hold(PathRules.real(path)) else {
            let start = Diagnostic.Location(file: shown, line: 1, column: 1)
            throw ManifestMistakes(diagnostics: [
                Diagnostic(.error, "the lock file is a link that \(PathBounds.fault())", at: start)
            ])
        }
        file = try LockFile(path: path, shown: shown)
    }

    /// Sets the sources of the manifest.
    package func take(_ sources: [ResolvedSource]) {
        let names = SharedNames(sources)
        shared.withLock { $0 = names }
    }

    /// Returns whether other sources have the same name but a different request. Each of them has to be checked against
    /// the pin under that name.
    package func isShared(_ source: RemoteSource) -> Bool {
        shared.withLock { $0.contains(source) }
    }

    /// Returns the pin of a source, or `nil` if there is none or the manifest does not pin the source.
    ///
    /// - Parameter order: The position of the source in the manifest.
    package func pin(for source: RemoteSource, at order: Int) -> LockFile.Pin? {
        guard source.pin else { return nil }
        let name = source.pinName
        let mayBeOthers = !isShared(source)
        // A pin from this run counts from then on, because two sources with one address are the same picture.
        let seen = seen.withLock { seen in
            seen[name].flatMap { $0[order] ?? (mayBeOthers ? $0.ofFirstSource?.pin : nil) }
        }
        return seen ?? file.pins[name]
    }

    /// Pins a source to its loaded content, unless it is already pinned.
    package func note(_ source: RemoteSource, at order: Int, _ pin: LockFile.Pin) {
        guard source.pin, file.pins[source.pinName] == nil else { return }
        seen.withLock { seen in
            if seen[source.pinName]?[order] == nil { seen[source.pinName, default: [:]][order] = pin }
        }
    }

    /// Withdraws this run's pin of a source, because the content is not a complete picture.
    package func forget(_ source: RemoteSource, at order: Int) {
        seen.withLock { seen in
            seen[source.pinName]?[order] = nil
            if seen[source.pinName]?.isEmpty == true { seen[source.pinName] = nil }
        }
    }

    /// Pins a source to its current content.
    package func update(_ source: RemoteSource, at order: Int, _ pin: LockFile.Pin) {
        guard source.pin else { return }
        seen.withLock { $0[source.pinName, default: [:]][order] = pin }
    }

    /// Returns the old and the new pin of a source, if this run has changed it.
    package func change(of source: RemoteSource, at order: Int) -> (from: LockFile.Pin, to: LockFile.Pin)? {
        guard let from = file.pins[source.pinName],
            let to = seen.withLock({ $0[source.pinName]?[order] }), from != to
        else { return nil }
        return (from, to)
    }

    /// The sources that returned other bytes than the first source of the same name in the manifest.
    package var conflicts: [LockConflict] {
        seen.withLock { seen in
            seen.values.flatMap { pins -> [LockConflict] in
                guard pins.count > 1, let first = pins.ofFirstSource else { return [] }
                return pins.filter { $0.value != first.pin }.map {
                    LockConflict(order: $0.key, pin: $0.value, firstOrder: first.order, firstPin: first.pin)
                }
            }
        }.sorted { $0.order < $1.order }
    }

    /// Finds sources without a pin if the file must not change.
    ///
    /// - Throws: ``ManifestMistakes`` with a line for each source.
    package func requirePins(of sources: [ResolvedSource]) throws(ManifestMistakes) {
        guard isFrozen else { return }
        let missing = sources.compactMap { source -> Diagnostic? in
            guard let remote = source.remote, remote.pin, file.pins[remote.pinName] == nil else {
                return nil
            }
            let advice =
                isBundled
                ? "run 'swift package fetch-images', and commit \(shown)"
                : "and must not change here (--frozen, the default where CI is set); "
                    + "run 'alcedo fetch --no-frozen' where it may change, and commit \(shown)"
            return Diagnostic(
                .error, "\(source.id): \(shown) has no pin for it\(isBundled ? "; " : ", ")\(advice)",
                at: source.place)
        }
        if !missing.isEmpty { throw ManifestMistakes(diagnostics: missing) }
    }

    /// Writes this run's pins to the file, if that changes it.
    ///
    /// Pins that another run has added in the meantime are kept. Nothing is written if the file is frozen.
    ///
    /// - Parameter names: The names in the manifest. All other pins are removed. `nil` if not all names are known.
    /// - Returns: The change, or `nil` if nothing was written.
    /// - Throws: ``SiteError/lockCannotWrite(path:reason:)``, or ``ManifestMistakes`` if the file was damaged in the meantime.
    @discardableResult
    package func save(keeping names: Set<LockName>?) throws -> LockChange? {
        if isFrozen { return nil }
        let seen = self.seen.withLock { $0.compactMapValues { $0.ofFirstSource?.pin } }
        var unused = names.map { names in file.pins.keys.filter { !names.contains($0) } } ?? []
        do {
            if !unused.isEmpty, try hasTwin() { unused = [] }
            if unused.isEmpty, seen.allSatisfy({ file.pins[$0.key] == $0.value }) { return nil }
            do {
                return try write(seen, dropping: unused)
            } catch let error as FileSystemError where error.isMissing {
                // An editor replaced the manifest, so that two runs held the lock at once, and the other run removed
                // this run's temporary file as a leftover.
                return try write(seen, dropping: unused)
            }
        } catch let error as FileSystemError {
            throw SiteError.lockCannotWrite(path: shown, reason: error.reason)
        }
    }

    /// Returns whether another manifest has the same lock file, such as `images.yaml` beside `images.yml`. Pins that
    /// this manifest does not name may belong to the other.
    private func hasTwin() throws(FileSystemError) -> Bool {
        let stem = path.dropLast(".lock".count)
        for ending in [".yml", ".yaml", ".json"] where stem + ending != manifest {
            if try FileSystem.status(of: stem + ending, followingLinks: true) != nil { return true }
        }
        return false
    }

    /// Returns `nil` if the file system does not support locks. The later of two runs may then drop a pin that the
    /// other has just written; the next build of the other restores it.
    private func takeTurn() throws(FileSystemError) -> FileLock? {
        do {
            return try FileLock(manifest, .exclusive, waits: true)
        } catch {
            if error.saysThereAreNoLocks { return nil }
            throw error
        }
    }

    private func write(_ seen: [LockName: LockFile.Pin], dropping unused: [LockName]) throws -> LockChange? {
        // Only one run at a time reads and writes the file.
        let turn = try takeTurn()
        defer { withExtendedLifetime(turn) {} }
        let current = try LockFile(path: path, shown: shown)
        var next = current
        for name in unused { next.pins[name] = nil }
        for (name, pin) in seen where next.pins[name] == nil || next.pins[name] == file.pins[name] {
            next.pins[name] = pin
        }
        if next == current { return nil }
        let place = PathRules.real(path)
        if !bounds.hold(place) {
            throw SiteError.lockCannotWrite(path: shown, reason: "it is a link that \(PathBounds.fault())")
        }
        // Other manifests may have their lock files in the same folder.
        let owner = "lock-" + ContentDigest(hashing: place).hex.prefix(16)
        try FileSystem.removeTemporaryFiles(in: FileSystem.folder(of: place), owner: owner)
        try FileSystem.writeAtomically(next.data, to: place, temporaryOwner: owner, durability: .power)
        return LockChange(shown, from: current, to: next)
    }
}

extension [Int: LockFile.Pin] {
    /// The pin of the first source in the manifest.
    fileprivate var ofFirstSource: (order: Int, pin: LockFile.Pin)? {
        self.min { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// A source with the same name in the lock file as another, but other bytes.
package struct LockConflict: Hashable, Sendable {
    package var order: Int
    package var pin: LockFile.Pin
    /// The first source of the name in the manifest.
    package var firstOrder: Int
    package var firstPin: LockFile.Pin
}

/// A change to a lock file.
public struct LockChange: Hashable, Sendable {
    /// The file, in the form in which the manifest was named.
    public var file: String
    /// The number of sources pinned for the first time.
    public var added: Int
    /// The number of sources pinned to other bytes than before.
    public var changed: Int
    /// The number of pins removed.
    public var removed: Int

    init(_ file: String, from old: LockFile, to new: LockFile) {
        self.file = file
        added = new.pins.keys.count { old.pins[$0] == nil }
        changed = new.pins.count { name, pin in old.pins[name].map { $0 != pin } ?? false }
        removed = old.pins.keys.count { new.pins[$0] == nil }
    }
}
