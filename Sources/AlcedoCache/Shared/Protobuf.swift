import AlcedoBase

/// Writes the fields of a protobuf message.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes a number, unless it is 0, which is the default.
    mutating func write(_ field: Int, _ value: Int) {
        guard value != 0 else { return }
        writeVarint(UInt64(field) << 3)
        writeVarint(UInt64(bitPattern: Int64(value)))
    }

    /// Writes bytes, a text or a message.
    mutating func write(_ field: Int, _ value: some Collection<UInt8>) {
        writeVarint(UInt64(field) << 3 | 2)
        writeVarint(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    private mutating func writeVarint(_ value: UInt64) {
        var rest = value
        while rest >= 128 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// Reads the fields of a protobuf message, which may be damaged.
struct ProtobufReader {
    /// A field. Other wire types have no value of interest.
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
        case other
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Returns the next field, or `nil` at the end.
    /// - Throws: `FieldReader.Malformed`.
    mutating func next() throws -> (field: Int, value: Value)? {
        if rest.isEmpty { return nil }
        let tag = try readVarint()
        let field = Int(truncatingIfNeeded: tag >> 3)
        guard (1...536_870_911).contains(field) else { throw FieldReader.Malformed() }
        switch tag & 7 {
        case 0: return (field, .number(try readVarint()))
        case 1:
            _ = try take(8)
            return (field, .other)
        case 2: return (field, .bytes(try take(try readVarint())))
        case 5:
            _ = try take(4)
            return (field, .other)
        default: throw FieldReader.Malformed()
        }
    }

    private mutating func take(_ count: UInt64) throws -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else { throw FieldReader.Malformed() }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    private mutating func readVarint() throws -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0, through: 63, by: 7) {
            guard let byte = rest.popFirst() else { throw FieldReader.Malformed() }
            let part = UInt64(byte & 127)
            if shift == 63, part > 1 { throw FieldReader.Malformed() }
            value |= part << UInt64(shift)
            if byte < 128 { return value }
        }
        throw FieldReader.Malformed()
    }
}
