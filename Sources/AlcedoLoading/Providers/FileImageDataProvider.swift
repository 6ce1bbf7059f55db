public import AlcedoBase
public import Foundation

/// A picture in a file.
public struct FileImageDataProvider: ImageDataProvider {
    /// The file, absolute or relative to the current directory.
    public var path: String
    /// The most bytes that are acceptable, or `nil` for any number.
    public var byteLimit: Int?

    /// Names a file; nothing is opened before the bytes are asked for.
    public init(path: String, byteLimit: Int? = nil) {
        self.path = path
        self.byteLimit = byteLimit
    }

    /// The path as it was given.
    public var cacheKey: String { path }
    /// The file's address.
    public var contentURL: URL? { URL(fileURLWithPath: path) }

    /// Reads the whole file.
    /// - Throws: ``LoadingError/file(path:_:)``, or `CancellationError`.
    public func data() async throws -> Data { try await read().data }

    /// Reads the whole file together with the status that belongs to exactly those bytes.
    /// - Throws: ``LoadingError/file(path:_:)``, or `CancellationError`.
    public func read() async throws -> (data: Data, status: FileStatus) {
        try Task.checkCancellation()
        let (path, byteLimit) = (path, byteLimit)
        // Reading blocks, and the threads that run Swift's tasks are as few as the processors.
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try Self.read(path, byteLimit) })
            }
        }
    }

    private static func read(_ path: String, _ byteLimit: Int?) throws -> (data: Data, status: FileStatus) {
        do {
            return try FileSystem.readStable(path, limit: byteLimit)
        } catch let error as FileSystemError {
            throw LoadingError.file(path: path, .system(error, byteLimit: byteLimit))
        } catch is FileSystem.ChangedWhileReading {
            throw LoadingError.file(path: path, .changedWhileReading)
        }
    }
}
