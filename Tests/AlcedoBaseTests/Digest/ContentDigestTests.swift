import AlcedoBase
import Foundation
import Testing

@Suite struct ContentDigestTests {
    // NIST, FIPS 180-4 examples.
    static let vectors = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test(arguments: vectors)
    func publishedVectorsComeOut(text: String, hex: String) {
        #expect(ContentDigest(hashing: text).hex == hex)
        #expect(ContentDigest(hashing: Data(text.utf8)).hex == hex)
        #expect(ContentDigest(hashing: text).description == hex)
    }

    @Test func slicesAreHashedByTheirOwnBytes() {
        #expect(ContentDigest(hashing: Data("xabcx".utf8).dropFirst().dropLast()).hex == Self.vectors[1].1)
    }

    @Test func subresourceIntegrityIsBase64() throws {
        let digest = ContentDigest(hashing: "abc")
        // The same digest as `openssl dgst -sha256 -binary | base64` prints it.
        #expect(digest.sri == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
        #expect(ContentDigest(sri: digest.sri) == digest)
        let json = try JSONEncoder().encode([digest])
        #expect(try JSONDecoder().decode([ContentDigest].self, from: json) == [digest])
    }

    @Test(arguments: [
        "", "sha256-", "sha512-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
        "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFQ==", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
        "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0", "sha256-****",
    ])
    func invalidIntegrityIsRejected(text: String) {
        #expect(ContentDigest(sri: text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ContentDigest].self, from: JSONEncoder().encode([text]))
        }
    }

    @Test func hexadecimalIsReadInEitherCase() {
        let hex = Self.vectors[1].1
        #expect(ContentDigest(hex: hex) == ContentDigest(hashing: "abc"))
        #expect(ContentDigest(hex: hex.uppercased()) == ContentDigest(hashing: "abc"))
        #expect(ContentDigest(hex: hex.dropLast()) == nil)
        #expect(ContentDigest(hex: hex.dropLast(2)) == nil)
        #expect(ContentDigest(hex: hex + "00") == nil)
        #expect(ContentDigest(hex: "g" + hex.dropFirst()) == nil)
        #expect(ContentDigest(hex: "") == nil)
    }

    @Test func bytesComeBackAsTheyWent() {
        let bytes = (0..<32).map { UInt8($0 * 7 + 3) }
        #expect(ContentDigest(bytes: bytes)?.bytes == bytes)
        #expect(ContentDigest(bytes: bytes.dropLast()) == nil)
        #expect(ContentDigest(bytes: bytes + [0]) == nil)
    }

    @Test func digestsAreOrderedLikeTheirHexadecimalForm() {
        let digests = (0..<50).map { ContentDigest(hashing: "\($0)") }
        #expect(digests.sorted().map(\.hex) == digests.map(\.hex).sorted())
        #expect(!(digests[0] < digests[0]))
    }
}
