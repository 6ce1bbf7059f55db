import AlcedoBase
import AlcedoMarkup
package import AlcedoRecipes

/// The start tag of an SVG's root element, as far as it is needed to draw the document at another size.
///
/// Read without an XML parser, and only from text with ASCII markup.
package struct SVGRoot {
    /// Offset of the root element.
    package let offset: Int
    let attributes: [String: String]

    /// - Returns: `nil` if the tag is not found, as in UTF-16 and in compressed files.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        var tag = TagReader(bytes: bytes)
        guard let offset = tag.findElement(), tag.name(until: " \t\r\n/>").split(separator: ":").last == "svg"
        else { return nil }
        self.offset = offset
        guard let attributes = tag.attributes() else { return nil }
        self.attributes = attributes
    }

    /// libvips pixels per unit of the size, if the unit is a physical one. libvips makes librsvg use 72 pixels per
    /// inch; in CSS, and in every browser, there are 96.
    package var physicalUnit: Double? {
        func unit(_ name: String) -> Substring? {
            guard let value = attributes[name]?.trimming(), !value.isEmpty, value != "auto" else {
                return nil
            }
            let unit = value.drop { "+-.0123456789".contains($0) }
            return unit == "%" ? nil : unit
        }
        let units = ["width", "height"].compactMap(unit)
        let lengths = ["mm": 72 / 25.4, "cm": 72 / 25.4, "in": 72, "pt": 1, "pc": 12]
        guard let first = units.first, let length = lengths[String(first)] else { return nil }
        return units.allSatisfy { lengths[String($0)] != nil } ? length : nil
    }

    /// Whether the element can be nested: `x`, `y` and `transform` only affect nested elements, and no side may be 0.
    package var canBeNested: Bool {
        if attributes["transform"] != nil { return false }
        for name in ["x", "y"] {
            if let value = attributes[name], value.contains(where: { "123456789".contains($0) }) {
                return false
            }
        }
        return ["width", "height"].allSatisfy { share($0) > 0 }
    }

    /// The share of its container that a side takes up in percent; 1 if the side has another unit.
    private func share(_ name: String) -> Double {
        guard let value = attributes[name]?.trimming(), value.hasSuffix("%") else { return 1 }
        guard let number = Double(value.dropLast()), number.isFinite else { return 0 }
        return number / 100
    }

    /// Returns the document nested in another of `size` pixels, which it fills regardless of its proportions.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - natural: Its size in pixels.
    package func nested(
        _ bytes: UnsafeRawBufferPointer, natural: (width: Double, height: Double), in size: PixelSize
    ) -> [UInt8] {
        // The document's style sheet may match every `svg`; reset properties that would apply twice.
        func style(_ width: String, _ height: String) -> String {
            let style =
                "width:\(width);height:\(height);opacity:1;display:inline;visibility:visible;"
                + "filter:none;mask:none;clip-path:none;transform:none;mix-blend-mode:normal"
                // The base of font-relative units must not depend on librsvg's default font size.
                + (usesFontSize ? ";font-size:\(Self.fontSize)px" : "")
            return style.split(separator: ";").map { $0 + "!important" }.joined(separator: ";")
        }
        var start =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.width)\" height=\"\(size.height)\" "
            + "viewBox=\"0 0 \(natural.width) \(natural.height)\" preserveAspectRatio=\"none\" "
            + "style=\"\(style("\(size.width)px", "\(size.height)px"))\">"
        var end = "</svg>"
        let (across, down) = (share("width"), share("height"))
        if across != 1 || down != 1 {
            // So large that its percentage amounts to the whole picture.
            let (width, height) = ("\(100 / across)%", "\(100 / down)%")
            start +=
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
                + "style=\"\(style(width, height))\">"
            end += "</svg>"
        }
        return Array(bytes[..<offset]) + Array(start.utf8) + Array(bytes[offset...]) + Array(end.utf8)
    }
}

/// Scans the bytes up to the end of the first start tag.
private struct TagReader: ByteScanner {
    let bytes: UnsafeRawBufferPointer
    var at = 0

    init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// Moves past the `<` of the first element and returns its offset.
    mutating func findElement() -> Int? {
        while true {
            skip { $0.isXMLSpace }
            if take("<?") {
                guard skip(past: "?>") else { return nil }
            } else if take("<!--") {
                guard skip(past: "-->") else { return nil }
            } else if take("<!") {
                guard skipDeclaration() else { return nil }
            } else {
                let place = at
                return take("<") ? place : nil
            }
        }
    }

    mutating func name(until ends: String) -> String {
        let start = at
        let ends = Array(ends.utf8)
        skip { !ends.contains($0) }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    /// Returns the attributes by name, up to the `>`; `nil` if they are not well-formed.
    mutating func attributes() -> [String: String]? {
        var found: [String: String] = [:]
        while true {
            skip { $0.isXMLSpace }
            if take(">") || take("/>") { return found }
            let key = name(until: " \t\r\n=/>")
            skip { $0.isXMLSpace }
            guard !key.isEmpty, take("=") else { return nil }
            skip { $0.isXMLSpace }
            let quote: StaticString
            if take("\"") { quote = "\"" } else if take("'") { quote = "'" } else { return nil }
            let value = name(until: quote.description)
            guard take(quote) else { return nil }
            found[key] = value
        }
    }

    // A document type may contain bracketed declarations with their own `>`, and any text in quotes and comments.
    private mutating func skipDeclaration() -> Bool {
        var depth = 0
        while at < bytes.count {
            if take("<!--") {
                guard skip(past: "-->") else { return false }
            } else if take("\"") {
                guard skip(past: "\"") else { return false }
            } else if take("'") {
                guard skip(past: "'") else { return false }
            } else if take("[") {
                depth += 1
            } else if take("]") {
                depth -= 1
            } else if depth <= 0, take(">") {
                return true
            } else {
                at += 1
            }
        }
        return false
    }
}

extension String {
    func trimming() -> Substring {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
