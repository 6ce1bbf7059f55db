import AlcedoBase
import Dispatch

/// The digest of many bytes, computed on a thread of its own while something else is done with them.
final class DigestAside: Sendable {
    private let group = DispatchGroup()
    private let computed = Locked<ContentDigest?>(nil)
    private let pieces: [ArraySlice<UInt8>]

    /// - Parameter pieces: They follow one another.
    init(hashing pieces: [ArraySlice<UInt8>]) {
        self.pieces = pieces
        DispatchQueue.global().async(group: group) { [computed] in
            let digest = Self.digest(of: pieces)
            computed.withLock { $0 = digest }
        }
    }

    /// The digest; whoever asks for it waits for it.
    var digest: ContentDigest {
        group.wait()
        return computed.withLock { $0 } ?? Self.digest(of: pieces)
    }

    private static func digest(of pieces: [ArraySlice<UInt8>]) -> ContentDigest {
        var hasher = ContentHasher()
        for piece in pieces { piece.withUnsafeBytes { hasher.update($0) } }
        return hasher.finalize()
    }
}
