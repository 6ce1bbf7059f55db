public import AlcedoBase
import Dispatch

/// A picture in a file.
public struct FileImageDataProvider: ImageDataProvider {
    /// The file, absolute or relative to the current directory.
    public var path: String
    /// The maximum number of bytes, or `nil` for no limit.
    public var byteLimit: Int?

    /// Creates a provider. The file is not opened until its bytes are requested.
    public init(path: String, byteLimit: Int? = nil) {
        self.path = path
        self.byteLimit = byteLimit
    }

    /// The path as given.
    public var cacheKey: String { path }
    /// The file URL.
    public var contentURL: URL? { URL(fileURLWithPath: path) }

    /// Reads the whole file.
    /// - Throws: ``LoadingError/file(path:_:)``, or `CancellationError`.
    public func data() async throws -> Data { try await read().data }

    /// Reads the whole file together with the status that belongs to exactly those bytes.
    /// - Throws: ``LoadingError/file(path:_:)``, or `CancellationError`.
    package func read() async throws -> (data: Data, status: FileStatus) {
        try Task.checkCancellation()
        let (path, byteLimit) = (path, byteLimit)
        // Reading blocks, and Swift's thread pool has only one thread per core.
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
            throw LoadingError.file(path: path, LoadingError.FileReason(error, byteLimit: byteLimit))
        } catch is FileSystem.ChangedWhileReading {
            throw LoadingError.file(path: path, .changedWhileReading)
        }
    }
}
