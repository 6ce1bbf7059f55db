import AlcedoBase
import AlcedoRecipes

/// Kinds of AVIF and HEIC that libheif does not support.
enum ISOMediaKind {
    /// - Parameter said: The messages of the decoder.
    static func reason(_ type: ImageType, _ bytes: UnsafeRawBufferPointer, _ said: [String]) -> String? {
        guard bytes.count >= 16 else { return nil }
        func says(_ words: String) -> Bool { said.contains { $0.contains(words) } }
        if let codec = codecs[String(decoding: bytes[8..<12], as: UTF8.self)] {
            return UnsupportedKind.sentence("a HEIF with \(codec)", "save it as AVIF, JPEG or PNG")
        }
        let boxes = boxes(of: bytes)
        // An image sequence has a track, like a video; many also have a still picture.
        if boxes.contains("moov"), !boxes.contains("meta") || says("pitm") || says("supported brands") {
            return UnsupportedKind.sentence(
                "an image sequence (animated \(type.name)) without a still picture",
                "save it as animated WebP or GIF, or one of its frames")
        }
        if says("bad image dimensions"), has("clap", bytes) {
            return UnsupportedKind.sentence(
                "an \(type.name) with a crop (clap) that this version of libheif computes differently",
                "save it without the crop, or use a later libheif")
        }
        if says("Unsupported codec") || says("No decoding plugin") {
            let codec = type == .avif ? "AV1 (libdav1d or libaom)" : "HEVC (libde265)"
            return
                "this kind of \(type.name) is not supported: libheif has no decoder for it here; install the one for \(codec)"
        }
        if says("Unsupported file-type") {
            return UnsupportedKind.sentence("a HEIF of an unknown kind", "save it as AVIF, JPEG or PNG")
        }
        return nil
    }

    /// Codecs by major brand (ISO/IEC 23008-12, annexes).
    private static let codecs = [
        "avci": "H.264 (AVC)", "avcs": "H.264 (AVC)", "vvic": "H.266 (VVC)", "vvis": "H.266 (VVC)",
        "evbi": "EVC", "evmi": "EVC", "j2ki": "JPEG 2000", "j2is": "JPEG 2000", "jpeg": "JPEG",
        "jpgs": "JPEG",
    ]

    /// Returns the names of the top-level boxes, as far as they are well-formed.
    private static func boxes(of bytes: UnsafeRawBufferPointer) -> Set<String> {
        var names: Set<String> = []
        var at = 0
        while at + 8 <= bytes.count {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            names.insert(String(decoding: bytes[at + 4..<at + 8], as: UTF8.self))
            guard length >= 8 else { break }
            at += length
        }
        return names
    }

    /// Whether there is a property with this name in the first 64 KiB, where properties are stored.
    private static func has(_ property: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let wanted = Array(property.utf8)
        let head = Array(bytes.prefix(65_536))
        return head.indices.dropLast(3).contains {
            head[$0] == wanted[0] && head[$0..<$0 + 4].elementsEqual(wanted)
        }
    }
}
