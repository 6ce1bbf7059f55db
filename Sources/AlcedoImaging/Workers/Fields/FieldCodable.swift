import AlcedoBase
import Foundation

/// A value that goes from one process of a build to another, field by field.
///
/// Both sides are the same program, so nothing says which version wrote it. Not for what is kept: a record of the
/// cache says what it is.
protocol FieldCodable {
    func encode(to writer: inout FieldWriter)

    /// - Throws: `FieldReader.Malformed`.
    init(decoding reader: inout FieldReader) throws
}

extension FieldWriter {
    /// Writes values one after the other, as ``FieldReader/decode(_:)`` reads them.
    mutating func encode<each Value: FieldCodable>(_ values: repeat each Value) {
        repeat (each values).encode(to: &self)
    }
}

extension FieldReader {
    /// Reads the next value.
    /// - Throws: ``Malformed``.
    mutating func decode<Value: FieldCodable>(_: Value.Type = Value.self) throws -> Value {
        try Value(decoding: &self)
    }
}

extension Int: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.write(self) }
    init(decoding reader: inout FieldReader) throws { self = try reader.readInt() }
}

extension UInt8: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.write(Int(self)) }
    init(decoding reader: inout FieldReader) throws {
        guard let value = UInt8(exactly: try reader.readInt()) else { throw FieldReader.Malformed() }
        self = value
    }
}

extension Double: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.write(self) }
    init(decoding reader: inout FieldReader) throws { self = try reader.readDouble() }
}

extension Bool: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.write(self) }
    init(decoding reader: inout FieldReader) throws { self = try reader.readBool() }
}

extension String: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.write(self) }
    init(decoding reader: inout FieldReader) throws { self = try reader.readString() }
}

extension Data: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.write(self) }
    init(decoding reader: inout FieldReader) throws { self = try reader.readData() }
}

extension ContentDigest: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.write(self) }
    init(decoding reader: inout FieldReader) throws { self = try reader.readDigest() }
}

extension Optional: FieldCodable where Wrapped: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.writeOptional(self) { $1.encode(to: &$0) } }
    init(decoding reader: inout FieldReader) throws {
        self = try reader.readOptional { try $0.decode() }
    }
}

extension Array: FieldCodable where Element: FieldCodable {
    func encode(to writer: inout FieldWriter) { writer.writeList(self) { $1.encode(to: &$0) } }
    init(decoding reader: inout FieldReader) throws { self = try reader.readList { try $0.decode() } }
}

extension Set: FieldCodable where Element: FieldCodable {
    func encode(to writer: inout FieldWriter) { Array(self).encode(to: &writer) }
    init(decoding reader: inout FieldReader) throws { self = Set(try reader.decode([Element].self)) }
}

extension Dictionary: FieldCodable where Key: FieldCodable, Value: FieldCodable {
    func encode(to writer: inout FieldWriter) {
        writer.writeList(self) { $0.encode($1.key, $1.value) }
    }

    init(decoding reader: inout FieldReader) throws {
        let entries = try reader.readList { (try $0.decode(Key.self), try $0.decode(Value.self)) }
        self = Dictionary(entries, uniquingKeysWith: { first, _ in first })
    }
}

extension FieldCodable where Self: RawRepresentable, RawValue: FieldCodable {
    func encode(to writer: inout FieldWriter) { rawValue.encode(to: &writer) }
    init(decoding reader: inout FieldReader) throws {
        guard let value = Self(rawValue: try reader.decode()) else { throw FieldReader.Malformed() }
        self = value
    }
}
