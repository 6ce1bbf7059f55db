/// The bits of coded data up to the next marker, and zeros after that (ITU-T T.81, F.2.2.5), as libjpeg gives them.
struct JPEGBitReader {
    let bytes: UnsafeRawBufferPointer
    /// The first byte that has not been read.
    var at: Int
    /// Whether more bits were taken than there are.
    private(set) var isExhausted = false

    /// The next bits, from the highest one on, zeros after them.
    private var buffer: UInt64 = 0
    private var count = 0
    private var isAtMarker = false

    init(_ bytes: UnsafeRawBufferPointer, at: Int) {
        self.bytes = bytes
        self.at = at
    }

    /// The next 16 bits, which stay.
    mutating func peek() -> Int {
        if count < 16 { fill() }
        return Int(buffer >> 48)
    }

    /// The next `length` bits, at most 16.
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

    /// The next symbol; `nil` where no code of the table comes next, in whose place libjpeg goes on with 0.
    mutating func symbol(_ table: JPEGHuffmanTable) -> Int? {
        let (value, length) = table.symbol(peek())
        skip(length)
        return value
    }

    /// Goes on at another place, behind a restart marker.
    mutating func restart(at place: Int) {
        self = JPEGBitReader(bytes, at: place)
    }

    /// Drops the bits of the last byte and of those read ahead; zeros follow.
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
