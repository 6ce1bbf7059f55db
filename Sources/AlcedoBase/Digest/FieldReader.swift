/// Reads the fields written by `FieldWriter` from bytes that may be damaged.
///
/// It can be inlined into other modules: the state of ten thousand sources has more than a million fields, and every
/// build starts by reading it.
package struct FieldReader: Sendable {
    /// An error for bytes that do not contain the requested fields.
    package struct Malformed: Error {
        /// Creates the error.
        package init() {}
    }

    // An array, because each access to a `Data` checks its representation first. Only bytes before `end` are read.
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let end: Int
    @usableFromInline var offset: Int

    /// Creates a reader at the start of `data`.
    package init(_ data: Data) {
        self.init(Array(data))
    }

    /// Creates a reader at the start of `bytes`.
    package init(_ bytes: [UInt8]) {
        self.init(bytes, bytes.indices)
    }

    @usableFromInline init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Whether every byte has been read.
    @inlinable package var isAtEnd: Bool { offset == end }

    /// The number of unread bytes.
    package var count: Int { end - offset }

    /// Skips `count` bytes.
    /// - Throws: `Malformed` if fewer remain.
    package mutating func skip(_ count: Int) throws {
        guard count >= 0, count <= end - offset else { throw Malformed() }
        offset += count
    }

    /// The unread bytes.
    package var rest: Data { Data(bytes[offset..<end]) }

    /// The digest of the unread bytes.
    package var digestOfRest: ContentDigest { withUnsafeRest { ContentHasher.digest(of: $0) } }

    /// Returns whether both readers have the same unread bytes.
    package func hasSameRest(as other: FieldReader) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeRest { own in
            other.withUnsafeRest { other in
                // Often they are the same bytes.
                guard let one = own.baseAddress, let two = other.baseAddress else { return true }
                return one == two || memcmp(one, two, own.count) == 0
            }
        }
    }

    /// Returns a reader of the bytes between this reader and `later`, a reader further on in the same bytes.
    package func upTo(_ later: FieldReader) -> FieldReader {
        FieldReader(bytes, offset..<max(offset, min(later.offset, end)))
    }

    /// Calls `body` with the unread bytes in place.
    package func withUnsafeRest<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[offset..<end])) }
    }

    /// Returns a reader without the last `count` bytes, or `nil` if fewer remain.
    package func droppingLast(_ count: Int) -> FieldReader? {
        count <= end - offset ? FieldReader(bytes, offset..<end - count) : nil
    }

    /// Reads a 64-bit number.
    /// - Throws: `Malformed` if too few bytes remain.
    @inlinable package mutating func readUInt64() throws -> UInt64 {
        guard end - offset >= 8 else { throw Malformed() }
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        offset += 8
        return UInt64(littleEndian: value)
    }

    /// Reads a signed number.
    /// - Throws: `Malformed` if too few bytes remain.
    @inlinable package mutating func readInt() throws -> Int {
        Int(Int64(bitPattern: try readUInt64()))
    }

    /// Reads a floating-point number.
    /// - Throws: `Malformed` if too few bytes remain.
    @inlinable package mutating func readDouble() throws -> Double {
        Double(bitPattern: try readUInt64())
    }

    /// Reads a Boolean.
    /// - Throws: `Malformed` if there is no byte left or it is neither 0 nor 1.
    @inlinable package mutating func readBool() throws -> Bool {
        guard offset < end, bytes[offset] <= 1 else { throw Malformed() }
        defer { offset += 1 }
        return bytes[offset] == 1
    }

    /// Reads a count and skips as many bytes, returning their range.
    @inlinable mutating func takeCounted() throws -> Range<Int> {
        let count = try readInt()
        guard count >= 0, count <= end - offset else { throw Malformed() }
        let start = offset
        offset += count
        return start..<offset
    }

    /// Reads length-prefixed bytes.
    /// - Throws: `Malformed` if too few bytes remain.
    @inlinable package mutating func readData() throws -> Data {
        Data(bytes[try takeCounted()])
    }

    /// Reads length-prefixed bytes as a reader of their own, without copying them.
    /// - Throws: `Malformed` if too few bytes remain.
    @inlinable package mutating func readFields() throws -> FieldReader {
        FieldReader(bytes, try takeCounted())
    }

    /// Reads a length-prefixed string.
    /// - Throws: `Malformed` if too few bytes remain or they are not UTF-8.
    @inlinable package mutating func readString() throws -> String {
        let range = try takeCounted()
        let text = bytes.withUnsafeBytes { Self.text(UnsafeRawBufferPointer(rebasing: $0[range])) }
        guard let text else { throw Malformed() }
        return text
    }

    // Almost every string is ASCII, which needs no validation.
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
    /// - Throws: `Malformed` if too few bytes remain.
    package mutating func readDigest() throws -> ContentDigest {
        guard end - offset >= 32 else { throw Malformed() }
        let start = offset
        offset += 32
        return bytes.withUnsafeBytes {
            ContentDigest(UnsafeRawBufferPointer(rebasing: $0[start..<start + 32]))
        }
    }

    /// Reads a value written by `writeOptional`.
    /// - Throws: `Malformed`, or what `body` throws.
    @inlinable package mutating func readOptional<Value>(
        _ body: (inout FieldReader) throws -> Value
    ) throws -> Value? {
        try readBool() ? try body(&self) : nil
    }

    /// Reads a list written by `writeList`.
    /// - Throws: `Malformed`, or what `body` throws.
    @inlinable package mutating func readList<Value>(
        _ body: (inout FieldReader) throws -> Value
    ) throws -> [Value] {
        let count = try readCount(ofAtLeast: 1)
        var values: [Value] = []
        // An element may need much more memory than its encoding, so the count does not determine the allocation
        // either.
        values.reserveCapacity(min(count, 1024))
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }

    /// Reads a list of keys and values written by `writeList`. The first of two equal keys wins.
    ///
    /// - Parameter size: The minimum number of bytes of an encoded key with its value.
    /// - Throws: `Malformed`, or what `body` throws.
    @inlinable package mutating func readDictionary<Key: Hashable, Value>(
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

    // Each element takes at least `size` bytes, so a damaged count cannot cause a long loop.
    @usableFromInline mutating func readCount(ofAtLeast size: Int) throws -> Int {
        let count = try readInt()
        guard count >= 0, count <= (end - offset) / size else { throw Malformed() }
        return count
    }
}
