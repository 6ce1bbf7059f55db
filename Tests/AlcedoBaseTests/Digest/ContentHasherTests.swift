import CDigest
import Foundation
import Testing

@testable import AlcedoBase

/// Digests match FIPS 180-4, whatever the implementation.
@Suite struct ContentHasherTests {
    static let implementations: [ContentHasher.Implementation] = [.fastest, .glib]

    @Test(arguments: implementations, ContentDigestTests.vectors)
    func publishedVectorsComeOutOfEach(
        _ implementation: ContentHasher.Implementation, _ vector: (text: String, hex: String)
    ) {
        let bytes = Array(vector.text.utf8)
        bytes.withUnsafeBytes { bytes in
            #expect(ContentHasher.digest(of: bytes, by: implementation).hex == vector.hex)
            var hasher = ContentHasher(implementation)
            hasher.update(bytes)
            #expect(hasher.finalize().hex == vector.hex)
        }
    }

    // NIST's SHA256ShortMsg.rsp and SHA256LongMsg.rsp: messages of bytes that are not text.
    @Test(
        arguments: implementations,
        [
            ("d3", "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
            ("11af", "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
            ("b4190e", "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"),
            ("74ba2521", "b16aa56be3880d18cd41e68384cf1ec8c17680c45a02b1575dc1518923ae8b0e"),
        ])
    func messagesOfBytesComeOutOfEach(
        _ implementation: ContentHasher.Implementation, _ vector: (message: String, hex: String)
    ) {
        let bytes = stride(from: 0, to: vector.message.count, by: 2).map { place in
            UInt8(vector.message.dropFirst(place).prefix(2), radix: 16) ?? 0
        }
        bytes.withUnsafeBytes { bytes in
            #expect(ContentHasher.digest(of: bytes, by: implementation).hex == vector.hex)
        }
    }

    @Test(arguments: implementations, [1, 63, 64, 65, 1000])
    func piecesGiveTheDigestOfTheWhole(_ implementation: ContentHasher.Implementation, size: Int) {
        let data = Data(String(repeating: "a", count: 1_000_000).utf8)
        var hasher = ContentHasher(implementation)
        for start in stride(from: 0, to: data.count, by: size) {
            hasher.update(data[start..<min(start + size, data.count)])
        }
        hasher.update(Data())
        #expect(hasher.finalize().hex == ContentDigestTests.vectors[3].1)
    }

    // A state of a size that is not the library's would show where several stand side by side.
    @Test(arguments: implementations)
    func manyAtOnceDoNotDisturbOneAnother(_ implementation: ContentHasher.Implementation) async {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
        let digests = await withTaskGroup(of: String.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    var first = ContentHasher(implementation)
                    var second = ContentHasher(implementation)
                    for _ in 0..<1000 {
                        for hasher in [0, 1] {
                            bytes.withUnsafeBytes {
                                if hasher == 0 { first.update($0) } else { second.update($0) }
                            }
                        }
                    }
                    return first.finalize().hex + second.finalize().hex
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        let million = ContentDigestTests.vectors[3].1
        #expect(digests == [million + million])
    }

    @Test func anUnusedHasherIsReleased() {
        for implementation in Self.implementations { _ = ContentHasher(implementation) }
    }
}
