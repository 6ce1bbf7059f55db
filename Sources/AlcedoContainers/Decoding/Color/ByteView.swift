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
}
