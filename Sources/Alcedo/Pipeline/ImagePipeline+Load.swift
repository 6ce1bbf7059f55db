import AlcedoBase
import AlcedoCache
import AlcedoContainers
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes

extension ImagePipeline {
    /// Returns the content of a source, loading its bytes if their digest is unknown.
    ///
    /// - Throws: ``PipelineError``, or `CancellationError`.
    func content(of source: Source, options: RetrieveOptions) async throws -> SourceContent {
        do {
            switch source {
            case .network(let resource): return try await remoteContent(resource, options: options)
            case .provider(let provider): return try await providedContent(provider)
            }
        } catch {
            throw PipelineError.filing(error)
        }
    }

    /// Runs `make` on an original, and records whether the original turned out to be a complete image.
    ///
    /// - Parameter provesContent: Whether success proves that the original is a complete image.
    func validating<Value: Sendable>(
        _ source: Source, _ content: SourceContent, provesContent: Bool = true,
        _ make: () async throws -> Value
    ) async throws -> Value {
        guard case .network(let resource) = source else { return try await make() }
        do {
            let value = try await make()
            // Only a new download can have replaced an earlier original.
            if provesContent, content.origin == .downloaded {
                try await blocking.run { self.confirm(resource, content.digest) }
            }
            return value
        } catch PipelineError.imaging(.decode(let fault, let reason)) {
            try await blocking.run { self.reject(resource, content.digest) }
            throw PipelineError.imaging(.decode(fault, reason: reason))
        }
    }

    private func providedContent(_ provider: any ImageDataProvider) async throws -> SourceContent {
        if let provider = provider as? FileImageDataProvider { return try await fileContent(provider.path) }
        let data = try await provider.data()
        let digest = try await blocking.run { ContentDigest(hashing: data) }
        return SourceContent(data, digest: digest, origin: .provider)
    }

    /// Reads and hashes a local file, off the cooperative thread pool.
    ///
    /// A large file is refused from its first block if it is not a picture. Otherwise only its digest is kept, and it is
    /// read once there is room for it; see ``roomForSources``.
    func fileContent(_ path: String) async throws -> SourceContent {
        try await blocking.run {
            if let (digest, status, needs) = try self.largeFile(path) {
                return SourceContent(
                    digest: digest, bytes: status.size, needs: needs, origin: .provider, status: status
                ) { try await self.readAgain(path, digest) }
            }
            let (data, status) = try Self.readFile(path)
            return SourceContent(
                data, digest: ContentDigest(hashing: data), origin: .provider, status: status)
        }
    }

    /// Size in bytes from which on a file is looked at before it is read.
    private static var inspectedBytes: Int { 1 << 20 }

    /// Size in bytes from which on a source is in memory only while it is processed.
    static var heldBytes: Int { 32 << 20 }

    /// Looks at a file before it is read.
    ///
    /// - Returns: What is known of a file that is too large to be held; `nil` for any other.
    private func largeFile(
        _ path: String
    ) throws -> (digest: ContentDigest, status: FileStatus, needs: DrawingNeeds)? {
        try Self.filing { () -> (ContentDigest, FileStatus, DrawingNeeds)? in
            guard let size = try FileSystem.status(of: path, followingLinks: true)?.size,
                size > Self.inspectedBytes
            else { return nil }
            let ends = try FileSystem.readEnds(
                of: path, beginning: FirstBlock.count, end: FirstBlock.endCount)
            if ends.status.size > Self.maxBytes { throw FileSystemError("read", path, code: EFBIG) }
            if let refusal = FirstBlock.refusal(beginning: ends.beginning, end: ends.end) { throw refusal }
            guard ends.status.size > Self.heldBytes else { return nil }
            // It is sent to a worker, or copied by a decoder.
            try MemoryBudget.refuse(2 * ends.status.size, available: self.configuration.availableMemory)
            let (digest, status) = try FileSystem.digestStable(path)
            return (digest, status, DrawingNeeds(ofBeginning: Data(ends.beginning)))
        }
    }

    /// Content of a local file whose digest is known from its status; the file is read only if its pixels are needed.
    func fileContent(_ path: String, _ known: Ledger.KnownFile) -> SourceContent {
        SourceContent(
            digest: known.digest, bytes: known.status.size, needs: known.needs, origin: .provider
        ) {
            try await self.readAgain(path, known.digest)
        }
    }

    /// Returns the digest of a file that is not read into memory.
    func fileDigest(_ path: String) async throws -> (digest: ContentDigest, status: FileStatus) {
        try await blocking.run { try Self.filing { try FileSystem.digestStable(path) } }
    }

    private func readAgain(_ path: String, _ digest: ContentDigest) async throws -> Data {
        let data = try await blocking.run { try Self.readFile(path).0 }
        guard try await blocking.run({ ContentDigest(hashing: data) == digest }) else {
            throw PipelineError.provider(
                .changing, reason: "it changed while the build was running; build again")
        }
        return data
    }

    /// Maximum size of a local file in bytes. Larger scans are not meant for a website.
    private static var maxBytes: Int { 2 << 30 }

    private static func readFile(_ path: String) throws -> (Data, FileStatus) {
        try filing { try FileSystem.readStable(path, limit: maxBytes) }
    }

    private static func filing<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as FileSystemError where error.isMissing {
            throw PipelineError.provider(.missing, reason: "there is no such file; check the path")
        } catch let error as FileSystemError where error.code == EFBIG {
            throw PipelineError.provider(
                .tooLarge,
                reason:
                    "it has more than \(maxBytes >> 30) GiB, and pictures are read into memory; make it smaller"
            )
        } catch let error as FileSystemError {
            throw PipelineError.provider(.unreadable, reason: "it cannot be read: \(error.reason)")
        } catch is FileSystem.ChangedWhileReading {
            throw PipelineError.provider(
                .changing, reason: "it keeps changing while it is being read; build again when it is complete"
            )
        }
    }
}

/// A source existed, but could not be read when its pixels were needed.
struct SourceUnreadable: Error {
    var reader: ProductionOrder.Reader
    var reason: any Error
}

/// An original in the cache was removed, or turned out to be damaged, before it could be read.
struct OriginalLost: Error, CustomStringConvertible {
    var description: String { "its original in the cache was damaged and has been removed; build again" }
}
