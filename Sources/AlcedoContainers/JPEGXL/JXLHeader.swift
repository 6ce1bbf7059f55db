import AlcedoRecipes

extension ColorCoding {
    /// Reads the colors from the header of a JPEG XL (ISO/IEC 18181-1, annexes D and E) if they are HDR, or have a curve that other
    /// formats show otherwise than the decoder's profile does: that of BT.709, and of digital cinema.
    ///
    /// - Returns: `nil` for all other colors, for which the decoder creates a correct profile.
    package init?(jxl bytes: ByteView) {
        guard let coding = JXLHeader(bytes)?.colors else { return nil }
        self = coding
    }
}

/// The beginning of a JPEG XL codestream.
package struct JXLHeader {
    /// Types of extra channels (ISO/IEC 18181-1, D.3.6).
    package static let (alpha, black) = (0, 4)

    private(set) var isAnimated = false
    /// The size in pixels; `nil` if the bytes end before it.
    private(set) var size: PixelSize?
    /// The colors, if they are HDR or have another curve than the profile that libjxl makes of them.
    private(set) var colors: ColorCoding?
    /// The types of the channels beyond the colors.
    package private(set) var extraChannels: [Int] = []

    /// - Returns: `nil` if there is no codestream.
    package init?(_ bytes: ByteView) {
        guard let stream = Self.codestream(bytes) else { return nil }
        var reader = JXLHeaderReader(stream)
        colors = reader.read()
        size = reader.size
        isAnimated = reader.isAnimated
        extraChannels = reader.extraChannels
    }

    private static func codestream(_ bytes: ByteView) -> ByteView? {
        if bytes.number(0, 2) == 0xFF0A { return bytes.from(2) }
        for (name, content) in bytes.boxes {
            if name == "jxlc" { return content.from(2) }
            // A part has a four-byte index before its data.
            if name == "jxlp" { return content.from(6) }
        }
        return nil
    }
}

/// Reads the fields of a JPEG XL header up to its colors.
private struct JXLHeaderReader {
    private var reader: BitReader
    private(set) var size: PixelSize?
    private(set) var isAnimated = false
    private(set) var extraChannels: [Int] = []

    init(_ stream: ByteView) {
        reader = BitReader(stream, order: .lowestFirst)
    }

    mutating func read() -> ColorCoding? {
        size = readSize()
        if reader.flag() { return nil }
        if reader.flag() {
            reader.skip(3)
            if reader.flag() { _ = readSize() }
            if reader.flag() { skipPreview() }
            isAnimated = reader.flag()
            if isAnimated { skipAnimation() }
        }
        skipDepth()
        reader.skip(1)
        for _ in 0..<number([(0, 0), (0, 1), (4, 2), (12, 1)]) {
            if reader.isExhausted { return nil }
            extraChannels.append(channel())
        }
        reader.skip(1)
        return colors()
    }

    private mutating func colors() -> ColorCoding? {
        if reader.flag() { return nil }
        let hasProfile = reader.flag()
        let space = enumeration()
        // 0 for RGB, 1 for gray.
        guard !hasProfile, space <= 1 else { return nil }
        var primaries = Chromaticities.sRGB
        switch enumeration() {
        case 2: primaries.white = point()
        case 10: primaries.white = [1 / 3, 1 / 3]
        case 11: primaries.white = [0.314, 0.351]
        default: break
        }
        if space == 0 {
            let white = primaries.white
            switch enumeration() {
            case 2: (primaries.red, primaries.green, primaries.blue) = (point(), point(), point())
            case 9: primaries = .bt2020
            case 11: primaries = .displayP3
            default: break
            }
            primaries.white = white
        }
        // A custom gamma is not HDR.
        if reader.flag() { return nil }
        let transfer = enumeration()
        guard !reader.isExhausted else { return nil }
        // Chromium 156 takes the curve of a gray picture as its profile says.
        switch transfer {
        case 1 where space == 0: return ColorCoding(primaries: primaries, transfer: .sRGB)
        case 16: return ColorCoding(primaries: primaries, transfer: .pq)
        case 17 where space == 0: return ColorCoding(primaries: primaries, transfer: .cinema)
        case 18: return ColorCoding(primaries: primaries, transfer: .hlg)
        default: return nil
        }
    }

    // MARK: Fields

    /// Reads a number in one of four encodings, each with a bit count and an addend.
    private mutating func number(_ kinds: [(bits: Int, add: Int)]) -> Int {
        let kind = kinds[reader.bits(2)]
        return reader.bits(kind.bits) + kind.add
    }

    private mutating func enumeration() -> Int { number([(0, 0), (0, 1), (4, 2), (6, 18)]) }

    private mutating func point() -> [Double] {
        func coordinate() -> Double {
            let packed = number([(19, 0), (19, 524_288), (20, 1_048_576), (21, 2_097_152)])
            return Double(packed & 1 == 0 ? packed / 2 : -(packed + 1) / 2) / 1_000_000
        }
        let x = coordinate()
        return [x, coordinate()]
    }

    /// Reads a size header (ISO/IEC 18181-1, 6.2).
    private mutating func readSize() -> PixelSize? {
        let isSmall = reader.flag()
        func side() -> Int {
            isSmall ? 8 * (reader.bits(5) + 1) : number([(9, 1), (13, 1), (18, 1), (30, 1)])
        }
        let height = side()
        let ratio = reader.bits(3)
        let (width, times) = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)][max(ratio - 1, 0)]
        let size = PixelSize(width: ratio == 0 ? side() : height * width / times, height: height)
        return reader.isExhausted ? nil : size
    }

    private mutating func skipPreview() {
        let isDivided = reader.flag()
        func skipSide() {
            _ = number(
                isDivided ? [(0, 16), (0, 32), (5, 1), (9, 33)] : [(6, 1), (8, 65), (10, 321), (12, 1345)])
        }
        skipSide()
        if reader.bits(3) == 0 { skipSide() }
    }

    private mutating func skipAnimation() {
        _ = number([(0, 100), (0, 1000), (10, 1), (30, 1)])
        _ = number([(0, 1), (0, 1001), (8, 1), (10, 1)])
        _ = number([(0, 0), (3, 0), (16, 0), (32, 0)])
        reader.skip(1)
    }

    private mutating func skipDepth() {
        if reader.flag() {
            _ = number([(0, 32), (0, 16), (0, 24), (6, 1)])
            reader.skip(4)
        } else {
            _ = number([(0, 8), (0, 10), (0, 12), (6, 1)])
        }
    }

    /// Returns the type of an extra channel.
    private mutating func channel() -> Int {
        if reader.flag() { return JXLHeader.alpha }
        let type = enumeration()
        skipDepth()
        _ = number([(0, 0), (0, 3), (0, 4), (3, 1)])
        reader.skip(8 * number([(0, 0), (4, 0), (5, 16), (10, 48)]))
        switch type {
        case 0: reader.skip(1)
        case 2: reader.skip(4 * 16)
        case 5: _ = number([(0, 1), (2, 0), (4, 3), (8, 19)])
        default: break
        }
        return type
    }
}
