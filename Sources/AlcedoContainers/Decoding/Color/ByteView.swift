import AlcedoRecipes

/// Read-only view of a container's bytes. Numbers beyond the end are `nil`.
package struct ByteView {
    let bytes: UnsafeRawBufferPointer

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// Returns a big-endian number of up to seven bytes.
    @inline(never) func number(_ at: Int, _ count: Int) -> Int? {
        guard at >= 0, count >= 0, at <= bytes.count - count else { return nil }
        return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }

    func part(_ at: Int, _ count: Int) -> ByteView? {
        guard at >= 0, count >= 0, at <= bytes.count, count <= bytes.count - at else { return nil }
        return ByteView(UnsafeRawBufferPointer(rebasing: bytes[at..<at + count]))
    }

    func from(_ at: Int) -> ByteView? { part(at, bytes.count - at) }

    @inline(never) func begins(_ text: String, at: Int = 0) -> Bool {
        at >= 0 && at <= bytes.count && bytes[at...].starts(with: text.utf8)
    }

    /// Consecutive boxes (ISO/IEC 14496-12, 4.2), the last of which may be truncated.
    package var boxes: [(name: String, content: ByteView)] {
        var found: [(name: String, content: ByteView)] = []
        var at = 0
        while found.count < 4096, var length = number(at, 4), let name = part(at + 4, 4) {
            var header = 8
            if length == 1, let high = number(at + 8, 4), let low = number(at + 12, 4), high < 0x8000 {
                (header, length) = (16, high << 32 | low)
            } else if length == 0 {
                length = count - at
            }
            // The beginning of a truncated last box may contain what is needed.
            guard length >= header, let content = part(at + header, min(length, count - at) - header) else {
                break
            }
            found.append((String(decoding: name.bytes, as: UTF8.self), content))
            guard length <= count - at else { break }
            at += length
        }
        return found
    }
}
