/// Counts the columns of a line from one place to the next. Exports are often a single line of many megabytes, too long
/// to count from its start for each value.
struct ColumnCount {
    private var offset = 0
    private var characters = 0

    mutating func beginLine(at start: Int) {
        (offset, characters) = (start, 0)
    }

    /// Returns the column, from 1, of a place that is not before the previous place.
    mutating func column(at place: Int, of bytes: [UInt8]) -> Int {
        while offset < place {
            // Continuation bytes of UTF-8 are not characters of their own.
            if bytes[offset] & 0xC0 != 0x80 { characters += 1 }
            offset += 1
        }
        return characters + 1
    }
}
