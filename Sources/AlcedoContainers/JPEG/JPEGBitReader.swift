import AlcedoRecipes

/// The bits of coded data up to the next marker, followed by zeros (ITU-T T.81, F.2.2.5), as in libjpeg.
struct JPEGBitReader {
    let bytes: UnsafeRawBufferPointer
    /// Offset of the first unread byte.
    var at: Int
    /// Whether more bits were taken than available.
    private(set) var isExhausted = false

    /// The next bits, most significant first, padded with zeros.
    private var buffer: UInt64 = 0
    private var count = 0
    private var isAtMarker = false

    init(_ bytes: UnsafeRawBufferPointer, at: Int) {
        self.bytes = bytes
        self.at = at
    }

    /// Returns the next 16 bits without consuming them.
    mutating func peek() -> Int {
        if count < 16 { fill() }
        return Int(buffer >> 48)
    }

    /// Consumes the next `length` bits, at most 16.
    mutating func take(_ length: Int) -> Int {
        guard length > 0 else { return 0 }
        let bits = peek() >> (16 - length)
        skip(length)
        return bits
    }

    mutating func skip(_ length: Int) {
        var rest = length
        while rest > 0 {
            let part = min(rest, 16)
            if count < part { fill() }
            if count < part { isExhausted = true }
            buffer <<= UInt64(part)
            count = max(0, count - part)
            rest -= part
        }
    }

    /// Consumes the next symbol; `nil` if no code of the table matches, where libjpeg continues with 0.
    mutating func symbol(_ table: JPEGHuffmanTable) -> Int? {
        let (value, length) = table.symbol(peek())
        skip(length)
        return value
    }

    /// Continues at another offset, after a restart marker.
    mutating func restart(at place: Int) {
        self = JPEGBitReader(bytes, at: place)
    }

    /// Drops the rest of the last byte and all bits read ahead; zeros follow.
    mutating func stop() {
        (buffer, count, isAtMarker) = (0, 0, true)
    }

    private mutating func fill() {
        while count <= 48, !isAtMarker {
            guard at < bytes.count else {
                isAtMarker = true
                return
            }
            let byte = bytes[at]
            if byte == 0xFF {
                var next = at + 1
                while next < bytes.count, bytes[next] == 0xFF { next += 1 }
                guard next < bytes.count, bytes[next] == 0 else {
                    isAtMarker = true
                    return
                }
                at = next
            }
            at += 1
            buffer |= UInt64(byte) << UInt64(56 - count)
            count += 8
        }
    }
}
