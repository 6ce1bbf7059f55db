package import AlcedoBase
import CAlcedoSystem

/// What a source's pixels depend on besides its bytes and the engine.
package enum DrawingNeeds: UInt8, Hashable, Sendable, Codable {
    /// Nothing: its pixels are decoded.
    case nothing
    /// The libraries that draw, and the decoders of embedded pictures.
    case renderer
    /// The fonts of the machine as well.
    case fonts

    /// Reads the needs of a source from its bytes.
    ///
    /// A page counts as one with fonts: which of them are embedded is known only once it is drawn. So does a drawing that
    /// cannot be searched (compressed, or in another encoding), and one whose text may be behind an entity or in a `data:`
    /// address: fonts too many in a key cost a second picture, and fonts too few a wrong one.
    package init(of data: Data) {
        switch ImageType.sniff(data) {
        case .pdf: self = .fonts
        case .svg: self = data.withUnsafeBytes { Self.hasText($0) } ? .fonts : .renderer
        default: self = .nothing
        }
    }

    /// Reads the needs of a source from its first bytes, which are not searched.
    package init(ofBeginning data: Data) {
        self = ImageType.sniff(data)?.isDrawing == true ? .fonts : .nothing
    }

    private static let encodings = ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1"]

    private static func hasText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Compressed, or two bytes and more for each character.
        if bytes.starts(with: [0x1F, 0x8B]) || bytes.prefix(64).contains(0) { return true }
        let beginning = String(decoding: bytes.prefix(256), as: UTF8.self)
        if let found = beginning.firstMatch(of: /encoding\s*=\s*["']([^"']*)/),
            !encodings.contains(found.1.lowercased())
        {
            return true
        }
        if contains("<!ENTITY", in: bytes) { return true }
        // The name of an element, also behind a prefix: `<text `, `<svg:text>`.
        if contains(
            "text", in: bytes,
            where: { place in
                place > 0 && [UInt8(ascii: "<"), UInt8(ascii: ":")].contains(bytes[place - 1])
                    && !Self.isName(bytes, at: place + 4)
            })
        {
            return true
        }
        // Another drawing may be embedded; pictures have no text.
        return contains("data:", in: bytes) { place in
            let type = String(decoding: bytes.dropFirst(place + 5).prefix(10), as: UTF8.self)
            return !["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/avif"]
                .contains { $0.prefix(10) == type.prefix($0.count) }
        }
    }

    /// Whether a name goes on at a place.
    private static func isName(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        guard place < bytes.count else { return false }
        return ![0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">"), UInt8(ascii: "/")].contains(bytes[place])
    }

    private static func contains(
        _ words: StaticString, in bytes: UnsafeRawBufferPointer, where isMeant: (Int) -> Bool = { _ in true }
    ) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        var start = 0
        while start < bytes.count,
            let found = alcedo_find(
                base + start, UInt(bytes.count - start), words.utf8Start, UInt(words.utf8CodeUnitCount))
        {
            let place = found - base
            if isMeant(place) { return true }
            start = place + 1
        }
        return false
    }
}
