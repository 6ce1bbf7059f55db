import AlcedoBase
import AlcedoRecipes

/// Kinds of a supported type that the decoder rejects although the file is intact, with advice for each.
///
/// Consulted after decoding has failed.
enum UnsupportedKind {
    /// Returns a sentence that names the kind; `nil` if the kind is not the problem.
    ///
    /// - Parameter said: The messages of the decoder.
    static func reason(_ type: ImageType, _ bytes: UnsafeRawBufferPointer, said: [String]) -> String? {
        switch type {
        case .jpeg: jpeg(bytes, said)
        case .png: png(bytes)
        case .tiff: TIFFKind.reason(bytes)
        case .avif, .heic: ISOMediaKind.reason(type, bytes, said)
        case .webp: webp(bytes)
        case .svg: svg(bytes, said)
        case .pdf where said.contains { $0.contains("ncrypted") || $0.contains("assword") }:
            sentence("an encrypted PDF", "save it without a password")
        default: nil
        }
    }

    static func sentence(_ kind: String, _ advice: String) -> String {
        "it is \(kind), which is not supported; \(advice)"
    }

    /// Detects kinds by the frame header (ITU-T T.81, table B.1; 0xF7 is JPEG-LS, ITU-T T.87).
    private static func jpeg(_ bytes: UnsafeRawBufferPointer, _ said: [String]) -> String? {
        let advice = "save it as a baseline or progressive JPEG, or as PNG"
        for segment in JPEGSegments(bytes).prefix(while: { $0.marker != 0xDA }) {
            switch segment.marker {
            case 0xF7: return sentence("JPEG-LS", advice)
            case 0xC3, 0xCB: return sentence("a lossless JPEG", advice)
            case 0xC5...0xC7, 0xCD...0xCF: return sentence("a hierarchical JPEG", advice)
            case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA:
                guard let frame = JPEGFrame(segment, in: bytes) else { return nil }
                if frame.precision != 8 { return sentence("a JPEG of \(frame.precision) bits", advice) }
                if frame.height == 0 {
                    return sentence("a JPEG whose height follows its first scan (DNL)", advice)
                }
                if frame.marker >= 0xC9, said.contains(where: { $0.contains("rithmetic") }) {
                    return sentence("a JPEG with arithmetic coding", advice)
                }
                return ![1, 3, 4].contains(frame.components.count)
                    ? sentence("a JPEG of \(frame.components.count) components", advice) : nil
            default: continue
            }
        }
        return nil
    }

    /// Apple's tools rewrite the PNGs of an app and put a proprietary chunk before the header.
    private static func png(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count >= 16, bytes[12..<16].elementsEqual("CgBI".utf8) else { return nil }
        return sentence(
            "a PNG in Apple's own form for apps (CgBI)",
            "take the original, or convert it with Xcode's 'pngcrush -revert-iphone-optimizations'")
    }

    /// Detects later versions by the headers of coded data (RFC 6386, 9.1, and the WebP lossless bitstream, 3).
    private static func webp(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count >= 25 else { return nil }
        let isLater =
            switch String(decoding: bytes[12..<16], as: UTF8.self) {
            case "VP8L": bytes[20] == 0x2F && bytes[24] >> 5 != 0
            case "VP8 ": bytes[20] >> 1 & 7 > 3
            default: false
            }
        return isLater
            ? sentence("a WebP of a newer version", "save it as WebP with another program, or as PNG") : nil
    }

    private static func svg(_ bytes: UnsafeRawBufferPointer, _ said: [String]) -> String? {
        guard bytes.starts(with: [0x1F, 0x8B]), said.contains(where: { $0.contains("Start tag expected") })
        else {
            return nil
        }
        return sentence("a compressed file (gzip) without an SVG in it", "decompress it first")
    }
}
