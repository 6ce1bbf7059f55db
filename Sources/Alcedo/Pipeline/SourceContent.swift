import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// Content of a source: its digest, and its bytes, either in memory or reloaded on demand.
struct SourceContent: Sendable {
    let digest: ContentDigest
    /// The part of it that is the picture; `nil` for all of it.
    var part: SourceEntry.Part?
    /// The program that makes the bytes of the part, with its version.
    var maker: String?
    let bytes: Int
    /// What its pixels depend on besides.
    let needs: DrawingNeeds
    let origin: ImageOrigin
    /// Status of the file at the time these bytes were read, if they were just read from a file.
    let status: FileStatus?
    /// Why revalidation failed, if the bytes are a stale copy.
    let staleReason: String?
    /// Cache record with the server's validators, for remote bytes.
    let remote: RemoteRecord?
    private let data: Data?
    private let reload: @Sendable () async throws -> Data

    /// Creates content whose bytes had to be read to determine the digest.
    init(_ data: Data, digest: ContentDigest, origin: ImageOrigin, status: FileStatus? = nil) {
        self.digest = digest
        self.bytes = data.count
        needs = DrawingNeeds(of: data)
        self.origin = origin
        self.status = status
        staleReason = nil
        remote = nil
        self.data = data
        reload = { data }
    }

    /// Creates content that was just downloaded and is not in the disk cache.
    init(_ data: Data, of remote: RemoteRecord) {
        digest = remote.digest
        bytes = remote.bytes
        needs = DrawingNeeds(of: data)
        origin = .downloaded
        status = nil
        staleReason = nil
        self.remote = remote
        self.data = data
        reload = { data }
    }

    /// Creates content with a known digest, whose bytes are not in memory. `reload` throws if the bytes no longer match `digest`.
    init(
        digest: ContentDigest, bytes: Int, needs: DrawingNeeds, origin: ImageOrigin,
        staleReason: String? = nil,
        remote: RemoteRecord? = nil, status: FileStatus? = nil,
        reload: @escaping @Sendable () async throws -> Data
    ) {
        self.digest = digest
        self.bytes = bytes
        self.needs = needs
        self.origin = origin
        self.staleReason = staleReason
        self.remote = remote
        self.status = status
        data = nil
        self.reload = reload
    }

    /// Digest of the picture in keys of the cache: of its bytes, its part, and what it is drawn with.
    var key: ContentDigest {
        let tools = DrawingTools.digest(for: needs)
        if part == nil, tools == nil { return digest }
        var writer = FieldWriter()
        writer.write(part == nil ? "alcedo drawing" : "alcedo part")
        writer.write(digest)
        if let part { writer.write(part.words) }
        if let maker { writer.write(maker) }
        if let tools { writer.write(tools) }
        return writer.digest
    }

    /// Returns the bytes from memory, or reloads them.
    func load() async throws -> Data {
        if let data { return data }
        return try await reload()
    }
}
