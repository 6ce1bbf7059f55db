/// Counts the columns of a line from one place to the next: exports are often a single line of many megabytes, which
/// nobody should count from its beginning for each value.
struct ColumnCount {
    private var offset = 0
    private var characters = 0
    /// How many bytes have been looked at.
    private(set) var bytesCounted = 0

    /// A line begins here.
    mutating func beginLine(at start: Int) {
        (offset, characters) = (start, 0)
    }

    /// The column of a place that is not before the last one, from 1.
    mutating func column(at place: Int, of bytes: [UInt8]) -> Int {
        bytesCounted += place - offset
        while offset < place {
            // The following bytes of a character in UTF-8 are none of their own.
            if bytes[offset] & 0xC0 != 0x80 { characters += 1 }
            offset += 1
        }
        return characters + 1
    }
}
