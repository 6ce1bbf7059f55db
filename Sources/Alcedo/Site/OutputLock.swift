import AlcedoBase
import Foundation

/// Keeps other builds away from an output directory. The kernel drops it when the process dies.
///
/// Where the file system knows no locks, an empty file in the system's folder for temporary files stands in for the
/// directory, which keeps away the builds of this user on this machine. Where that cannot be locked either, nobody is
/// kept away.
final class OutputLock: Sendable {
    private let lock: FileLock?
    /// The number of the directory.
    let inode: UInt64
    private let standIn: String?

    /// Whether the directory itself is locked, so that no other build of this machine is in it meanwhile.
    var isOfDirectory: Bool { lock != nil && standIn == nil }

    private init(_ lock: FileLock?, inode: UInt64, standIn: String? = nil) {
        self.lock = lock
        self.inode = inode
        self.standIn = standIn
    }

    deinit {
        guard lock != nil, let standIn else { return }
        // Whoever has opened it meanwhile sees that it is gone. One that is left is empty and is taken next time.
        _ = try? FileSystem.removeFile(at: standIn)
    }

    /// Takes the lock, waiting for whoever holds it.
    ///
    /// - Parameters:
    ///   - createsIt: Whether a directory that is not there is made. Otherwise there is nothing to lock.
    ///   - held: The lock that this build took before. It is kept as long as it is on the directory that is there
    ///     now: site generators delete and make anew.
    static func take(
        _ directory: String, createsIt: Bool, holding held: OutputLock? = nil,
        tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> OutputLock? {
        try Obstacle.check(folder: directory, of: "the output", setting: "output")
        do {
            var hasTold = false
            while true {
                try Task.checkCancellation()
                if createsIt, try FileSystem.status(of: directory, followingLinks: true) == nil {
                    try FileSystem.createDirectory(at: directory)
                }
                guard let status = try FileSystem.status(of: directory, followingLinks: true) else {
                    return nil
                }
                if let held, held.inode == status.inode { return held }
                switch try attempt(directory, status.inode) {
                case .taken(let lock): return lock
                case .gone: continue
                case .held: break
                }
                if !hasTold { tell(.waiting(output: directory)) }
                hasTold = true
                try await Task.sleep(for: .milliseconds(100))
            }
        } catch let error as FileSystemError {
            throw BuildCannotWrite(reason: error.description)
        }
    }

    private enum Attempt {
        case taken(OutputLock)
        case held
        /// The directory is not there any more, or another one is.
        case gone
    }

    /// Tries once. Whoever holds the lock may remove the directory, and somebody may make it anew.
    private static func attempt(_ directory: String, _ inode: UInt64) throws(FileSystemError) -> Attempt {
        do {
            guard let lock = try FileLock(directory, .exclusive, waits: false) else { return .held }
            let status = try FileSystem.status(of: directory, followingLinks: true)
            return status?.inode == lock.inode ? .taken(OutputLock(lock, inode: lock.inode)) : .gone
        } catch {
            if error.isMissing { return .gone }
            guard error.saysThereAreNoLocks else { throw error }
            return attemptStandIn(directory, inode)
        }
    }

    private static func attemptStandIn(_ directory: String, _ inode: UInt64) -> Attempt {
        let name = "alcedo-" + ContentDigest(hashing: PathRules.real(directory)).hex.prefix(32) + ".lock"
        let path = FileManager.default.temporaryDirectory.path + "/" + name
        do {
            guard let lock = try FileLock(path, .exclusive, creates: true, waits: false) else { return .held }
            guard try FileSystem.status(of: path)?.inode == lock.inode else { return .gone }
            return .taken(OutputLock(lock, inode: inode, standIn: path))
        } catch {
            // Nobody can lock it, so nobody misses it.
            if error.saysThereAreNoLocks { _ = try? FileSystem.removeFile(at: path) }
            return .taken(OutputLock(nil, inode: inode))
        }
    }
}
