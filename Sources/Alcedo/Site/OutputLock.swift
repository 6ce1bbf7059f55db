import AlcedoBase
import Foundation

/// Keeps other builds away from an output directory. The kernel drops it when the process dies.
enum OutputLock {
    /// Takes the lock, waiting for whoever holds it.
    ///
    /// - Parameters:
    ///   - createsIt: Whether a directory that is not there is made. Otherwise there is nothing to lock.
    ///   - held: The lock that this build took before. It is kept as long as it is on the directory that is there
    ///     now: site generators delete and make anew.
    static func take(
        _ directory: String, createsIt: Bool, holding held: FileLock? = nil,
        tell: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> FileLock? {
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
                switch try attempt(directory) {
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
        case taken(FileLock)
        case held
        /// The directory is not there any more, or another one is.
        case gone
    }

    /// Tries once. Whoever holds the lock may remove the directory, and somebody may make it anew.
    private static func attempt(_ directory: String) throws(FileSystemError) -> Attempt {
        do {
            guard let lock = try FileLock(directory, .exclusive, waits: false) else { return .held }
            let status = try FileSystem.status(of: directory, followingLinks: true)
            return status?.inode == lock.inode ? .taken(lock) : .gone
        } catch {
            if error.isMissing { return .gone }
            throw error
        }
    }
}
