import AlcedoBase
import Testing

@testable import AlcedoCache

@Suite struct SharedEntryTests {
    static let name = ContentDigest.of("action")
    static let entry = SharedEntry(
        records: [
            SharedEntry.Record(key: .of("one"), payload: Data("first record".utf8)),
            SharedEntry.Record(key: .of("two"), payload: Data(count: 10_000)),
        ],
        blobs: [
            SharedEntry.Blob(digest: .of("a"), bytes: 1), SharedEntry.Blob(digest: .of("b"), bytes: 300),
        ])

    let key: SharedKey? = SharedKey(bytes: Array("a key of sixteen bytes and more".utf8))

    @Test func comesBackAsItWas() throws {
        for key in [nil, key] {
            let object = try #require(Self.entry.object(for: Self.name, key: key))
            #expect(try SharedEntry(object, for: Self.name, key: key) == Self.entry)
            // Records are compressed.
            #expect(object.count < 2000)
        }
    }

    /// The fields of `ActionResult`, `OutputFile` and `Digest` in remote_execution.proto, encoded by hand.
    @Test func isAnActionResult() throws {
        let digest = ContentDigest.of("")
        let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let result = ActionResult(
            files: [ActionResult.File(digest: digest, bytes: 300)], output: [1, 2, 3], signature: [4])
        let sum: [UInt8] = [0x0A, 64] + Array(hash.utf8) + [0x10, 0xAC, 0x02]
        let file: [UInt8] = [0x0A, 64] + Array(hash.utf8) + [0x12, UInt8(sum.count)] + sum
        let bytes: [UInt8] = [0x12, 0x89, 0x01] + file + [0x2A, 3, 1, 2, 3, 0x3A, 1, 4]
        #expect(file.count == 137)
        #expect(result.bytes == bytes)
        #expect(try ActionResult(bytes) == result)
        // A server may add an exit code, a digest, metadata, and fields that are not known yet.
        let added: [UInt8] = [0x20, 0x07, 0x32, 2, 0x10, 1, 0x4A, 0, 0xA1, 0x06, 1, 2, 3, 4, 5, 6, 7, 8]
        #expect(try ActionResult(bytes + added) == result)
    }

    @Test func anyChangedByteIsNoticed() throws {
        for key in [nil, key] {
            let object = try #require(Self.entry.object(for: Self.name, key: key))
            var accepted = 0
            for place in object.indices {
                for bit in [0, 7] {
                    var changed = object
                    changed[place] ^= 1 << UInt8(bit)
                    do {
                        // Only the path of a file, which is not used, may be another one.
                        #expect(try SharedEntry(changed, for: Self.name, key: key) == Self.entry)
                        accepted += 1
                    } catch {
                        continue
                    }
                }
            }
            #expect(accepted < 2 * 2 * 66 + (key == nil ? 70 : 0))
        }
    }

    @Test func aTruncatedOneIsDamaged() throws {
        let object = try #require(Self.entry.object(for: Self.name, key: nil))
        for count in 0..<object.count {
            #expect(throws: SharedEntry.Fault.damaged) {
                try SharedEntry(object.prefix(count), for: Self.name, key: nil)
            }
        }
    }

    @Test func oneOfAnotherNameIsDamaged() throws {
        let object = try #require(Self.entry.object(for: .of("another action"), key: key))
        #expect(throws: SharedEntry.Fault.damaged) { try SharedEntry(object, for: Self.name, key: key) }
    }

    @Test func withAKeyOnlyItsOwnSignatureCounts() throws {
        let unsigned = try #require(Self.entry.object(for: Self.name, key: nil))
        #expect(throws: SharedEntry.Fault.unsigned) { try SharedEntry(unsigned, for: Self.name, key: key) }
        let other = try #require(
            Self.entry.object(for: Self.name, key: SharedKey(bytes: Array("another key".utf8))))
        #expect(throws: SharedEntry.Fault.wronglySigned) {
            try SharedEntry(other, for: Self.name, key: key)
        }
        // Without a key, a signature cannot be judged.
        #expect(try SharedEntry(other, for: Self.name, key: nil) == Self.entry)
    }

    /// A small object cannot claim memory without end, nor as many records as it likes.
    @Test func countsAreNotBelieved() throws {
        func object(count: Int, _ raw: [UInt8]) throws -> Data {
            let packed = try #require(Deflate.compress(raw))
            var message = FieldWriter()
            message.write("alcedo-shared-1")
            message.write(Self.name)
            message.write(count)
            message.write(packed)
            message.writeList([Int]()) { $0.write($1) }
            var output = FieldWriter()
            output.write("alcedo-shared-1")
            output.write(count)
            output.write(packed)
            output.write(message.digest)
            return Data(ActionResult(files: [], output: output.bytes, signature: []).bytes)
        }
        var empty = FieldWriter()
        empty.write(0)
        #expect(try SharedEntry(object(count: 8, empty.bytes), for: Self.name, key: nil).records.isEmpty)
        var many = FieldWriter()
        many.write(Int.max)
        for (count, raw) in [(8, many.bytes), (Int.max, empty.bytes), (-1, empty.bytes), (9, empty.bytes)] {
            let object = try object(count: count, raw)
            #expect(throws: SharedEntry.Fault.damaged) { try SharedEntry(object, for: Self.name, key: nil) }
        }
    }
}

/// Vectors of RFC 4231.
@Suite struct SharedKeyTests {
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func signs(key: [UInt8], message: String, signature: String) {
        let key = SharedKey(bytes: key)
        let made = key.signature(of: Array(message.utf8))
        #expect(ContentDigest(bytes: made)?.hex == signature)
        #expect(key.isSignature(made, of: Array(message.utf8)))
        #expect(!key.isSignature(made, of: Array((message + " ").utf8)))
        #expect(!key.isSignature(Array(made.dropLast()), of: Array(message.utf8)))
    }

    @Test func aShortKeyIsNone() {
        #expect(SharedKey("fifteen bytes..") == nil)
        #expect(SharedKey("sixteen bytes...") != nil)
    }

    @Test func isNotPrinted() {
        let key = SharedKey(bytes: Array("a key that is a secret".utf8))
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" + dumped == "(secret)" + dumped && !dumped.contains("54"))
    }
}
