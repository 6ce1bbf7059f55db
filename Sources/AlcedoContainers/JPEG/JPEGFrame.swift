import AlcedoRecipes

/// The frame header of a JPEG (ITU-T T.81, B.2.2).
package struct JPEGFrame {
    /// A component with its sampling factors and the number of 8×8 blocks that cover it.
    struct Component {
        var id: UInt8
        var across: Int
        var down: Int
        var columns: Int
        var rows: Int
    }

    package let marker: UInt8
    let precision: Int
    let width: Int
    /// Rows of pixels; 0 if the number follows the first scan.
    package let height: Int
    let components: [Component]

    /// Reads the first frame header of a file.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard
            let frame = JPEGSegments(bytes).prefix(while: { $0.marker != 0xDA }).first(where: {
                Self.isStart($0.marker)
            })
        else { return nil }
        self.init(frame, in: bytes)
    }

    init?(_ segment: JPEGSegments.Segment, in bytes: UnsafeRawBufferPointer) {
        let body = UnsafeRawBufferPointer(rebasing: bytes[segment.body])
        guard body.count >= 6, body.count >= 6 + 3 * Int(body[5]) else { return nil }
        marker = segment.marker
        precision = Int(body[0])
        (height, width) = (Int(body[1]) << 8 | Int(body[2]), Int(body[3]) << 8 | Int(body[4]))
        let factors = (0..<Int(body[5])).map { index in
            let at = 6 + 3 * index
            return (id: body[at], across: Int(body[at + 1] >> 4), down: Int(body[at + 1] & 15))
        }
        guard factors.allSatisfy({ (1...4).contains($0.across) && (1...4).contains($0.down) }) else {
            return nil
        }
        let (across, down) = (factors.map(\.across).max() ?? 1, factors.map(\.down).max() ?? 1)
        let size = (width: width, height: height)
        components = factors.map { factor in
            Component(
                id: factor.id, across: factor.across, down: factor.down,
                columns: Self.parts(Self.parts(size.width * factor.across, across), 8),
                rows: Self.parts(Self.parts(size.height * factor.down, down), 8))
        }
    }

    /// Whether its pixels come in several passes.
    package var isProgressive: Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) }

    /// Whether a marker starts a frame of any kind (table B.1).
    static func isStart(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    static func parts(_ length: Int, _ part: Int) -> Int { (length + part - 1) / part }
}
