extension FieldReader {
    /// Reads what `FieldWriter.encode(_:)` wrote of a value of this type. Bytes may be damaged: no count makes it
    /// reserve or loop beyond the bytes that remain.
    ///
    /// A type that contains itself could be nested as deep as the bytes are long; beyond 64 levels they are malformed.
    ///
    /// - Throws: `Malformed` when the bytes hold no such value.
    package mutating func decode<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
        let decoder = FieldDecoder(reader: self)
        do {
            let value = try decoder.decode(Value.self)
            self = decoder.reader
            return value
        } catch {
            throw Malformed()
        }
    }
}

/// A type decoded without its `Decodable` conformance; see `FieldEncodable`. Optionals call `decodeNil` instead.
private protocol FieldDecodable {
    init(fields decoder: FieldDecoder) throws
}

private final class FieldDecoder: Decoder {
    var reader: FieldReader

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(reader: FieldReader) {
        self.reader = reader
    }

    // The stack holds several calls for each level.
    private var depth = 0
    private static let maxDepth = 64

    func decode<Value: Decodable>(_: Value.Type) throws -> Value {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else { throw FieldReader.Malformed() }
        if let type = Value.self as? any FieldDecodable.Type,
            let value = try type.init(fields: self) as? Value
        {
            return value
        }
        return try Value(from: self)
    }

    func isNil() throws -> Bool { try !reader.readBool() }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try Unkeyed(self) }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }
}

// MARK: Containers

extension FieldDecoder {
    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: FieldDecoder
        var codingPath: [any CodingKey] { [] }

        /// Read by synthesized code for enums. Damaged bytes yield no key, for which that code throws.
        var allKeys: [Key] {
            var reader = decoder.reader
            guard let name = try? reader.readString(), let key = Key(stringValue: name) else { return [] }
            return [key]
        }

        func contains(_: Key) -> Bool { true }

        func decode<Value: Decodable>(_ type: Value.Type, forKey _: Key) throws -> Value {
            try decoder.decode(type)
        }

        func decodeNil(forKey _: Key) throws -> Bool { try decoder.isNil() }

        func nestedContainer<Nested: CodingKey>(
            keyedBy _: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            guard try decoder.reader.readString() == key.stringValue else { throw FieldReader.Malformed() }
            return decoder.container(keyedBy: Nested.self)
        }

        func nestedUnkeyedContainer(forKey _: Key) throws -> any UnkeyedDecodingContainer {
            try decoder.unkeyedContainer()
        }

        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey _: Key) -> any Decoder { decoder }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        private let decoder: FieldDecoder
        private let end: Int
        private(set) var currentIndex = 0
        var codingPath: [any CodingKey] { [] }
        /// Unknown, so that no room is made for elements that are larger here than their bytes.
        var count: Int? { nil }
        var isAtEnd: Bool { currentIndex == end }

        init(_ decoder: FieldDecoder) throws {
            self.decoder = decoder
            end = try decoder.reader.readCount(ofAtLeast: 1)
        }

        private mutating func advance() throws {
            guard !isAtEnd else { throw FieldReader.Malformed() }
            currentIndex += 1
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try advance()
            return try decoder.decode(type)
        }

        mutating func decodeNil() throws -> Bool {
            let isNil = try decoder.isNil()
            if isNil { try advance() }
            return isNil
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy _: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> {
            try advance()
            return decoder.container(keyedBy: Nested.self)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try advance()
            return try decoder.unkeyedContainer()
        }

        mutating func superDecoder() throws -> any Decoder {
            try advance()
            return decoder
        }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: FieldDecoder
        var codingPath: [any CodingKey] { [] }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }

        /// The protocol allows no error. If the byte is missing, decoding the value throws next.
        func decodeNil() -> Bool { (try? decoder.isNil()) ?? false }
    }
}

// MARK: Values

extension FixedWidthInteger {
    fileprivate init(fields decoder: FieldDecoder) throws {
        let bits = try decoder.reader.readUInt64()
        let value = Self.isSigned ? Self(exactly: Int64(bitPattern: bits)) : Self(exactly: bits)
        guard let value else { throw FieldReader.Malformed() }
        self = value
    }
}

extension Int: FieldDecodable {}
extension Int8: FieldDecodable {}
extension Int16: FieldDecodable {}
extension Int32: FieldDecodable {}
extension Int64: FieldDecodable {}
extension UInt: FieldDecodable {}
extension UInt8: FieldDecodable {}
extension UInt16: FieldDecodable {}
extension UInt32: FieldDecodable {}
extension UInt64: FieldDecodable {}

extension Double: FieldDecodable {
    fileprivate init(fields decoder: FieldDecoder) throws { self = try decoder.reader.readDouble() }
}

extension Float: FieldDecodable {
    fileprivate init(fields decoder: FieldDecoder) throws { self.init(try decoder.reader.readDouble()) }
}

extension Bool: FieldDecodable {
    fileprivate init(fields decoder: FieldDecoder) throws { self = try decoder.reader.readBool() }
}

extension String: FieldDecodable {
    fileprivate init(fields decoder: FieldDecoder) throws { self = try decoder.reader.readString() }
}

extension Data: FieldDecodable {
    fileprivate init(fields decoder: FieldDecoder) throws { self = try decoder.reader.readData() }
}

extension ContentDigest: FieldDecodable {
    fileprivate init(fields decoder: FieldDecoder) throws { self = try decoder.reader.readDigest() }
}

extension Set: FieldDecodable where Element: Decodable {
    fileprivate init(fields decoder: FieldDecoder) throws {
        self = []
        for _ in 0..<(try decoder.reader.readCount(ofAtLeast: 1)) {
            insert(try decoder.decode(Element.self))
        }
    }
}

extension Dictionary: FieldDecodable where Key: Decodable, Value: Decodable {
    fileprivate init(fields decoder: FieldDecoder) throws {
        self = [:]
        for _ in 0..<(try decoder.reader.readCount(ofAtLeast: 1)) {
            let key = try decoder.decode(Key.self)
            self[key] = try decoder.decode(Value.self)
        }
    }
}
