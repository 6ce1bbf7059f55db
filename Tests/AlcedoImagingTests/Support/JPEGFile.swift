import Foundation

/// Writes baseline JPEG files of flat 8×8 blocks from nothing but ITU-T T.81.
///
/// Each block is a difference of its mean, in codes of four bits, and one bit that ends it: so it is known where the
/// data of a block are.
struct JPEGFile {
    /// In blocks.
    var columns: Int
    var rows: Int
    /// For each component, all of the same size, the mean of each block, in steps of 16/8 = 2 levels above the middle grey.
    var components: [[Int]]
    /// Blocks between restart markers; 0 for none.
    var restartInterval = 0
    /// Each component in a scan of its own.
    var isSplit = false
    /// The remaining data of a scan, and of the interval between restarts.
    var edit: (_ scan: Int, _ interval: Int, _ data: [UInt8]) -> [UInt8] = { $2 }
    var frame: UInt8 = 0xC0
    var precision: UInt8 = 8
    var height: Int?

    var data: Data {
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += Self.segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
        let count = UInt8(components.count)
        bytes += Self.segment(
            frame,
            [precision] + Self.big(height ?? rows * 8) + Self.big(columns * 8) + [count]
                + (0..<count).flatMap { [$0 + 1, 0x11, 0] })
        // Twelve codes of four bits for the sizes 0 to 11, and one of one bit for the end of a block.
        bytes += Self.segment(0xC4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + Array(0..<12))
        bytes += Self.segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        if restartInterval > 0 { bytes += Self.segment(0xDD, Self.big(restartInterval)) }
        let scans = isSplit ? components.indices.map { [$0] } : [Array(components.indices)]
        for (index, scan) in scans.enumerated() {
            bytes += Self.segment(
                0xDA, [UInt8(scan.count)] + scan.flatMap { [UInt8($0 + 1), 0] } + [0, 63, 0])
            bytes += coded(scan, index)
        }
        return Data(bytes + [0xFF, 0xD9])
    }

    private func coded(_ scan: [Int], _ number: Int) -> [UInt8] {
        let blocks = columns * rows
        let length = restartInterval > 0 ? restartInterval : blocks
        var bytes: [UInt8] = []
        for (interval, start) in stride(from: 0, to: blocks, by: length).enumerated() {
            if interval > 0 { bytes += [0xFF, 0xD0 + UInt8((interval - 1) % 8)] }
            var bits = ""
            var last = [Int](repeating: 0, count: components.count)
            for block in start..<min(blocks, start + length) {
                for component in scan {
                    let difference = components[component][block] - last[component]
                    last[component] = components[component][block]
                    let size = String(abs(difference), radix: 2).count - (difference == 0 ? 1 : 0)
                    // Annex F.1.2.1: negative values are one less, in the lower bits.
                    let value = difference < 0 ? difference + 1 << size - 1 : difference
                    bits += Self.binary(size, 4) + Self.binary(value, size) + "0"
                }
            }
            while bits.count % 8 != 0 { bits += "1" }
            let digits = Array(bits)
            var data = stride(from: 0, to: digits.count, by: 8).compactMap {
                UInt8(String(digits[$0..<$0 + 8]), radix: 2)
            }
            data = edit(number, interval, data.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] })
            bytes += data
        }
        return bytes
    }

    private static func binary(_ value: Int, _ count: Int) -> String {
        guard count > 0 else { return "" }
        let digits = String(value, radix: 2)
        return String(repeating: "0", count: count - digits.count) + digits
    }

    static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(body.count + 2) + body
    }
    static func big(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
}
