/// The type of a file, determined by its bytes and never by a name or a header.
public enum ImageType: String, Hashable, Sendable, CaseIterable, Codable {
    // Types that are decoded.
    case jpeg, png, gif, webp, avif, heic, jxl, tiff, svg, jp2, bmp, pdf
    // Types that are recognized, so that an error can name them.
    case ico, psd, html, xml, json, text, empty

    /// The types that Alcedo decodes, in the order in which an error lists them.
    public static let supported: [ImageType] = [
        .jpeg, .png, .gif, .webp, .avif, .heic, .jxl, .tiff, .svg, .jp2, .bmp, .pdf,
    ]

    /// Whether it is drawn at each size, and not resampled.
    package var isDrawing: Bool { self == .svg || self == .pdf }

    /// The media type (IANA's registry).
    package var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .pdf: "application/pdf"
        default: "image/\(rawValue)"
        }
    }

    /// Whether Alcedo decodes this type.
    public var isSupported: Bool { Self.supported.contains(self) }

    /// Returns the type of these bytes, or `nil` if it is unknown.
    ///
    /// Only the first kilobyte is examined, or the first 64 of markup, because drawing programs write long prologues.
    public static func sniff(_ data: Data) -> ImageType? {
        guard !data.isEmpty else { return .empty }
        let head = [UInt8](data.prefix(1024))
        func begins(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
            head.count >= offset + bytes.count && head[offset..<offset + bytes.count].elementsEqual(bytes)
        }
        func begins(_ text: StaticString, at offset: Int = 0) -> Bool {
            text.withUTF8Buffer { begins([UInt8]($0), at: offset) }
        }
        if begins([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if begins("GIF87a") || begins("GIF89a") { return .gif }
        if begins("RIFF"), begins("WEBP", at: 8) { return .webp }
        if begins("ftyp", at: 4) { return sniffISOMedia(head) }
        if begins([0xFF, 0x0A]) || begins([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) {
            return .jxl
        }
        if begins([0x49, 0x49, 0x2A, 0]) || begins([0x4D, 0x4D, 0, 0x2A]) { return .tiff }
        if begins([0x49, 0x49, 0x2B, 0]) || begins([0x4D, 0x4D, 0, 0x2B]) { return .tiff }
        if begins([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]) || begins([0xFF, 0x4F, 0xFF, 0x51]) {
            return .jp2
        }
        if begins("8BPS") { return .psd }
        if begins("%PDF-") { return .pdf }
        if begins("BM"), head.count >= 14, head[6..<10].allSatisfy({ $0 == 0 }) || isBitmapHeader(head) {
            return .bmp
        }
        // The count of icons must not be 0, because TGA pictures can start with the same four bytes.
        if begins([0, 0, 1, 0]) || begins([0, 0, 2, 0]), head.count >= 6, head[4] != 0 || head[5] != 0 {
            return .ico
        }
        // Compressed SVG: the signature is gzip's, but no other gzipped file is a picture.
        if begins([0x1F, 0x8B, 8]) { return .svg }
        let text = sniffText(data)
        // Its readers accept a header in the first kilobyte (ISO 32000-1, annex H), such as behind blank lines or a mark of byte order.
        if text == nil || text == .text, head.firstRange(of: Array("%PDF-".utf8)) != nil { return .pdf }
        return text
    }

    /// Whether the second header of a bitmap has a known length; OS/2 stores a hotspot in the zero bytes of the first.
    private static func isBitmapHeader(_ head: [UInt8]) -> Bool {
        head.count >= 18 && [12, 16, 40, 52, 56, 64, 108, 124].contains(head[14])
            && head[15..<18].allSatisfy { $0 == 0 }
    }

    private static func sniffISOMedia(_ head: [UInt8]) -> ImageType? {
        // Size, "ftyp", major brand, minor version, compatible brands.
        guard head.count >= 12 else { return nil }
        let size = min(head.count, head[0..<4].reduce(0) { $0 << 8 | Int($1) })
        var brands = [String(decoding: head[8..<12], as: UTF8.self)]
        for offset in stride(from: 16, to: max(16, size - 3), by: 4) where offset + 4 <= head.count {
            brands.append(String(decoding: head[offset..<offset + 4], as: UTF8.self))
        }
        if brands.contains(where: { $0 == "avif" || $0 == "avis" }) { return .avif }
        if brands.contains(where: {
            ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains($0)
        }) {
            return .heic
        }
        return nil
    }

    /// The name of the type in errors.
    public var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .gif: "GIF"
        case .webp: "WebP"
        case .avif: "AVIF"
        case .heic: "HEIC"
        case .jxl: "JPEG XL"
        case .tiff: "TIFF"
        case .svg: "SVG"
        case .bmp: "BMP"
        case .ico: "a Windows icon (ICO)"
        case .jp2: "JPEG 2000"
        case .pdf: "PDF"
        case .psd: "a Photoshop document"
        case .html: "an HTML page"
        case .xml: "XML without a picture"
        case .json: "JSON"
        case .text: "plain text"
        case .empty: "empty"
        }
    }
}
