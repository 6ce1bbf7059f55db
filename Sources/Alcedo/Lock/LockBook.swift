import AlcedoBase
import Foundation

/// The lock file during a run: what it pins, and what the run has seen for the first time.
final class LockBook: Sendable {
    /// Where the file is, or is going to be.
    let path: String
    /// What messages call it.
    let shown: String
    /// Whether the file is left as it is, whatever is seen.
    let isFrozen: Bool
    /// Whether the build is one for a target's bundle, which never changes it.
    let isBundled: Bool

    private let manifest: String
    private let file: LockFile
    private let shared = Locked(SharedNames())
    // By the order of the sources in the manifest, of which the first decides: not the one that was loaded first.
    private let seen = Locked<[LockName: [Int: LockFile.Pin]]>([:])

    /// Reads the file beside a manifest.
    ///
    /// - Throws: ``ManifestMistakes``.
    init(_ manifest: Manifest, isFrozen: Bool, isBundled: Bool = false) throws(ManifestMistakes) {
        let name = manifest.path.split(separator: "/").last.map(String.init) ?? manifest.path
        path = manifest.directory + "/" + LockFile.name(forManifest: name)
        shown = LockFile.name(forManifest: manifest.path)
        self.manifest = manifest.directory + "/" + name
        self.isFrozen = isFrozen
        self.isBundled = isBundled
        file = try LockFile(path: path, shown: shown)
    }

    /// Learns which sources there are.
    func take(_ sources: [ResolvedSource]) {
        let names = SharedNames(sources)
        shared.withLock { $0 = names }
    }

    /// Whether other sources have the name of this one and ask for something else. What is pinned under it has to be
    /// seen to come from each of them.
    func isShared(_ source: RemoteSource) -> Bool {
        shared.withLock { $0.contains(source) }
    }

    /// What a source has to be; `nil` where nothing is known of it, and where the manifest wants it unpinned.
    ///
    /// - Parameter order: The source's place in the manifest.
    func pin(for source: RemoteSource, at order: Int) -> LockFile.Pin? {
        guard source.pin else { return nil }
        let name = source.pinName
        let mayBeOthers = !isShared(source)
        // What this run has seen counts from then on: two sources with one address are one picture.
        let seen = seen.withLock { seen in
            seen[name].flatMap { $0[order] ?? (mayBeOthers ? $0.ofFirstSource?.pin : nil) }
        }
        return seen ?? file.pins[name]
    }

    /// Pins a source to what it turned out to be, unless it is pinned already.
    func note(_ source: RemoteSource, at order: Int, _ pin: LockFile.Pin) {
        guard source.pin, file.pins[source.pinName] == nil else { return }
        seen.withLock { seen in
            if seen[source.pinName]?[order] == nil { seen[source.pinName, default: [:]][order] = pin }
        }
    }

    /// Does not pin a source to what this run has seen of it after all: it is no whole picture.
    func forget(_ source: RemoteSource, at order: Int) {
        seen.withLock { seen in
            seen[source.pinName]?[order] = nil
            if seen[source.pinName]?.isEmpty == true { seen[source.pinName] = nil }
        }
    }

    /// Pins a source to what it is now.
    func update(_ source: RemoteSource, at order: Int, _ pin: LockFile.Pin) {
        guard source.pin else { return }
        seen.withLock { $0[source.pinName, default: [:]][order] = pin }
    }

    /// What a source is pinned to now, if it was pinned to something else before.
    func change(of source: RemoteSource, at order: Int) -> (from: LockFile.Pin, to: LockFile.Pin)? {
        guard let from = file.pins[source.pinName],
            let to = seen.withLock({ $0[source.pinName]?[order] }), from != to
        else { return nil }
        return (from, to)
    }

    /// What this run has seen under one name although it is not the same: each source that gave other bytes than the
    /// first one in the manifest.
    var conflicts: [LockConflict] {
        seen.withLock { seen in
            seen.values.flatMap { pins -> [LockConflict] in
                guard pins.count > 1, let first = pins.ofFirstSource else { return [] }
                return pins.filter { $0.value != first.pin }.map {
                    LockConflict(order: $0.key, pin: $0.value, firstOrder: first.order, firstPin: first.pin)
                }
            }
        }.sorted { $0.order < $1.order }
    }

    /// Finds the sources without a pin, where the file must not change.
    ///
    /// - Throws: ``ManifestMistakes`` with a line for each.
    func requirePins(of sources: [ResolvedSource]) throws(ManifestMistakes) {
        guard isFrozen else { return }
        let missing = sources.compactMap { source -> Diagnostic? in
            guard case .url(let remote) = source.origin, remote.pin, file.pins[remote.pinName] == nil else {
                return nil
            }
            let advice =
                isBundled
                ? "run 'swift package fetch-images', and commit \(shown)"
                : "and is not to be changed here (--frozen, the default where CI is set); "
                    + "run 'alcedo fetch --no-frozen' where it may, and commit \(shown)"
            return Diagnostic(
                .error, "\(source.id): \(shown) has no pin for it\(isBundled ? "; " : ", ")\(advice)",
                at: source.place)
        }
        if !missing.isEmpty { throw ManifestMistakes(diagnostics: missing) }
    }

    /// Writes what was seen into the file, if that changes it.
    ///
    /// What another run has added meanwhile stays. Nothing is written where the file is frozen.
    ///
    /// - Parameter names: What the manifest names: every other pin goes. `nil` where not all of it is known.
    /// - Returns: What was written; `nil` if nothing was.
    /// - Throws: ``LockCannotWrite``, or ``ManifestMistakes`` if the file was damaged meanwhile.
    @discardableResult
    func save(keeping names: Set<LockName>?) throws -> LockChange? {
        if isFrozen { return nil }
        let seen = self.seen.withLock { $0.compactMapValues { $0.ofFirstSource?.pin } }
        var unused = names.map { names in file.pins.keys.filter { !names.contains($0) } } ?? []
        do {
            if !unused.isEmpty, try hasTwin() { unused = [] }
            if unused.isEmpty, seen.allSatisfy({ file.pins[$0.key] == $0.value }) { return nil }
            do {
                return try write(seen, dropping: unused)
            } catch let error as FileSystemError where error.isMissing {
                // An editor put another manifest in the place of this one, so that two runs had the turn at once, and
                // the other took what this one was writing for a leftover.
                return try write(seen, dropping: unused)
            }
        } catch let error as FileSystemError {
            throw LockCannotWrite(shown: shown, reason: error.reason)
        }
    }

    /// Whether another manifest has the same lock file, such as `images.yaml` beside `images.yml`. What this one does not
    /// name may be that one's.
    private func hasTwin() throws(FileSystemError) -> Bool {
        let stem = path.dropLast(".lock".count)
        for ending in [".yml", ".yaml", ".json"] where stem + ending != manifest {
            if try FileSystem.status(of: stem + ending, followingLinks: true) != nil { return true }
        }
        return false
    }

    /// The file itself, where links lead to it; also if it is not there yet.
    private func place() throws(FileSystemError) -> String {
        var place = path
        // As many links as the system follows; a ring was found when the file was read.
        for _ in 0..<40 {
            guard try FileSystem.status(of: place)?.kind == .symbolicLink else { break }
            let target = try FileSystem.target(ofLink: place)
            place = target.hasPrefix("/") ? target : FileSystem.folder(of: place) + "/" + target
        }
        return PathRules.real(place)
    }

    /// `nil` where the file system knows no locks. Then the later of two runs may drop a pin that the other has just
    /// written, which the next build of that one writes again.
    private func takeTurn() throws(FileSystemError) -> FileLock? {
        do {
            return try FileLock(manifest, .exclusive, waits: true)
        } catch {
            if error.saysThereAreNoLocks { return nil }
            throw error
        }
    }

    private func write(_ seen: [LockName: LockFile.Pin], dropping unused: [LockName]) throws -> LockChange? {
        // Two runs read and write one after the other.
        let turn = try takeTurn()
        defer { withExtendedLifetime(turn) {} }
        let current = try LockFile(path: path, shown: shown)
        var next = current
        for name in unused { next.pins[name] = nil }
        for (name, pin) in seen where next.pins[name] == nil || next.pins[name] == file.pins[name] {
            next.pins[name] = pin
        }
        if next == current { return nil }
        let place = try place()
        // Other manifests may have their lock files in the same folder.
        let owner = "lock-" + ContentDigest(hashing: place).hex.prefix(16)
        try FileSystem.removeTemporaryFiles(in: FileSystem.folder(of: place), owner: owner)
        try FileSystem.writeAtomically(next.data, to: place, temporaryOwner: owner, durability: .power)
        return LockChange(shown, from: current, to: next)
    }
}

extension [Int: LockFile.Pin] {
    /// That of the source which stands first in the manifest.
    fileprivate var ofFirstSource: (order: Int, pin: LockFile.Pin)? {
        self.min { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// A source that has the name of another in the lock file, and gave other bytes.
struct LockConflict: Hashable, Sendable {
    var order: Int
    var pin: LockFile.Pin
    /// The one that stands first in the manifest.
    var firstOrder: Int
    var firstPin: LockFile.Pin
}

/// What was written into a lock file.
public struct LockChange: Hashable, Sendable {
    /// The file, as the manifest was named.
    public var file: String
    /// How many sources it pins for the first time.
    public var added: Int
    /// How many it pins to other bytes than before.
    public var changed: Int
    /// How many it no longer names.
    public var removed: Int

    init(_ file: String, from old: LockFile, to new: LockFile) {
        self.file = file
        added = new.pins.keys.count { old.pins[$0] == nil }
        changed = new.pins.count { name, pin in old.pins[name].map { $0 != pin } ?? false }
        removed = old.pins.keys.count { new.pins[$0] == nil }
    }
}

/// The disk refused to take the lock file.
public struct LockCannotWrite: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it is.
    public var shown: String
    /// What the system said.
    public var reason: String

    /// `images.lock cannot be written (Read-only file system), so the remote sources …`
    public var description: String {
        "\(shown) cannot be written (\(reason)), so remote sources seen for the first time are not pinned; give "
            + "permission, or pin them elsewhere and build with --frozen"
    }
}
