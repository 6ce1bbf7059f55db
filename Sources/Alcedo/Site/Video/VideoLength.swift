import AlcedoBase
import AlcedoManifest

/// The duration that a video file states in its header.
enum VideoLength {
    /// Returns milliseconds; `nil` if the file does not say.
    static func milliseconds(_ file: Data, _ format: Variant.VideoFormat) -> Int? {
        let bytes = [UInt8](file.prefix(1 << 16))
        switch format {
        case .mp4: return movieHeader(bytes)
        case .webm: return duration(bytes)
        }
    }

    /// The movie header (ISO/IEC 14496-12, 8.2.2), version 0 or 1.
    private static func movieHeader(_ bytes: [UInt8]) -> Int? {
        guard let name = bytes.firstRange(of: Array("mvhd".utf8)) else { return nil }
        let start = name.upperBound
        func number(_ offset: Int, _ count: Int) -> Double? {
            guard start + offset + count <= bytes.count else { return nil }
            return bytes[start + offset..<start + offset + count].reduce(0) { $0 * 256 + Double($1) }
        }
        guard start < bytes.count else { return nil }
        let isLong = bytes[start] == 1
        guard let scale = number(isLong ? 20 : 12, 4), scale > 0,
            let length = number(isLong ? 24 : 16, isLong ? 8 : 4)
        else { return nil }
        return Int((length / scale * 1000).rounded())
    }

    /// The element Duration (RFC 9559, 5.1.2.10), a float of eight bytes in milliseconds, as ffmpeg writes it.
    private static func duration(_ bytes: [UInt8]) -> Int? {
        guard let place = bytes.firstRange(of: [0x44, 0x89, 0x88]), place.upperBound + 8 <= bytes.count else {
            return nil
        }
        let bits = bytes[place.upperBound..<place.upperBound + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let value = Double(bitPattern: bits)
        return value.isFinite && value >= 0 && value < 1e12 ? Int(value.rounded()) : nil
    }
}
