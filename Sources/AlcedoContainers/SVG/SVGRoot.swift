import AlcedoBase
import AlcedoMarkup
package import AlcedoRecipes

/// The start tag of an SVG's root element, as far as it is needed to draw the document at another size.
package struct SVGRoot {
    /// Offset of the root element.
    package let offset: Int
    let attributes: [String: String]
    private let tag: SVGTags.Tag

    /// - Returns: `nil` if the tag is not found, as in UTF-16 and in compressed files.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        var tags = SVGTags(bytes)
        guard let tag = tags.next(), tags.string(tag.name).split(separator: ":").last == "svg" else {
            return nil
        }
        self.tag = tag
        offset = tag.start
        attributes = Dictionary(tag.attributes.map { (tags.string($0.name), tags.string($0.value)) }) { $1 }
    }

    /// Pixels per unit of the sides, if all have the same absolute one; 1 otherwise. Proportions are exact in such units.
    package var pixelsPerUnit: Double {
        let units = ["width", "height"].compactMap { attributes[$0]?.trimming() }.map {
            $0.drop { "+-.0123456789".contains($0) }.lowercased()
        }
        guard let first = units.first, units.allSatisfy({ $0 == first }), let count = SVGLengths.units[first]
        else { return 1 }
        return 96 / count
    }

    /// Whether the whole drawing is transformed, which librsvg does as if it had its natural size.
    package var isTransformed: Bool {
        attributes["transform"] != nil || attributes["style"]?.contains("transform") == true
    }

    /// Whether the element can be nested: no side may be 0.
    package var canBeNested: Bool { ["width", "height"].allSatisfy { share($0) > 0 } }

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
        var element = Array(bytes[offset..<tag.name.upperBound])
        if isTransformed {
            // A root element is transformed about its middle (CSS Transforms 1, 6).
            let (x, y) = (natural.width / 2, natural.height / 2)
            start += "<g transform=\"translate(\(x) \(y))\">"
            end = "</g>" + end
            element += " x=\"\(-x)\" y=\"\(-y)\"".utf8
        }
        var copied = tag.name.upperBound
        let names = SVGTags(bytes)
        // Where a root element is, they have no effect.
        for (name, value) in tag.attributes where ["x", "y"].contains(names.string(name)) {
            element += bytes[copied..<name.lowerBound]
            copied = value.upperBound + 1
        }
        return Array(bytes[..<offset]) + Array(start.utf8) + element + Array(bytes[copied...])
            + Array(end.utf8)
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
