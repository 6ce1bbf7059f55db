import CTestPNG
import Foundation

/// An 8-bit RGB or RGBA picture as the simplest PNG: no filter, no compression. Written by the
/// specification (W3C PNG, RFC 1950, RFC 1951), without any code under test.
struct PlainPNG {
    var width: Int
    var height: Int
    /// Whether it has transparent pixels: the upper left quarter.
    var isTransparent = false
    /// Determines its pixels.
    var seed = 0
    /// The pixels themselves, where they matter.
    var paint: ((_ x: Int, _ y: Int) -> [UInt8])?

    private func addPixel(_ x: Int, _ y: Int, to rows: inout [UInt8]) {
        if let paint { return rows += paint(x, y) }
        rows.append(UInt8(truncatingIfNeeded: x * 3 + seed * 41))
        rows.append(UInt8(truncatingIfNeeded: y * 5 + seed * 83))
        rows.append(UInt8(truncatingIfNeeded: x / 7 + y / 5 + seed * 13))
        if isTransparent { rows.append(x < width / 2 && y < height / 2 ? 0 : 255) }
    }

    var data: Data {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width { addPixel(x, y, to: &rows) }
        }
        var stream = Data([0x78, 0x01])
        var at = 0
        repeat {
            let count = min(65_535, rows.count - at)
            stream.append(at + count == rows.count ? 1 : 0)
            for value in [count, ~count] {
                stream.append(UInt8(value & 255))
                stream.append(UInt8(value >> 8 & 255))
            }
            stream.append(contentsOf: rows[at..<at + count])
            at += count
        } while at < rows.count
        stream.append(Self.bytes(test_png_adler(rows, rows.count)))
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let header =
            Self.bytes(UInt32(width)) + Self.bytes(UInt32(height)) + [8, isTransparent ? 6 : 2, 0, 0, 0]
        for (name, body) in [("IHDR", header), ("IDAT", stream), ("IEND", Data())] {
            let chunk = Data(name.utf8) + body
            data +=
                Self.bytes(UInt32(body.count)) + chunk + Self.bytes(test_png_crc(Array(chunk), chunk.count))
        }
        return data
    }

    private static func bytes(_ value: UInt32) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }
}
