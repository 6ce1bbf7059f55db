import AlcedoBase
import AlcedoRecipes

/// A picture in an SVG, as a `data:` URI in base64.
enum EmbeddedPicture {
    private static let types: [ImageType] = [.png, .jpeg, .gif, .webp, .avif]

    /// Returns the address of the picture without its metadata; `nil` if the address is not that of such a picture.
    ///
    /// - Throws: `ContainerError` if it cannot be cleaned.
    static func cleaned(_ address: String) throws(ContainerError) -> String? {
        let start = address.utf8.drop { $0 <= 0x20 }.prefix(5)
        guard String(decoding: Array(start), as: UTF8.self).lowercased() == "data:" else { return nil }
        let parts = address.trimming().split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        // The media type, its parameters, and the coding.
        let head = parts[0].lowercased().split(separator: ";").map { String($0).trimming() }
        let names = types.map { "data:image/\($0.rawValue)" } + ["data:image/jpg"]
        guard parts.count == 2, head.count > 1, names.contains(String(head[0])), head.last == "base64" else {
            return nil
        }
        var text = parts[1].utf8.filter { $0 > 0x20 }
        // Browsers don't require padding.
        while !text.count.isMultiple(of: 4), text.last != nil { text.append(UInt8(ascii: "=")) }
        guard let data = Data(base64Encoded: Data(text)) else {
            throw SVGCleaner.failure("a picture in it is not valid base64")
        }
        guard let type = ImageType.sniff(data), types.contains(type), let format = OutputFormat(type) else {
            throw SVGCleaner.failure("a picture in it is not a PNG, JPEG, GIF, WebP or AVIF")
        }
        do {
            let file = try ContainerCleaner.showable(data, format: format)
            return "data:\(format.mediaType);base64,\(file.base64EncodedString())"
        } catch {
            throw SVGCleaner.failure("a picture in it, \(type.name), cannot be cleaned: \(error.reason)")
        }
    }
}
