import AlcedoMarkup

/// Rewrites the lengths of an SVG in pixels, of which there are 96 in an inch (CSS 2.1, 4.3.2).
///
/// libvips 8.14 has librsvg draw 72 in an inch, whatever its own `dpi` is, and librsvg does not know `Q`. Pixels are the same for
/// all.
package struct SVGLengths: ByteScanner {
    /// The value or style sheet that is read.
    package private(set) var bytes: Slice<UnsafeRawBufferPointer>
    package var at = 0
    private var output: [UInt8] = []
    /// Offset after the bytes that are in the output.
    private var copied = 0

    /// Units of each kind in an inch.
    static let units: [String: Double] = [
        "in": 1, "pc": 6, "pt": 72, "cm": 2.54, "mm": 25.4, "q": 101.6,
    ]

    /// Attributes with lengths, or with declarations that may have some.
    private static let attributes: Set<String> = [
        "x", "y", "width", "height", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr",
        "dx", "dy",
        "refX", "refY", "markerWidth", "markerHeight", "textLength", "startOffset", "stroke-width",
        "stroke-dasharray",
        "stroke-dashoffset", "font", "font-size", "letter-spacing", "word-spacing", "baseline-shift",
        "line-height", "style",
    ]

    /// Returns the document with pixels in place of other absolute units; `nil` if it has none.
    package static func inPixels(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var lengths = SVGLengths(bytes: bytes[...])
        var tags = SVGTags(bytes)
        while let tag = tags.next() {
            for (name, value) in tag.attributes where attributes.contains(tags.string(name)) {
                lengths.rewrite(bytes[value])
            }
            if tags.string(tag.name).split(separator: ":").last == "style" {
                lengths.rewrite(bytes[tags.text()])
            }
        }
        return lengths.copied == 0 ? nil : lengths.output + bytes[lengths.copied...]
    }

    private init(bytes: Slice<UnsafeRawBufferPointer>) { self.bytes = bytes }

    /// Rewrites the lengths of a value or style sheet. Names, strings and addresses may look like some.
    private mutating func rewrite(_ text: Slice<UnsafeRawBufferPointer>) {
        (bytes, at) = (text, text.startIndex)
        while at < bytes.endIndex {
            let start = at
            if skipCSSComment() { continue }
            if skip(while: { $0.isDigit || $0 == UInt8(ascii: ".") }) {
                let number = start..<at
                skip { $0.isNamePart }
                replace(number, unit: number.upperBound..<at)
            } else if let quote = byte(at), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                at += 1
                skip { $0 != quote }
                at += 1
            } else if take("url(") {
                skip { $0 != UInt8(ascii: ")") }
            } else {
                // A sign is no part of a name.
                at += 1
                let isName = bytes[start].isNamePart || bytes[start] == UInt8(ascii: "#")
                if isName,
                    bytes[start] != UInt8(ascii: "-") || byte(at).map({ !$0.isDigit && $0 != 0x2E }) ?? true
                {
                    skip { $0.isNamePart }
                }
            }
        }
    }

    private mutating func replace(_ number: Range<Int>, unit: Range<Int>) {
        guard let count = Self.units[String(decoding: bytes[unit], as: UTF8.self).lowercased()],
            let value = Double(String(decoding: bytes[number], as: UTF8.self))
        else { return }
        output += bytes.base[copied..<number.lowerBound]
        output += "\(value * 96 / count)px".utf8
        copied = unit.upperBound
    }
}
