import CTestPNG
import Foundation

/// Writes PNG files from nothing but the PNG specification, with stored (uncompressed) data.
struct PNGFile {
    var width: Int
    var height: Int
    var depth = 8
    /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
    var colorType: Int
    /// Rows without their filter bytes, packed.
    var rows: [[UInt8]]
    /// The filters of the rows, again from the first after the last.
    var filters: [UInt8] = [0]
    /// Chunks between IHDR and IDAT.
    var extras: [(name: String, content: [UInt8])] = []

    /// Chunks between IDAT and IEND.
    var late: [(name: String, content: [UInt8])] = []

    init(width: Int, height: Int, depth: Int = 8, colorType: Int, rows: [[UInt8]]) {
        self.width = width
        self.height = height
        self.depth = depth
        self.colorType = colorType
        self.rows = rows
    }

    init(_ raster: Raster) {
        let stride = raster.width * raster.bands
        self.init(
            width: raster.width, height: raster.height, colorType: [0, 4, 2, 6][raster.bands - 1],
            rows: (0..<raster.height).map { Array(raster.bytes[$0 * stride..<($0 + 1) * stride]) })
    }

    var data: Data {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header =
            Self.big(width, 4) + Self.big(height, 4) + [UInt8(depth), UInt8(colorType), 0, 0, 0]
        bytes += Self.chunk("IHDR", header)
        for extra in extras { bytes += Self.chunk(extra.name, extra.content) }
        bytes += Self.chunk("IDAT", Self.stored(filtered))
        for extra in late { bytes += Self.chunk(extra.name, extra.content) }
        return Data(bytes + Self.chunk("IEND", []))
    }

    /// The rows, each behind its filter (W3C PNG, third edition, chapter 9).
    var filtered: [UInt8] {
        let pixel = max(1, [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType, default: 1] * depth / 8)
        var bytes: [UInt8] = []
        for (y, row) in rows.enumerated() {
            let filter = filters[y % filters.count]
            bytes.append(filter)
            bytes += [UInt8](unsafeUninitializedCapacity: row.count) { out, count in
                test_png_filter(row, y > 0 ? rows[y - 1] : nil, row.count, pixel, filter, out.baseAddress)
                count = row.count
            }
        }
        return bytes
    }

    /// An ICC profile as iCCP holds it.
    static func profile(_ profile: Data) -> (name: String, content: [UInt8]) {
        ("iCCP", Array("test".utf8) + [0, 0] + stored(Array(profile)))
    }

    static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return big(content.count, 4) + named + big(Int(test_png_crc(named, named.count)), 4)
    }

    /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4).
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var at = 0
        repeat {
            let count = min(65_535, bytes.count - at)
            let last = at + count == bytes.count
            stream += [last ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
            stream += [UInt8(~count & 255), UInt8(~count >> 8 & 255)]
            stream += bytes[at..<at + count]
            at += count
        } while at < bytes.count
        return stream + big(Int(test_png_adler(bytes, bytes.count)), 4)
    }
}
