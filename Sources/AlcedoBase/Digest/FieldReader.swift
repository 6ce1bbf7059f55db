public import Foundation

/// Reads what ``FieldWriter`` wrote, from bytes that may be damaged.
///
/// It is inlined into the rooms that use it: the state of ten thousand sources is more than a million fields, and every
/// build begins by reading it.
public struct FieldReader: Sendable {
    /// What is wrong with bytes that do not hold the fields asked for.
    public struct Malformed: Error {
        /// Says only that.
        public init() {}
    }

    // An array: each access to a `Data` asks first in which of its forms it is. Only what lies before `end` is read.
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let end: Int
    @usableFromInline var offset: Int

    /// Reads from the beginning of `data`.
    public init(_ data: Data) {
        self.init(Array(data))
    }

    /// Reads from the beginning of `bytes`.
    public init(_ bytes: [UInt8]) {
        self.init(bytes, bytes.indices)
    }

    @usableFromInline init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Whether every byte has been read.
    @inlinable public var isAtEnd: Bool { offset == end }

    /// How many bytes have not been read yet.
    public var count: Int { end - offset }

    /// Passes over so many bytes.
    /// - Throws: ``Malformed`` when there are too few.
    public mutating func skip(_ count: Int) throws {
        guard count >= 0, count <= end - offset else { throw Malformed() }
        offset += count
    }

    /// What has not been read yet.
    public var rest: Data { Data(bytes[offset..<end]) }

    /// The digest of what has not been read yet.
    public var digestOfRest: ContentDigest { withUnsafeRest { ContentHasher.digest(of: $0) } }

    /// Whether what has not been read yet is the same here and there.
    public func hasSameRest(as other: FieldReader) -> Bool {
        withUnsafeRest { own in other.withUnsafeRest { own.elementsEqual($0) } }
    }

    /// What was read between here and `later`, which has read more of the same bytes.
    public func upTo(_ later: FieldReader) -> FieldReader {
        FieldReader(bytes, offset..<max(offset, min(later.offset, end)))
    }

    /// Gives `body` what has not been read yet.
    public func withUnsafeRest<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[offset..<end])) }
    }

    /// The same without so many bytes at its end; `nil` if there are not as many.
    public func droppingLast(_ count: Int) -> FieldReader? {
        count <= end - offset ? FieldReader(bytes, offset..<end - count) : nil
    }

    /// Reads a 64-bit number.
    /// - Throws: ``Malformed`` when there are too few bytes.
    @inlinable public mutating func readUInt64() throws -> UInt64 {
        guard end - offset >= 8 else { throw Malformed() }
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        offset += 8
        return UInt64(littleEndian: value)
    }

    /// Reads a signed number.
    /// - Throws: ``Malformed`` when there are too few bytes.
    @inlinable public mutating func readInt() throws -> Int {
        Int(Int64(bitPattern: try readUInt64()))
    }

    /// Reads a floating-point number.
    /// - Throws: ``Malformed`` when there are too few bytes.
    @inlinable public mutating func readDouble() throws -> Double {
        Double(bitPattern: try readUInt64())
    }

    /// Reads a truth value.
    /// - Throws: ``Malformed`` when it is neither.
    @inlinable public mutating func readBool() throws -> Bool {
        guard offset < end, bytes[offset] <= 1 else { throw Malformed() }
        defer { offset += 1 }
        return bytes[offset] == 1
    }

    /// Takes as many bytes as the count before them says.
    @inlinable mutating func takeCounted() throws -> Range<Int> {
        let count = try readInt()
        guard count >= 0, count <= end - offset else { throw Malformed() }
        let start = offset
        offset += count
        return start..<offset
    }

    /// Reads bytes after their count.
    /// - Throws: ``Malformed`` when there are too few.
    @inlinable public mutating func readData() throws -> Data {
        Data(bytes[try takeCounted()])
    }

    /// Reads bytes after their count, as fields of their own. They stay where they are.
    /// - Throws: ``Malformed`` when there are too few.
    @inlinable public mutating func readFields() throws -> FieldReader {
        FieldReader(bytes, try takeCounted())
    }

    /// Gives `body` bytes after their count, where they lie.
    /// - Throws: ``Malformed`` when there are too few.
    public mutating func readBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) throws -> Value {
        let range = try takeCounted()
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Reads a text after its count.
    /// - Throws: ``Malformed`` when there are too few bytes or they are not UTF-8.
    @inlinable public mutating func readString() throws -> String {
        let range = try takeCounted()
        let text = bytes.withUnsafeBytes { Self.text(UnsafeRawBufferPointer(rebasing: $0[range])) }
        guard let text else { throw Malformed() }
        return text
    }

    // Almost every text is ASCII, which needs no closer look.
    @usableFromInline static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        var bits: UInt64 = 0
        var place = 0
        while place + 8 <= bytes.count {
            bits |= bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            place += 8
        }
        while place < bytes.count {
            bits |= UInt64(bytes[place])
            place += 1
        }
        return bits & 0x8080_8080_8080_8080 == 0
            ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }

    /// Reads a digest.
    /// - Throws: ``Malformed`` when there are too few bytes.
    public mutating func readDigest() throws -> ContentDigest {
        guard end - offset >= 32 else { throw Malformed() }
        let start = offset
        offset += 32
        return bytes.withUnsafeBytes {
            ContentDigest(UnsafeRawBufferPointer(rebasing: $0[start..<start + 32]))
        }
    }

    /// Reads what `writeOptional` wrote.
    /// - Throws: ``Malformed``, or what `body` throws.
    @inlinable public mutating func readOptional<Value>(
        _ body: (inout FieldReader) throws -> Value
    ) throws -> Value? {
        try readBool() ? try body(&self) : nil
    }

    /// Reads what `writeList` wrote.
    /// - Throws: ``Malformed``, or what `body` throws.
    @inlinable public mutating func readList<Value>(
        _ body: (inout FieldReader) throws -> Value
    ) throws -> [Value] {
        let count = try readCount(ofAtLeast: 1)
        var values: [Value] = []
        // Elements may be much larger here than there, so the count is not trusted with memory either.
        values.reserveCapacity(min(count, 1024))
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }

    /// Reads what `writeList` wrote of keys with their values. The first of two equal keys counts.
    ///
    /// - Parameter size: The fewest bytes that a key and its value take.
    /// - Throws: ``Malformed``, or what `body` throws.
    @inlinable public mutating func readDictionary<Key: Hashable, Value>(
        ofAtLeast size: Int, _ body: (inout FieldReader) throws -> (Key, Value)
    ) throws -> [Key: Value] {
        let count = try readCount(ofAtLeast: size)
        var values: [Key: Value] = [:]
        values.reserveCapacity(count)
        for _ in 0..<count {
            let (key, value) = try body(&self)
            if let first = values.updateValue(value, forKey: key) { values[key] = first }
        }
        return values
    }

    // Each element takes at least so many bytes: a damaged count cannot make a loop long.
    @usableFromInline mutating func readCount(ofAtLeast size: Int) throws -> Int {
        let count = try readInt()
        guard count >= 0, count <= (end - offset) / size else { throw Malformed() }
        return count
    }
}
