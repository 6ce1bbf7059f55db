import AlcedoRecipes

/// The tables in effect at some place in a JPEG.
struct JPEGTables {
    private(set) var dc = [JPEGHuffmanTable?](repeating: nil, count: 4)
    private(set) var ac = [JPEGHuffmanTable?](repeating: nil, count: 4)
    /// Units between restart markers; 0 if there are none.
    private(set) var restartInterval = 0

    /// Stores the definitions in a segment, if any (ITU-T T.81, B.2.4.2 and B.2.4.4).
    mutating func read(_ segment: JPEGSegments.Segment, in bytes: UnsafeRawBufferPointer) {
        var body = bytes[segment.body]
        switch segment.marker {
        case 0xDD where body.count >= 2:
            restartInterval = Int(body[body.startIndex]) << 8 | Int(body[body.startIndex + 1])
        case 0xC4:
            while let kind = body.popFirst(), body.count >= 16 {
                let count = 16 + body.prefix(16).reduce(0) { $0 + Int($1) }
                let table = JPEGHuffmanTable(body.prefix(count))
                if kind & 0xEF < 4 {
                    if kind < 4 { dc[Int(kind)] = table } else { ac[Int(kind & 15)] = table }
                }
                body = body.dropFirst(count)
            }
        default: break
        }
    }
}
