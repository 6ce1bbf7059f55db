import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CAlcedoSystem

/// Pictures embedded in an SVG as `data:` URIs.
///
/// librsvg decodes them itself and silently omits a picture for which it cannot allocate memory, so pictures beyond the
/// source limits are refused in advance. Pictures in a compressed SVG are not found.
struct EmbeddedPictures {
    let bytes: UnsafeRawBufferPointer

    /// Maximum number of pictures checked; drawings with more contain small ones.
    private static let maxPictures = 1000
    /// Base64 bytes decoded of each picture: enough for any header that is not deliberately long.
    private static let head = 96 * 1024

    /// Returns the number of pixels of the largest picture, or 0 if there is none.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)`` when a picture is beyond the limits.
    @discardableResult
    func check(_ limits: ImageLimits) throws -> Int {
        var largest = 0
        var at = 0
        for _ in 0..<Self.maxPictures {
            guard let begin = next("data:image/", from: at, within: bytes.count) else { break }
            at = begin
            guard let start = next(";base64,", from: begin, within: 64) else { continue }
            at = start
            do {
                largest = max(largest, try check(decoded(from: start), limits))
            } catch ImagingError.decode(let fault, let reason) {
                throw ImagingError.decode(fault, reason: "a picture in it cannot be drawn: \(reason)")
            }
        }
        return largest
    }

    private func check(_ data: Data, _ limits: ImageLimits) throws -> Int {
        guard let type = ImageType.sniff(data), [.jpeg, .png, .gif, .webp].contains(type) else { return 0 }
        return try data.withUnsafeBytes { bytes in
            let reader = try SourceReader(bytes: bytes, type: type, truncation: .allow)
            let size: PixelSize
            do {
                size = try reader.open(frames: 1).size
            } catch {
                // librsvg cannot decode it either, and draws the rest.
                return 0
            }
            try limits.check(size, frames: 1)
            return size.width * size.height
        }
    }

    /// Returns the offset after the next occurrence of `words`.
    private func next(_ words: StaticString, from start: Int, within count: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress else { return nil }
        let length = min(count, bytes.count - start)
        let found = alcedo_find(
            base + start, UInt(length), words.utf8Start, UInt(words.utf8CodeUnitCount))
        return found.map { $0 - base + words.utf8CodeUnitCount }
    }

    private func decoded(from start: Int) -> Data {
        var text = Data()
        for byte in bytes[start..<min(bytes.count, start + Self.head)] {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                text.append(byte)
            // Base64 in a document may be broken into lines.
            case 0x20, 0x0A, 0x0D, 0x09: continue
            default: return Data(base64Encoded: text.prefix(text.count / 4 * 4)) ?? Data()
            }
        }
        return Data(base64Encoded: text.prefix(text.count / 4 * 4)) ?? Data()
    }
}
