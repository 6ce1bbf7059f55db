import AlcedoBase
import AlcedoManifest

/// Exclusive lock of an output directory, released by the kernel when the process dies.
///
/// On a file system without locks, an empty file in the system's temporary directory is locked instead, which excludes
/// other builds by this user on this machine. If that cannot be locked either, no build is excluded.
final class OutputLock: Sendable {
    private let lock: FileLock?
    /// Inode number of the directory.
    let inode: UInt64
    private let standIn: String?

    /// Whether the directory itself is locked, which excludes every other build on this machine.
    var isOfDirectory: Bool { lock != nil && standIn == nil }

    private init(_ lock: FileLock?, inode: UInt64, standIn: String? = nil) {
        self.lock = lock
        self.inode = inode
        self.standIn = standIn
    }

    deinit {
        guard lock != nil, let standIn else { return }
        // A build that has opened it meanwhile notices the removal. A leftover file is empty and gets reused.
        _ = try? FileSystem.removeFile(at: standIn)
    }

    /// Acquires the lock, waiting while another build holds it.
    ///
    /// - Parameters:
    ///   - createsIt: Whether to create a missing directory. Otherwise there is nothing to lock: `nil`.
    ///   - held: Lock already held by this build. It is reused if the directory is still the same; site generators
    ///     may delete and recreate it.
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
            throw SiteError.cannotWrite(reason: error.description)
        }
    }

    private enum Attempt {
        case taken(OutputLock)
        case held
        /// The directory has been removed or replaced.
        case gone
    }

    /// Tries once. Meanwhile the directory may be removed by the build that holds the lock, and recreated.
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
            // A file that cannot be locked serves no purpose.
            if error.saysThereAreNoLocks { _ = try? FileSystem.removeFile(at: path) }
            return .taken(OutputLock(nil, inode: inode))
        }
    }
}
