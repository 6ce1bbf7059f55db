extension FieldWriter {
    /// Writes a value by its `Encodable` conformance; `FieldReader.decode(_:)` reads it back.
    ///
    /// Fields stand in the order in which they are declared, without their names, so both sides have to be the same
    /// program. An enum with associated values is the name of its case and those values. Sets and dictionaries are
    /// sorted: equal values give equal bytes.
    ///
    /// - Precondition: No `encode(to:)` that is written by hand throws.
    package mutating func encode(_ value: some Encodable) {
        let encoder = FieldEncoder()
        // Exchanged, not copied: the encoder continues what has been written.
        swap(&encoder.writer, &self)
        defer { swap(&encoder.writer, &self) }
        do {
            try encoder.encode(value)
        } catch {
            // Unreachable on input: synthesized code never throws here. The only hand-written `encode(to:)` that does is
            // for custom processors, which callers exclude (`isBuiltIn`) or replace by their identifiers.
            preconditionFailure("a value that cannot be encoded: \(error)")
        }
    }
}

extension ContentDigest {
    /// Digests everything that `value` encodes, so that a field that is added to its type takes part.
    package init(encoding value: some Encodable) {
        var writer = FieldWriter()
        writer.encode(value)
        self = writer.digest
    }
}

/// A type that the encoder writes by itself. `encode(to:)` of these would only hand them back, name the elements of a
/// dictionary by their keys, or leave out that an optional is there.
private protocol FieldEncodable {
    func encode(fields encoder: FieldEncoder) throws
}

private final class FieldEncoder: Encoder {
    var writer = FieldWriter()

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func encode<Value: Encodable>(_ value: Value) throws {
        // The type is asked first: most have no way of their own, and a cast of the value costs more.
        if Value.self is any FieldEncodable.Type, let value = value as? any FieldEncodable {
            try value.encode(fields: self)
        } else {
            try value.encode(to: self)
        }
    }

    func encode<Value: Encodable>(optional value: Value?) throws {
        writer.write(value != nil)
        if let value { try encode(value) }
    }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(self) }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }
}

// MARK: Containers

extension FieldEncoder {
    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: FieldEncoder
        var codingPath: [any CodingKey] { [] }

        func encode<Value: Encodable>(_ value: Value, forKey _: Key) throws { try encoder.encode(value) }

        func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey _: Key) throws {
            try encoder.encode(optional: value)
        }

        // For these the standard library has defaults, which write nothing for `nil`.
        func encodeIfPresent(_ value: Bool?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: String?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: Double?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: Float?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: Int?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: Int8?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: Int16?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: Int32?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: Int64?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: UInt?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: UInt8?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: UInt16?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: UInt32?, forKey _: Key) throws { try encoder.encode(optional: value) }
        func encodeIfPresent(_ value: UInt64?, forKey _: Key) throws { try encoder.encode(optional: value) }

        func encodeNil(forKey _: Key) { encoder.writer.write(false) }

        /// Synthesized code asks for one where a key is a case, with the associated values in it.
        func nestedContainer<Nested: CodingKey>(
            keyedBy _: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.writer.write(key.stringValue)
            return encoder.container(keyedBy: Nested.self)
        }

        func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedEncodingContainer {
            encoder.unkeyedContainer()
        }

        func superEncoder() -> any Encoder { encoder }
        func superEncoder(forKey _: Key) -> any Encoder { encoder }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        private let encoder: FieldEncoder
        // Where the count is, which nothing says before the last element.
        private let start: Int
        private(set) var count = 0
        var codingPath: [any CodingKey] { [] }

        init(_ encoder: FieldEncoder) {
            self.encoder = encoder
            start = encoder.writer.storage.count
            encoder.writer.write(0)
        }

        private mutating func add() {
            count += 1
            encoder.writer.replace(at: start, with: count)
        }

        mutating func encode<Value: Encodable>(_ value: Value) throws {
            try encoder.encode(value)
            add()
        }

        mutating func encodeNil() {
            encoder.writer.write(false)
            add()
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy _: Nested.Type
        ) -> KeyedEncodingContainer<Nested> {
            add()
            return encoder.container(keyedBy: Nested.self)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            add()
            return encoder.unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder {
            add()
            return encoder
        }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: FieldEncoder
        var codingPath: [any CodingKey] { [] }

        func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
        func encodeNil() { encoder.writer.write(false) }
    }
}

// MARK: Values

extension FixedWidthInteger {
    fileprivate func encode(fields encoder: FieldEncoder) {
        encoder.writer.write(UInt64(truncatingIfNeeded: self))
    }
}

extension Int: FieldEncodable {}
extension Int8: FieldEncodable {}
extension Int16: FieldEncodable {}
extension Int32: FieldEncodable {}
extension Int64: FieldEncodable {}
extension UInt: FieldEncodable {}
extension UInt8: FieldEncodable {}
extension UInt16: FieldEncodable {}
extension UInt32: FieldEncodable {}
extension UInt64: FieldEncodable {}

extension Double: FieldEncodable {
    fileprivate func encode(fields encoder: FieldEncoder) { encoder.writer.write(self) }
}

extension Float: FieldEncodable {
    fileprivate func encode(fields encoder: FieldEncoder) { encoder.writer.write(Double(self)) }
}

extension Bool: FieldEncodable {
    fileprivate func encode(fields encoder: FieldEncoder) { encoder.writer.write(self) }
}

extension String: FieldEncodable {
    fileprivate func encode(fields encoder: FieldEncoder) { encoder.writer.write(self) }
}

extension Data: FieldEncodable {
    fileprivate func encode(fields encoder: FieldEncoder) { encoder.writer.write(self) }
}

extension ContentDigest: FieldEncodable {
    fileprivate func encode(fields encoder: FieldEncoder) { encoder.writer.write(self) }
}

extension Optional: FieldEncodable where Wrapped: Encodable {
    fileprivate func encode(fields encoder: FieldEncoder) throws {
        try encoder.encode(optional: self)
    }
}

extension Set: FieldEncodable where Element: Encodable {
    fileprivate func encode(fields encoder: FieldEncoder) throws {
        try encoder.encodeSorted(self, by: { $0 }, then: { _ in })
    }
}

extension Dictionary: FieldEncodable where Key: Encodable, Value: Encodable {
    fileprivate func encode(fields encoder: FieldEncoder) throws {
        try encoder.encodeSorted(self, by: { $0.key }, then: { try encoder.encode($0.value) })
    }
}

extension FieldEncoder {
    /// Writes each element as its key and what `body` writes, in the order of the keys' bytes.
    fileprivate func encodeSorted<Values: Collection, Key: Encodable>(
        _ values: Values, by key: (Values.Element) -> Key, then body: (Values.Element) throws -> Void
    ) throws {
        writer.write(values.count)
        let keyed = try values.map { value in
            var fields = FieldWriter()
            swap(&writer, &fields)
            defer { swap(&writer, &fields) }
            try encode(key(value))
            return (key: writer.storage, value: value)
        }
        for (key, value) in keyed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            writer.storage.append(contentsOf: key)
            try body(value)
        }
    }
}
