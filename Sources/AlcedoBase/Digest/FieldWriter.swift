/// Writes fields so that different lists of fields give different bytes.
///
/// Each string or blob is preceded by its length and each number has a fixed width, so `["ab", "c"]` and `["a", "bc"]`
/// differ. Cache keys, recipes and the state file are written with it; `FieldReader` reads them.
package struct FieldWriter: Sendable {
    /// Everything written so far.
    package var bytes: [UInt8] { storage }

    @usableFromInline var storage: [UInt8] = []

    /// Everything written so far, as `Data`.
    package var data: Data { Data(storage) }

    /// A reader of everything written so far.
    package var fields: FieldReader { FieldReader(storage) }

    /// Creates an empty writer.
    package init() {
        // Most outputs are keys or fingerprints.
        storage.reserveCapacity(256)
    }

    /// Reserves capacity for `count` bytes.
    package mutating func reserve(_ count: Int) { storage.reserveCapacity(count) }

    /// Removes all fields and keeps the capacity.
    package mutating func removeAll() { storage.removeAll(keepingCapacity: true) }

    /// Writes a 64-bit number, little-endian.
    @inlinable package mutating func write(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { storage.append(contentsOf: $0) }
    }

    /// Writes a signed number.
    @inlinable package mutating func write(_ value: Int) {
        write(UInt64(bitPattern: Int64(value)))
    }

    /// Writes the bits of a number, so that equal numbers give equal bytes on every machine. `-0` is written as `0`.
    @inlinable package mutating func write(_ value: Double) {
        write((value == 0 ? 0 : value).bitPattern)
    }

    /// Writes a Boolean.
    @inlinable package mutating func write(_ value: Bool) {
        storage.append(value ? 1 : 0)
    }

    /// Writes the UTF-8 bytes of `text` with a length prefix.
    @inlinable package mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            write(utf8.count)
            storage.append(contentsOf: utf8)
        }
    }

    /// Writes bytes with a length prefix.
    @inlinable package mutating func write(_ data: Data) {
        write(data.count)
        data.withUnsafeBytes { storage.append(contentsOf: $0) }
    }

    /// Writes bytes with a length prefix.
    package mutating func write(_ data: [UInt8]) {
        write(data.count)
        storage.append(contentsOf: data)
    }

    /// Writes the output of `body` with a length prefix: the same bytes as for a finished buffer, without copying one.
    package mutating func writeCounted(_ body: (inout FieldWriter) -> Void) {
        let start = storage.count
        write(0)
        body(&self)
        replace(at: start, with: storage.count - start - 8)
    }

    /// Writes another number in the place of one that begins at `offset`.
    mutating func replace(at offset: Int, with value: Int) {
        let bits = UInt64(bitPattern: Int64(value)).littleEndian
        storage.withUnsafeMutableBytes { $0.storeBytes(of: bits, toByteOffset: offset, as: UInt64.self) }
    }

    /// Writes the unread bytes of `fields` with a length prefix.
    package mutating func write(_ fields: FieldReader) {
        write(fields.count)
        fields.withUnsafeRest { storage.append(contentsOf: $0) }
    }

    /// Appends the unread bytes of `fields` without a length prefix.
    package mutating func append(_ fields: FieldReader) {
        fields.withUnsafeRest { storage.append(contentsOf: $0) }
    }

    /// Writes the 32 bytes of a digest.
    package mutating func write(_ digest: ContentDigest) {
        digest.withUnsafeBytes { storage.append(contentsOf: $0) }
    }

    /// Writes whether there is a value, then the value.
    @inlinable package mutating func writeOptional<Value>(
        _ value: Value?, _ body: (inout FieldWriter, Value) -> Void
    ) {
        write(value != nil)
        if let value { body(&self, value) }
    }

    /// Writes a count, then each element.
    @inlinable package mutating func writeList<Values: Collection>(
        _ values: Values, _ body: (inout FieldWriter, Values.Element) -> Void
    ) {
        write(values.count)
        for value in values { body(&self, value) }
    }

    /// The SHA-256 of everything written.
    package var digest: ContentDigest { storage.withUnsafeBytes { ContentHasher.digest(of: $0) } }
}
