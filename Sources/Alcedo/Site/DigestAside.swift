import AlcedoBase
import Dispatch

/// The digest of many bytes, computed on a thread of its own while something else is done with them.
final class DigestAside: Sendable {
    private let group = DispatchGroup()
    private let computed = Locked<ContentDigest?>(nil)
    private let bytes: [UInt8]

    init(hashing bytes: [UInt8]) {
        self.bytes = bytes
        DispatchQueue.global().async(group: group) { [computed] in
            let digest = ContentDigest(hashing: bytes)
            computed.withLock { $0 = digest }
        }
    }

    /// The digest; whoever asks for it waits for it.
    var digest: ContentDigest {
        group.wait()
        return computed.withLock { $0 } ?? ContentDigest(hashing: bytes)
    }
}
