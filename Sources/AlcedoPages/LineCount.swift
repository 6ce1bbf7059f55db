/// Counts lines for increasing positions.
struct LineCount {
    private let bytes: [UInt8]
    private var line = 1
    private var start = 0
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Returns: Line and column, both counted from 1, the column in bytes.
    mutating func place(of target: Int) -> (line: Int, column: Int) {
        while offset < target {
            if bytes[offset] == 0x0A {
                line += 1
                start = offset + 1
            }
            offset += 1
        }
        return (line, target - start + 1)
    }
}
