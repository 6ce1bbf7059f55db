import AlcedoBase
import Foundation

/// The bytes of a source, or where to get them when they turn out to be needed.
struct SourceContent: Sendable {
    let digest: ContentDigest
    /// How many bytes it has.
    let bytes: Int
    /// How they came here.
    let origin: ImageOrigin
    /// The status of the file that exactly these bytes were read from, if they were read from a file just now.
    let status: FileStatus?
    /// Why the bytes are not the newest, if they are an old copy in place of what could not be had.
    let staleReason: String?
    /// What the server said with them, for bytes that came from one.
    let remote: RemoteRecord?
    private let data: Data?
    private let reload: @Sendable () async throws -> Data

    /// Bytes that had to be read to know the digest.
    init(_ data: Data, digest: ContentDigest, origin: ImageOrigin, status: FileStatus? = nil) {
        self.digest = digest
        self.bytes = data.count
        self.origin = origin
        self.status = status
        staleReason = nil
        remote = nil
        self.data = data
        reload = { data }
    }

    /// Bytes that were downloaded just now, and of which the disk keeps no copy.
    init(_ data: Data, of remote: RemoteRecord) {
        digest = remote.digest
        bytes = remote.bytes
        origin = .downloaded
        status = nil
        staleReason = nil
        self.remote = remote
        self.data = data
        reload = { data }
    }

    /// Bytes of which the digest is known. `reload` throws when they are not those of `digest` any more.
    init(
        digest: ContentDigest, bytes: Int, origin: ImageOrigin, staleReason: String? = nil,
        remote: RemoteRecord? = nil, reload: @escaping @Sendable () async throws -> Data
    ) {
        self.digest = digest
        self.bytes = bytes
        self.origin = origin
        self.staleReason = staleReason
        self.remote = remote
        status = nil
        data = nil
        self.reload = reload
    }

    /// The bytes, from memory or read again.
    func load() async throws -> Data {
        if let data { return data }
        return try await reload()
    }
}
