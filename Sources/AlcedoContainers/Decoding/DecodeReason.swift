package import AlcedoBase
package import AlcedoRecipes

/// Describes why bytes cannot be decoded.
///
/// The decoder's error text is only a hint (it may be empty, or another thread's), so the reason is derived from the
/// bytes where possible.
package enum DecodeReason {
    package static func unsupported(_ type: ImageType?, _ bytes: UnsafeRawBufferPointer) -> ImagingError {
        let supported = ImageType.supported.map(\.name).joined(separator: ", ")
        if type == .empty { return .decode(.empty, reason: "the file is empty") }
        if type == .text, let reason = OtherFile.placeholder(bytes) {
            return .decode(.unsupported, reason: reason)
        }
        guard let name = OtherFile.name(of: bytes) ?? type?.name else {
            return .decode(
                .unsupported,
                reason: "it is not a picture of a supported type; supported types are \(supported)")
        }
        let advice =
            switch name {
            case _ where name.hasPrefix("a video"):
                "; 'video: { at: 1s }' in its source makes a picture of its first second"
            case _ where name.hasPrefix("a camera raw file"): "; \(TIFFKind.advice)"
            default: ""
            }
        return .decode(
            .unsupported,
            reason: "it is \(name), which is not supported\(advice); supported types are \(supported)")
    }

    static let truncated = "the file ends too early (truncated)"

    /// Reason for a file that ends properly but lacks data before its end.
    package static func missing(_ gaps: String) -> ImagingError {
        .decode(
            .truncated,
            reason:
                "the file is truncated: \(gaps); use a complete copy, or write 'truncated: allow' to use what is "
                + "there")
    }

    package static let uncountable = ImagingError.decode(
        .tooLarge, reason: "it is too large: one side has more than \(PixelSize.longestSide) pixels")

    /// - Parameters:
    ///   - text: The error text of libvips.
    ///   - warnings: The warnings of its decoders during the operation.
    package static func failure(
        type: ImageType, bytes: UnsafeRawBufferPointer, text: String, warnings: [String] = []
    ) -> ImagingError {
        // "error in tile 0 x 64" refers to a tile of libvips, not to a place in the file.
        let said = ([text] + warnings).filter { !$0.isEmpty && !$0.hasPrefix("error in tile") }
        var unique: [String] = []
        for part in said.flatMap({ $0.split(separator: "; ").map(String.init) }) where concerns(type, part) {
            let words = withoutPlace(part)
            if !words.isEmpty, !unique.contains(words) { unique.append(words) }
        }
        if let reason = UnsupportedKind.reason(type, bytes, said: unique) {
            return .decode(.unsupported, reason: reason)
        }
        // The first messages suffice; a TIFF may produce dozens.
        let shown = unique.prefix(3).map { $0.count > 200 ? $0.prefix(200) + "…" : $0 }
        let rest = unique.count > 3 ? "; …" : ""
        let detail = unique.isEmpty ? "" : " (\(shown.joined(separator: "; "))\(rest))"
        if says(
            unique,
            [
                "Premature end", "end of GIF", "not enough data", "Not enough image data",
                "Unexpected end of file",
            ])
            || FileEnd.isMissing(type, bytes)
        {
            return .decode(.truncated, reason: truncated + detail)
        }
        if says(unique, ["exceeds the maximum image size", "Security limit", "XML_PARSE_HUGE"]) {
            return .decode(.tooLarge, reason: "it is larger than its decoder allows" + detail)
        }
        if type == .svg, says(unique, ["bad dimensions", "zero-sized"]) {
            return .decode(
                .unsupported,
                reason: "the SVG has no size; give it a 'viewBox', or a 'width' and 'height' in pixels")
        }
        if says(unique, ["not supported", "not configured"]) {
            return .decode(.unsupported, reason: "this kind of \(type.name) is not supported" + detail)
        }
        return .decode(.damaged, reason: "the \(type.name) data is damaged" + detail)
    }

    /// Returns the text without the leading libvips function name, which errors have and warnings lack.
    private static func withoutPlace(_ text: String) -> String {
        guard let colon = text.firstRange(of: ": "), !text[..<colon.lowerBound].contains(" ") else {
            return text
        }
        return String(text[colon.upperBound...])
    }

    private static func says(_ texts: [String], _ words: [String]) -> Bool {
        texts.contains { text in words.contains { text.contains($0) } }
    }

    /// Whether a message can refer to this type: with several concurrent jobs it may be another job's.
    private static func concerns(_ type: ImageType, _ text: String) -> Bool {
        let known = ImageType.supported.filter { $0.traits.domains.contains { text.hasPrefix($0) } }
        if !known.isEmpty { return known.contains(type) }
        if text.hasPrefix("source") { return false }
        // Codes such as " (6.1000)" and seek failures mean nothing to a reader.
        return text.contains { $0.isLetter } && !text.contains("bad seek to") && text != "libvips failed"
    }
}
