import AlcedoBase
import Foundation
import Testing

@Suite struct FieldWriterTests {
    private func bytes(_ body: (inout FieldWriter) -> Void) -> Data {
        var writer = FieldWriter()
        body(&writer)
        return writer.data
    }

    @Test func theLayoutIsFixed() {
        let data = bytes {
            $0.write(1)
            $0.write(-1)
            $0.write(true)
            $0.write("é")
            $0.write(1.5)
        }
        // Little-endian; é is C3 A9 in UTF-8; 1.5 is 3FF8000000000000.
        #expect(
            Array(data) == [1, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 255, count: 8) + [1]
                + [2, 0, 0, 0, 0, 0, 0, 0, 0xC3, 0xA9] + [0, 0, 0, 0, 0, 0, 0xF8, 0x3F])
    }

    @Test func differentListsOfFieldsNeverGiveTheSameBytes() {
        let all = [
            bytes {
                $0.write("ab"); $0.write("c")
            },
            bytes {
                $0.write("a"); $0.write("bc")
            },
            bytes { $0.write("abc") },
            bytes {
                $0.write("abc"); $0.write("")
            },
            bytes {
                $0.write(""); $0.write("abc")
            }, bytes { $0.writeList(["ab", "c"]) { $0.write($1) } },
            bytes { $0.writeList(["abc"]) { $0.write($1) } },
            bytes { $0.writeList([String]()) { $0.write($1) } },
            bytes { $0.writeOptional("abc") { $0.write($1) } },
            bytes { $0.writeOptional(nil as String?) { $0.write($1) } },
        ]
        #expect(Set(all).count == all.count)
    }

    @Test func equalNumbersGiveEqualBytes() {
        #expect(bytes { $0.write(0.0) } == bytes { $0.write(-0.0) })
        #expect(bytes { $0.write(0.1 + 0.2) } != bytes { $0.write(0.3) })
    }

    @Test func theDigestCoversTheWrittenBytes() {
        var writer = FieldWriter()
        writer.write(Data("abc".utf8))
        #expect(writer.digest == ContentDigest(hashing: Data([3, 0, 0, 0, 0, 0, 0, 0]) + Data("abc".utf8)))
    }
}

@Suite struct FieldReaderTests {
    private let digest = ContentDigest(hashing: "abc")

    private var written: Data {
        var writer = FieldWriter()
        writer.write(UInt64.max)
        writer.write(Int.min)
        writer.write(-2.5)
        writer.write(false)
        writer.write("Eisvögel 🐟")
        writer.write(Data([0, 255]))
        writer.write(digest)
        writer.writeOptional(7) { $0.write($1) }
        writer.writeOptional(nil as Int?) { $0.write($1) }
        writer.writeList(["a", ""]) { $0.write($1) }
        return writer.data
    }

    private func readEverything(_ data: Data) throws -> Bool {
        var reader = FieldReader(data)
        let isEqual =
            try reader.readUInt64() == .max && reader.readInt() == .min && reader.readDouble() == -2.5
            && !reader.readBool() && reader.readString() == "Eisvögel 🐟"
            && reader.readData() == Data([0, 255])
            && reader.readDigest() == digest && reader.readOptional { try $0.readInt() } == 7
            && reader.readOptional { try $0.readInt() } == nil
            && reader.readList { try $0.readString() } == ["a", ""]
        return isEqual && reader.isAtEnd
    }

    @Test func whatWasWrittenIsRead() throws {
        #expect(try readEverything(written))
        #expect(try readEverything((Data([1, 2, 3]) + written).dropFirst(3)))
    }

    @Test func bytesCutShortAreMalformed() {
        let data = written
        for count in 0..<data.count {
            #expect(throws: FieldReader.Malformed.self, "\(count) bytes") {
                try readEverything(data.prefix(count))
            }
        }
    }

    @Test func trailingBytesAreDetected() throws {
        #expect(try !readEverything(written + [0]))
    }

    @Test(arguments: [Int.max, Int.min, -1, 1 << 40, 9])
    func countsThatCannotBeAreMalformed(count: Int) {
        var writer = FieldWriter()
        writer.write(count)
        let data = writer.data + [1, 2, 3]
        #expect(throws: FieldReader.Malformed.self) {
            var reader = FieldReader(data)
            _ = try reader.readData()
        }
        #expect(throws: FieldReader.Malformed.self) {
            var reader = FieldReader(data)
            _ = try reader.readString()
        }
        #expect(throws: FieldReader.Malformed.self) {
            var reader = FieldReader(data)
            _ = try reader.readList { try $0.readBool() }
        }
    }

    @Test func aListWithACountItDoesNotHaveIsMalformed() {
        var writer = FieldWriter()
        writer.write(3)
        let data = writer.data + [1, 0, 2]
        // Three bytes are there for three elements, but the last is not a Boolean.
        #expect(throws: FieldReader.Malformed.self) {
            var reader = FieldReader(data)
            _ = try reader.readList { try $0.readBool() }
        }
    }

    @Test func textThatIsNotUTF8IsMalformed() {
        var writer = FieldWriter()
        writer.write(Data([0xC3, 0x28]))
        #expect(throws: FieldReader.Malformed.self) {
            var reader = FieldReader(writer.data)
            _ = try reader.readString()
        }
    }

    @Test func truthIsZeroOrOne() {
        #expect(throws: FieldReader.Malformed.self) {
            var reader = FieldReader(Data([2]))
            _ = try reader.readBool()
        }
        #expect(throws: FieldReader.Malformed.self) {
            var reader = FieldReader(Data())
            _ = try reader.readOptional { try $0.readInt() }
        }
    }
}

/// Reading in place: a part ends at its own end.
@Suite struct FieldReaderPartTests {
    @Test func fieldsWithinFieldsEndWithThem() throws {
        var inner = FieldWriter()
        inner.write("in")
        var outer = FieldWriter()
        outer.write(inner.data)
        outer.write("out")
        var reader = FieldReader(outer.data)
        var part = try reader.readFields()
        #expect(try part.readString() == "in")
        #expect(part.isAtEnd)
        #expect(throws: FieldReader.Malformed.self) { try part.readBool() }
        #expect(throws: FieldReader.Malformed.self) { try part.readUInt64() }
        #expect(throws: FieldReader.Malformed.self) { try part.readDigest() }
        #expect(try reader.readString() == "out")
        #expect(reader.isAtEnd)
        #expect(throws: FieldReader.Malformed.self) { try reader.readFields() }
    }

    @Test func whatIsLeftCanBeCutSkippedAndHashed() throws {
        let reader = FieldReader(Data("xabcyz".utf8))
        var rest = try #require(reader.droppingLast(2))
        try rest.skip(1)
        #expect(rest.count == 3)
        #expect(rest.rest == Data("abc".utf8))
        // NIST's example of 24 bits.
        #expect(rest.digestOfRest.hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(throws: FieldReader.Malformed.self) { try rest.skip(4) }
        #expect(throws: FieldReader.Malformed.self) { try rest.skip(-1) }
        #expect(reader.droppingLast(7) == nil)
    }

    @Test(arguments: ["", "a", "sixteen bytes ab", "ä", "seventeen bytes ä", "12345678ä", "日本語のなまえ"])
    func textsOfAllLengthsComeBack(_ text: String) throws {
        var writer = FieldWriter()
        writer.write(text)
        var reader = FieldReader(writer.data)
        #expect(try reader.readString() == text)
    }

    // RFC 3629: a lone continuation byte, a surrogate, a sequence that is cut off, an overlong one.
    @Test(arguments: [[0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xC0, 0xAF]] as [[UInt8]])
    func bytesThatAreNotTextAreRefused(_ bytes: [UInt8]) {
        for padding in [0, 3, 8, 20] {
            var writer = FieldWriter()
            writer.write(Data([UInt8](repeating: 0x61, count: padding) + bytes))
            #expect(throws: FieldReader.Malformed.self) {
                var reader = FieldReader(writer.data)
                return try reader.readString()
            }
        }
    }

    @Test func theFirstOfTwoEqualKeysCounts() throws {
        var writer = FieldWriter()
        writer.writeList([("a", 1), ("b", 2), ("a", 3)]) { writer, pair in
            writer.write(pair.0)
            writer.write(pair.1)
        }
        var reader = FieldReader(writer.data)
        let found = try reader.readDictionary(ofAtLeast: 16) { (try $0.readString(), try $0.readInt()) }
        #expect(found == ["a": 1, "b": 2])
    }

    @Test func aCountThatCannotBeIsRefusedBeforeAnythingIsSetAside() {
        var writer = FieldWriter()
        writer.write(1 << 40)
        #expect(throws: FieldReader.Malformed.self) {
            var reader = FieldReader(writer.data)
            return try reader.readDictionary(ofAtLeast: 1) { (try $0.readInt(), true) }
        }
    }
}
