public import Foundation

/// Reads what ``FieldWriter`` wrote, from bytes that may be damaged.
public struct FieldReader {
    /// What is wrong with bytes that do not hold the fields asked for.
    public struct Malformed: Error {
        /// Says only that.
        public init() {}
    }

    private let data: Data
    private var offset: Int

    /// Reads from the beginning of `data`.
    public init(_ data: Data) {
        self.data = data
        offset = data.startIndex
    }

    /// Whether every byte has been read.
    public var isAtEnd: Bool { offset == data.endIndex }

    /// Reads a 64-bit number.
    /// - Throws: ``Malformed`` when there are too few bytes.
    public mutating func readUInt64() throws -> UInt64 {
        guard data.endIndex - offset >= 8 else { throw Malformed() }
        let value = data.withUnsafeBytes { buffer in
            buffer.loadUnaligned(fromByteOffset: offset - data.startIndex, as: UInt64.self)
        }
        offset += 8
        return UInt64(littleEndian: value)
    }

    /// Reads a signed number.
    /// - Throws: ``Malformed`` when there are too few bytes.
    public mutating func readInt() throws -> Int {
        Int(Int64(bitPattern: try readUInt64()))
    }

    /// Reads a floating-point number.
    /// - Throws: ``Malformed`` when there are too few bytes.
    public mutating func readDouble() throws -> Double {
        Double(bitPattern: try readUInt64())
    }

    /// Reads a truth value.
    /// - Throws: ``Malformed`` when it is neither.
    public mutating func readBool() throws -> Bool {
        guard offset < data.endIndex, data[offset] <= 1 else { throw Malformed() }
        defer { offset += 1 }
        return data[offset] == 1
    }

    /// Reads bytes after their count.
    /// - Throws: ``Malformed`` when there are too few.
    public mutating func readData() throws -> Data {
        let count = try readInt()
        guard count >= 0, count <= data.endIndex - offset else { throw Malformed() }
        defer { offset += count }
        return data.subdata(in: offset..<offset + count)
    }

    /// Reads a text after its count.
    /// - Throws: ``Malformed`` when there are too few bytes or they are not UTF-8.
    public mutating func readString() throws -> String {
        let count = try readInt()
        guard count >= 0, count <= data.endIndex - offset else { throw Malformed() }
        defer { offset += count }
        let start = offset - data.startIndex
        let text = data.withUnsafeBytes { buffer in
            String(validating: buffer[start..<start + count], as: UTF8.self)
        }
        guard let text else { throw Malformed() }
        return text
    }

    /// Reads a digest.
    /// - Throws: ``Malformed`` when there are too few bytes.
    public mutating func readDigest() throws -> ContentDigest {
        guard data.endIndex - offset >= 32 else { throw Malformed() }
        let start = offset - data.startIndex
        defer { offset += 32 }
        return data.withUnsafeBytes {
            ContentDigest(UnsafeRawBufferPointer(rebasing: $0[start..<start + 32]))
        }
    }

    /// Reads what `writeOptional` wrote.
    /// - Throws: ``Malformed``, or what `body` throws.
    public mutating func readOptional<Value>(_ body: (inout FieldReader) throws -> Value) throws -> Value? {
        try readBool() ? try body(&self) : nil
    }

    /// Reads what `writeList` wrote.
    /// - Throws: ``Malformed``, or what `body` throws.
    public mutating func readList<Value>(_ body: (inout FieldReader) throws -> Value) throws -> [Value] {
        let count = try readInt()
        // Each element takes at least a byte: a damaged count cannot make this loop long.
        guard count >= 0, count <= data.endIndex - offset else { throw Malformed() }
        var values: [Value] = []
        // Elements may be much larger here than there, so the count is not trusted with memory either.
        values.reserveCapacity(min(count, 1024))
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }
}
