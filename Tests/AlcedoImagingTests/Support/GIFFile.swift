import Foundation

/// Writes animated GIF files from nothing but the GIF89a specification.
///
/// Codes are 8 bits wide throughout: 7-bit pixels, and a clear code before the table of a decoder grows beyond.
struct GIFFile {
    var width: Int
    var height: Int
    /// Up to 128 colours.
    var palette: [[UInt8]]
    /// Palette indices of each frame.
    var frames: [[UInt8]]
    /// Hundredths of a second.
    var delays: [Int]
    /// The number of repetitions; 0 for endless, `nil` for no value.
    var loop: Int?
    var transparentIndex: UInt8?

    var data: Data {
        var bytes = Array("GIF89a".utf8) + Self.little(width) + Self.little(height) + [0xF6, 0, 0]
        bytes += (0..<128).flatMap { $0 < palette.count ? palette[$0] : [0, 0, 0] }
        if let loop {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.little(loop) + [0]
        }
        for (index, frame) in frames.enumerated() {
            // Disposal 2, so that frames do not show through one another.
            let flags: UInt8 = 2 << 2 | (transparentIndex == nil ? 0 : 1)
            bytes += [0x21, 0xF9, 4, flags] + Self.little(delays[index]) + [transparentIndex ?? 0, 0]
            bytes += [0x2C, 0, 0, 0, 0] + Self.little(width) + Self.little(height) + [0, 7]
            var codes: [UInt8] = []
            for (at, pixel) in frame.enumerated() {
                if at % 100 == 0 { codes.append(128) }
                codes.append(pixel)
            }
            codes.append(129)
            for start in stride(from: 0, to: codes.count, by: 255) {
                let block = codes[start..<min(start + 255, codes.count)]
                bytes += [UInt8(block.count)] + block
            }
            bytes.append(0)
        }
        return Data(bytes + [0x3B])
    }

    private static func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
