import AlcedoRecipes

/// Size and color description in the coded data of an AV1 picture (AV1 bitstream specification, 5.5).
struct AV1SequenceHeader: Hashable {
    var isMonochrome: Bool
    var isFullRange: Bool
    /// The size of its largest frame in pixels.
    var width: Int
    var height: Int
    /// ITU-T H.273; 2 if unspecified.
    var primaries = 2
    var transfer = 2

    /// Reads the first sequence header in the data; `nil` if there is none.
    init?(_ data: ByteView) {
        var at = 0
        while let first = data.number(at, 1), first & 0x80 == 0 {
            at += first & 4 != 0 ? 2 : 1
            var size = data.count - at
            if first & 2 != 0 {
                // LEB128 of up to eight bytes; no picture needs more than four.
                size = 0
                for index in 0..<4 {
                    guard let byte = data.number(at, 1) else { return nil }
                    at += 1
                    size |= (byte & 0x7F) << (7 * index)
                    if byte & 0x80 == 0 { break }
                }
            }
            guard let unit = data.part(at, min(size, max(0, data.count - at))) else { return nil }
            if first >> 3 & 15 == 1 {
                self.init(unit: unit)
                return
            }
            at += size
        }
        return nil
    }

    private init?(unit: ByteView) {
        var reader = BitReader(unit, order: .highestFirst)
        let profile = reader.bits(3)
        reader.skip(1)
        let isReduced = reader.flag()
        if isReduced { reader.skip(5) } else { Self.skipOperation(&reader) }
        let (across, down) = (reader.bits(4) + 1, reader.bits(4) + 1)
        (width, height) = (reader.bits(across) + 1, reader.bits(down) + 1)
        if !isReduced, reader.flag() { reader.skip(7) }
        reader.skip(3)
        if !isReduced {
            reader.skip(4)
            let hasOrder = reader.flag()
            if hasOrder { reader.skip(2) }
            let screenTools = reader.flag() ? 2 : reader.bits(1)
            if screenTools > 0, !reader.flag() { reader.skip(1) }
            if hasOrder { reader.skip(3) }
        }
        reader.skip(3)
        let isDeep = reader.flag()
        if profile == 2, isDeep { reader.skip(1) }
        isMonochrome = profile == 1 ? false : reader.flag()
        var matrix = 2
        if reader.flag() {
            primaries = reader.bits(8)
            transfer = reader.bits(8)
            matrix = reader.bits(8)
        }
        let isPlainRGB = !isMonochrome && primaries == 1 && transfer == 13 && matrix == 0
        isFullRange = isPlainRGB ? true : reader.flag()
        if reader.isExhausted { return nil }
    }

    /// Skips timing and operating points, which pictures rarely have.
    private static func skipOperation(_ reader: inout BitReader) {
        var delayBits: Int?
        if reader.flag() {
            reader.skip(64)
            if reader.flag() {
                // `uvlc()`: as many bits follow the first 1 as there are zeros before it.
                var zeros = 0
                while zeros < 32, !reader.flag(), !reader.isExhausted { zeros += 1 }
                if zeros < 32 { reader.skip(zeros) }
            }
            if reader.flag() {
                delayBits = reader.bits(5) + 1
                reader.skip(32 + 5 + 5)
            }
        }
        let hasDisplayDelay = reader.flag()
        for _ in 0...reader.bits(5) {
            reader.skip(12)
            if reader.bits(5) > 7 { reader.skip(1) }
            if let delayBits, reader.flag() { reader.skip(2 * delayBits + 1) }
            if hasDisplayDelay, reader.flag() { reader.skip(4) }
        }
    }
}
