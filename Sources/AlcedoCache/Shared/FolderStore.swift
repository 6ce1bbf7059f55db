package import AlcedoBase

/// A shared store in a folder, such as a mounted share, in the layout of a server: `ac/` and `cas/`.
package final class FolderStore: SharedStore {
    private let folder: String
    /// How long to wait for the system; a share that vanished may never answer.
    private let timeout: Duration
    // Its threads may be held by a dead share, which must not hold those of the build.
    private let queue = BlockingQueue(width: 16)
    private let isClosed = Locked(false)

    /// - Parameter folder: An absolute path. Its last part is created; the folder around it must exist, so that nothing
    ///   is written below an empty mount point.
    package init(folder: String, timeout: Duration = .seconds(10)) {
        self.folder = folder
        self.timeout = timeout
    }

    package var name: String { folder }

    package func get(_ name: SharedName, limit: Int) async throws -> Data? {
        try await run { try self.read(name, limit: limit) }
    }

    /// Reads an object on the calling thread.
    func read(_ name: SharedName, limit: Int) throws -> Data? {
        let path = path(name)
        do {
            return try FileSystem.read(path, limit: limit, followingLinks: false)
        } catch {
            // An object that is not there is no reason to look further, but a share that is not there is.
            if error.isMissing,
                try FileSystem.status(of: FileSystem.folder(of: folder), followingLinks: true) == nil
            {
                throw Self.nothingAround
            }
            if [EINVAL, ELOOP, EISDIR].contains(error.code) { throw SharedStoreError.foreign }
            // In a folder that can be searched, this object alone may not be read.
            if error.code == EACCES, try FileSystem.status(of: path) != nil { return nil }
            throw error
        }
    }

    package func contains(_ name: SharedName) async throws -> Bool {
        let path = path(name)
        let isThere = try await run { () throws -> Bool? in
            try FileSystem.status(of: path).map { $0.kind == .regular }
        }
        return isThere == true
    }

    package func put(_ data: Data, as name: SharedName) async throws {
        let (path, folder) = (path(name), folder)
        let temporary = folder + "/tmp"
        let isWritten = try await run { () throws -> Bool? in
            let around = FileSystem.folder(of: folder)
            guard try FileSystem.status(of: around, followingLinks: true)?.kind == .directory else {
                throw Self.nothingAround
            }
            try FileSystem.createDirectory(at: FileSystem.folder(of: path))
            try FileSystem.createDirectory(at: temporary)
            do throws(FileSystemError) {
                // Anything but a folder is replaced.
                try FileSystem.writeAtomically(
                    data, to: path, temporaryDirectory: temporary, permissions: 0o644)
            } catch {
                if [EISDIR, EEXIST, ENOTEMPTY].contains(error.code) { throw SharedStoreError.foreign }
                // Another user's object in a folder where everybody may only replace their own.
                if error.code == EPERM, try FileSystem.status(of: path) != nil {
                    throw SharedStoreError.foreign
                }
                throw error
            }
            return true
        }
        if isWritten == nil { throw SharedStoreError.unavailable("the folder \(folder) is not there") }
    }

    private static let nothingAround = SharedStoreError.unavailable("the folder around it does not exist")

    package func close() { isClosed.withLock { $0 = true } }

    // As the addresses of a server are, so that one can serve the folder.
    private func path(_ name: SharedName) -> String { "\(folder)/\(name)" }

    /// Returns the result of a file operation; `nil` if the file is missing.
    private func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value?
    ) async throws -> Value? {
        if isClosed.withLock({ $0 }) { throw SharedStoreError.closed }
        let once = Locked<CheckedContinuation<Value?, any Error>?>(nil)
        let finish = { @Sendable (result: Result<Value?, any Error>) in
            let waiter = once.withLock { waiter in
                defer { waiter = nil }
                return waiter
            }
            waiter?.resume(with: result)
        }
        let timeout = timeout
        let timer = Task {
            try await Task.sleep(for: timeout)
            finish(.failure(SharedStoreError.unavailable("the file system does not answer")))
        }
        defer { timer.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            once.withLock { $0 = continuation }
            queue.add {
                do {
                    finish(.success(try body()))
                } catch let error as FileSystemError {
                    if error.isMissing {
                        finish(.success(nil))
                    } else if error.code == EFBIG {
                        finish(.failure(SharedStoreError.tooLong))
                    } else if [EACCES, EPERM, EROFS, ENOSPC, EDQUOT].contains(error.code) {
                        finish(.failure(SharedStoreError.refused(error.reason)))
                    } else {
                        finish(.failure(SharedStoreError.unavailable(error.reason)))
                    }
                } catch {
                    finish(.failure(error))
                }
            }
        }
    }
}
