import AlcedoBase

/// The key with which entries of a shared cache are signed: HMAC-SHA256 (RFC 2104).
package struct SharedKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let inner: [UInt8]
    private let outer: [UInt8]

    /// The minimum length in bytes.
    package static let minBytes = 16

    /// - Returns: `nil` for a key that is shorter than ``minBytes``.
    package init?(_ text: String) {
        guard text.utf8.count >= Self.minBytes else { return nil }
        self.init(bytes: Array(text.utf8))
    }

    init(bytes: [UInt8]) {
        var block = bytes.count > 64 ? ContentDigest(hashing: Data(bytes)).bytes : bytes
        block += [UInt8](repeating: 0, count: 64 - block.count)
        inner = block.map { $0 ^ 0x36 }
        outer = block.map { $0 ^ 0x5C }
    }

    /// Returns the signature of a message.
    func signature(of message: [UInt8]) -> [UInt8] {
        let digest = ContentDigest(hashing: Data(inner + message))
        return ContentDigest(hashing: Data(outer + digest.bytes)).bytes
    }

    /// Returns whether a signature is that of a message, in a time that does not depend on where they differ.
    func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        let own = self.signature(of: message)
        guard signature.count == own.count else { return false }
        return zip(signature, own).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    package var description: String { "(secret)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
