import AlcedoRecipes

/// A Huffman table of a JPEG (ITU-T T.81, annex C and B.2.4.2).
struct JPEGHuffmanTable {
    /// Length and symbol by the first nine of the next 16 bits; 0 for longer codes.
    private var short = [UInt16](repeating: 0, count: 512)
    /// For each length, the first code beyond it, aligned to 16 bits, and the offset from a code to its symbol.
    private var beyond = [Int](repeating: 0, count: 17)
    private var offset = [Int](repeating: 0, count: 17)
    private var symbols: [UInt8]

    /// - Parameter body: The number of codes of each length, followed by the symbols.
    /// - Returns: `nil` if there are more codes than the lengths allow, or fewer symbols than codes.
    init?(_ body: Slice<UnsafeRawBufferPointer>) {
        let counts = body.prefix(16).map { Int($0) }
        let total = counts.reduce(0, +)
        guard counts.count == 16, total <= 256, body.count >= 16 + total else { return nil }
        symbols = Array(body.dropFirst(16).prefix(total))
        var (code, index) = (0, 0)
        for length in 1...16 {
            offset[length] = index - code
            for _ in 0..<counts[length - 1] {
                guard code < 1 << length else { return nil }
                if length <= 9 {
                    let first = code << (9 - length)
                    for entry in first..<first + 1 << (9 - length) {
                        short[entry] = UInt16(length) << 8 | UInt16(symbols[index])
                    }
                }
                (code, index) = (code + 1, index + 1)
            }
            beyond[length] = code << (16 - length)
            code <<= 1
        }
    }

    /// Returns the symbol at the start of `bits` and the length of its code; no symbol if no code matches.
    func symbol(_ bits: Int) -> (value: Int?, length: Int) {
        let entry = Int(short[bits >> 7])
        if entry != 0 { return (entry & 0xFF, entry >> 8) }
        for length in 1...16 where bits < beyond[length] {
            let index = bits >> (16 - length) + offset[length]
            return (symbols.indices.contains(index) ? Int(symbols[index]) : nil, length)
        }
        return (nil, 16)
    }
}
