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

    private func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        if let paint { return paint(x, y) }
        let color = [(x * 3 + seed * 41) & 255, (y * 5 + seed * 83) & 255, (x / 7 + y / 5 + seed * 13) & 255]
        let alpha = isTransparent ? [x < width / 2 && y < height / 2 ? 0 : 255] : []
        return (color + alpha).map(UInt8.init)
    }

    var data: Data {
        var rows = Data()
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width { rows.append(contentsOf: pixel(x, y)) }
        }
        var stream = Data([0x78, 0x01])
        var rest = rows[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for value in [block.count, ~block.count] {
                stream.append(UInt8(value & 255))
                stream.append(UInt8(value >> 8 & 255))
            }
            stream.append(block)
        } while !rest.isEmpty
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in rows {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        stream.append(Self.bytes(b << 16 | a))
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let header =
            Self.bytes(UInt32(width)) + Self.bytes(UInt32(height)) + [8, isTransparent ? 6 : 2, 0, 0, 0]
        for (name, body) in [("IHDR", header), ("IDAT", stream), ("IEND", Data())] {
            let chunk = Data(name.utf8) + body
            data += Self.bytes(UInt32(body.count)) + chunk + Self.bytes(Self.checksum(chunk))
        }
        return data
    }

    private static func bytes(_ value: UInt32) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }

    private static func checksum(_ data: Data) -> UInt32 {
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in data {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~remainder
    }
}
