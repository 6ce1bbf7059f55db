import Foundation

/// The box in which an AVIF or HEIC says by numbers what its colours mean (ISO/IEC 14496-12, `colr` of type `nclx`).
///
/// libvips reads embedded profiles only and takes everything else for sRGB.
enum ColorBox {
    /// Whether the colours are those of Display P3: its primaries with sRGB's curve (12 and 13 in ISO/IEC 23091-2).
    static func isDisplayP3(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // It stands in the item properties, before the coded picture. What is beyond is not looked at.
        let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(65_536))
        guard let box = Data(head).range(of: Data("colrnclx".utf8)), head.count >= box.upperBound + 4 else {
            return false
        }
        func number(_ offset: Int) -> Int {
            Int(head[box.upperBound + offset]) << 8 | Int(head[box.upperBound + offset + 1])
        }
        return number(0) == 12 && number(2) == 13
    }
}
