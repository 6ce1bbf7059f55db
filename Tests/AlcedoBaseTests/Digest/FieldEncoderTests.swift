import Foundation
import Testing

@testable import AlcedoBase

@Suite struct FieldEncoderTests {
    private enum Kind: String, Codable, Hashable { case first, second }

    private enum Choice: Codable, Hashable {
        case none
        case one(Int)
        case named(first: String?, second: Kind)
    }

    private struct Everything: Codable, Hashable {
        var int = Int.min
        var byte = UInt8.max
        var small: [Int8] = [-128, 127]
        var large = UInt64.max
        var single = Float(0.1)
        var double = -2.5
        var flag = true
        var text = "Eisvögel 🐟\0"
        var data = Data([0, 255])
        var digest = ContentDigest(hashing: "abc")
        var noFlag: Bool?
        var maybeFlag: Bool? = false
        var noText: String?
        var maybeInt: Int? = 0
        var noDouble: Double?
        var choices: [Choice] = [.none, .one(-1), .named(first: nil, second: .second)]
        var noChoice: Choice?
        var maybeChoice: Choice? = .named(first: "", second: .first)
        var optionals: [Double?] = [1, nil, 2]
        var twice: [Int??] = [.some(nil), nil, 3]
        var set: Set<Kind> = [.first, .second]
        var counts: [Int: [String]] = [3: [], -1: ["a", "b"]]
        var words: [String: Choice] = ["é": .none, "": .one(1)]
        var optionalValues: [Kind: Int?] = [.first: nil, .second: 2]
        var noArray: [Int]?
    }

    private func bytes(_ value: some Encodable) -> Data {
        var writer = FieldWriter()
        writer.encode(value)
        return writer.data
    }

    @Test func whatIsEncodedIsDecoded() throws {
        let value = Everything()
        var reader = FieldReader(bytes(value))
        #expect(try reader.decode(Everything.self) == value)
        #expect(reader.isAtEnd)
    }

    @Test func theLayoutIsFixed() {
        struct Fields: Encodable {
            var number = 1
            var none: Int?
            var byte: UInt8? = 2
            var text = "é"
            var list = [true, false]
            var set: Set<String> = ["b", "a"]
            var map = ["z": 1.5]
            var kind = Kind.first
            var choice = Choice.one(7)
        }
        func number(_ value: UInt8) -> [UInt8] { [value, 0, 0, 0, 0, 0, 0, 0] }
        func text(_ text: String) -> [UInt8] { number(UInt8(text.utf8.count)) + Array(text.utf8) }
        // 1.5 is 3FF8000000000000; a case is named before its values.
        let expected: [[UInt8]] = [
            number(1), [0], [1], number(2), text("é"), number(2), [1, 0], number(2), text("a"), text("b"),
            number(1), text("z"), [0, 0, 0, 0, 0, 0, 0xF8, 0x3F], text("first"), text("one"), number(7),
        ]
        #expect(Array(bytes(Fields())) == expected.flatMap { $0 })
        #expect(ContentDigest(encoding: Fields()) == ContentDigest(hashing: Data(expected.flatMap { $0 })))
    }

    @Test func encodingAppendsToEarlierFields() throws {
        var writer = FieldWriter()
        writer.write("before")
        writer.encode([1, 2])
        writer.write("after")
        var reader = writer.fields
        #expect(try reader.readString() == "before")
        #expect(try reader.decode([Int].self) == [1, 2])
        #expect(try reader.readString() == "after")
        #expect(reader.isAtEnd)
    }

    /// Two sets with the same elements need not have them in the same order.
    @Test func equalSetsAndDictionariesGiveEqualBytes() {
        for count in [2, 3, 50] {
            let numbers = (0..<count).map { $0 * 7919 - 20 }
            let set = Set(numbers)
            var other = Set(numbers.reversed())
            other.reserveCapacity(4000)
            #expect(bytes(set) == bytes(other))
            let map = Dictionary(uniqueKeysWithValues: numbers.map { ($0, "\($0)") })
            var otherMap: [Int: String] = [:]
            otherMap.reserveCapacity(4000)
            for number in numbers.reversed() { otherMap[number] = "\(number)" }
            #expect(bytes(map) == bytes(otherMap))
        }
    }

    @Test func bytesCutShortAreMalformed() {
        let whole = bytes(Everything())
        for count in 0..<whole.count {
            #expect(throws: FieldReader.Malformed.self, "\(count) bytes") {
                var reader = FieldReader(whole.prefix(count))
                _ = try reader.decode(Everything.self)
            }
        }
    }

    @Test(arguments: [Int.max, Int.min, -1, 1 << 40, 9])
    func countsThatCannotBeAreMalformed(count: Int) {
        let damaged = bytes(count) + Data(repeating: 0, count: 8)
        func check<Value: Decodable>(_: Value.Type) {
            #expect(throws: FieldReader.Malformed.self) {
                var reader = FieldReader(damaged)
                _ = try reader.decode(Value.self)
            }
        }
        check([Bool].self)
        check(Set<Bool>.self)
        check([Bool: Bool].self)
        check(String.self)
        check(Data.self)
    }

    @Test func valuesThatATypeDoesNotHaveAreMalformed() {
        func check<Value: Decodable>(_: Value.Type, _ other: some Encodable) {
            #expect(throws: FieldReader.Malformed.self) {
                var reader = FieldReader(bytes(other))
                _ = try reader.decode(Value.self)
            }
        }
        check(Kind.self, "third")
        check(Choice.self, "two")
        check(UInt8.self, 256)
        check(Int8.self, -129)
        check(Bool.self, 2)
        check(String.self, Data([0xC3, 0x28]))
    }
}
