import AlcedoRecipes

/// Reads numbers of a few bits each. Bits beyond the end are 0 and set ``isExhausted``.
struct BitReader {
    enum Order { case highestFirst, lowestFirst }

    private let bytes: ByteView
    private let order: Order
    private var at = 0
    private(set) var isExhausted = false

    init(_ bytes: ByteView, order: Order) {
        self.bytes = bytes
        self.order = order
    }

    @inline(never) mutating func bits(_ count: Int) -> Int {
        var value = 0
        for index in 0..<count {
            var bit = 0
            if at / 8 < bytes.count {
                let shift = order == .highestFirst ? 7 - at % 8 : at % 8
                bit = Int(bytes.bytes[at / 8]) >> shift & 1
            } else {
                isExhausted = true
            }
            at += 1
            value = order == .highestFirst ? value << 1 | bit : value | bit << index
        }
        return value
    }

    mutating func flag() -> Bool { bits(1) == 1 }

    mutating func skip(_ count: Int) { at += count }
}
