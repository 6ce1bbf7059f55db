/// The tags of a page, found as in a browser (HTML Living Standard, 13.2.5, "Tokenization"): not in comments, scripts,
/// styles and other raw text.
///
/// Works on bytes and accepts any input: anything that is not a tag is text.
package struct HTMLTags: Sequence, IteratorProtocol {
    package enum Element: Sendable {
        case start(HTMLTag)
        /// The name in lowercase.
        case end(String)
    }

    private let bytes: [UInt8]
    private var offset = 0
    // The current raw text element, which only its own end tag closes.
    private var rawText: String?
    // The open elements that decide which rules apply: SVG and MathML have others than HTML, and parts of them have HTML again.
    private var contexts: [String] = []
    private var isForeign: Bool { contexts.last.map(Self.foreign.contains) ?? false }
    /// The end of the text of the last element with raw text, such as a script, when its end tag was returned.
    package private(set) var rawTextEnd = 0
    /// The start of the last end tag that was returned, but for those of raw text.
    package private(set) var endTagStart = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    // Elements in which `<` does not begin another tag.
    private static let rawTexts: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext",
    ]

    package mutating func next() -> Element? {
        if rawText == "script" {
            guard skipScript() else { return nil }
            rawText = nil
            return .end("script")
        }
        while let start = bytes[Swift.min(offset, bytes.count)...].firstIndex(of: UInt8(ascii: "<")) {
            offset = start + 1
            if let name = rawText {
                guard name != "plaintext", let end = endTag(named: name) else { continue }
                rawText = nil
                rawTextEnd = start
                offset = end
                return .end(name)
            }
            guard let first = byte(offset) else { return nil }
            switch first {
            case UInt8(ascii: "!"): skipDeclaration()
            case UInt8(ascii: "?"): skip(past: ">")
            case UInt8(ascii: "/"):
                guard let letter = byte(offset + 1), Self.isLetter(letter) else {
                    skip(past: ">")
                    continue
                }
                offset += 1
                let name = takeName()
                skipAttributes()
                endTagStart = start
                if let place = contexts.lastIndex(of: name) { contexts.removeSubrange(place...) }
                return .end(name)
            case _ where Self.isLetter(first):
                let name = takeName()
                guard let attributes = takeAttributes() else { return nil }
                let end = attributes.last?.place.upperBound ?? start + 1
                let isSelfClosing = offset - 2 >= end && bytes[offset - 2] == UInt8(ascii: "/")
                if isForeign, Self.breakouts.contains(name) { while isForeign { contexts.removeLast() } }
                // Within SVG, `<style/>` is complete, and a title is no text but an element.
                if Self.rawTexts.contains(name), !isForeign || !isSelfClosing && Self.isForeignText(name) {
                    rawText = name
                }
                if !isSelfClosing,
                    Self.foreign.contains(name) || isForeign && Self.htmlInForeign.contains(name)
                {
                    contexts.append(name)
                }
                return .start(
                    HTMLTag(
                        name: name, attributes: attributes, isSelfClosing: isSelfClosing,
                        place: start..<offset))
            default: continue
            }
        }
        return nil
    }

    private static let foreign: Set<String> = ["svg", "math"]

    // Scripts and styles of SVG are read as those of HTML; what is like a tag in them is rare.
    private static func isForeignText(_ name: String) -> Bool { name == "script" || name == "style" }

    // Within them HTML's rules apply ("HTML integration point", "MathML text integration point").
    private static let htmlInForeign: Set<String> = [
        "foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext", "annotation-xml",
    ]

    // HTML elements that end SVG and MathML, whose end tags were forgotten (13.2.6.5, "The rules for parsing tokens in foreign
    // content").
    private static let breakouts: Set<String> = [
        "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed",
        "h1", "h2", "h3", "h4",
        "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre",
        "ruby", "s", "small",
        "span", "strike", "strong", "sub", "sup", "table", "tt", "u", "ul", "var",
    ]

    // Moves after the end of a script. Within a comment in a script, `<script>` … `</script>` is text ("script data double
    // escaped"), because pages used to hide scripts from old browsers.
    private mutating func skipScript() -> Bool {
        enum State { case data, escaped, doubleEscaped }
        var state = State.data
        while offset < bytes.count {
            if state == .data, stands("<!--", at: offset) {
                state = .escaped
                // The dashes at its beginning may be part of its end.
                offset += 2
            } else if state != .data, stands("-->", at: offset) {
                state = .data
                offset += 3
            } else if state != .doubleEscaped, stands("</script", at: offset, ignoringCase: true),
                isBoundary(offset + 8)
            {
                rawTextEnd = offset
                offset += 8
                skipAttributes()
                return true
            } else if state == .doubleEscaped, stands("</script", at: offset, ignoringCase: true),
                isBoundary(offset + 8)
            {
                state = .escaped
                offset += 8
            } else if state == .escaped, stands("<script", at: offset, ignoringCase: true),
                isBoundary(offset + 7)
            {
                state = .doubleEscaped
                offset += 7
            } else {
                offset += 1
            }
        }
        return false
    }

    private func isBoundary(_ place: Int) -> Bool {
        guard let byte = byte(place) else { return false }
        return Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

    // MARK: Parts

    private func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    private func stands(_ text: StaticString, at place: Int, ignoringCase: Bool = false) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place + count <= bytes.count else { return false }
        return text.withUTF8Buffer { wanted in
            (0..<count).allSatisfy {
                let found = bytes[place + $0]
                return found == wanted[$0]
                    || ignoringCase && Self.isLetter(found) && found | 0x20 == wanted[$0] | 0x20
            }
        }
    }

    private mutating func skip(past text: StaticString) {
        while offset < bytes.count {
            if stands(text, at: offset) {
                offset += text.utf8CodeUnitCount
                return
            }
            offset += 1
        }
    }

    private mutating func skipDeclaration() {
        if stands("!--", at: offset) {
            offset += 3
            // `<!-->` and `<!--->` are complete.
            if stands(">", at: offset) {
                offset += 1
            } else if stands("->", at: offset) {
                offset += 2
            } else {
                while offset < bytes.count {
                    if stands("-->", at: offset) {
                        offset += 3
                        return
                    }
                    if stands("--!>", at: offset) {
                        offset += 4
                        return
                    }
                    offset += 1
                }
            }
        } else if isForeign, stands("![CDATA[", at: offset) {
            skip(past: "]]>")
        } else {
            skip(past: ">")
        }
    }

    // Position after `</name …>` if it is here, for raw text that only its own end tag closes.
    private func endTag(named name: String) -> Int? {
        guard byte(offset) == UInt8(ascii: "/") else { return nil }
        var copy = self
        copy.offset += 1
        guard let letter = copy.byte(copy.offset), Self.isLetter(letter), copy.takeName() == name else {
            return nil
        }
        copy.skipAttributes()
        return copy.offset
    }

    private mutating func takeName() -> String {
        let start = offset
        while let byte = byte(offset), !Self.isSpace(byte), byte != UInt8(ascii: "/"),
            byte != UInt8(ascii: ">")
        {
            offset += 1
        }
        return Self.lowercased(bytes[start..<offset])
    }

    private static func lowercased(_ name: ArraySlice<UInt8>) -> String {
        String(
            decoding: name.map {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
            }, as: UTF8.self)
    }

    private mutating func skipAttributes() {
        _ = takeAttributes()
    }

    // `nil` if the page ends before the tag, which then is not a tag.
    private mutating func takeAttributes() -> [HTMLTag.Attribute]? {
        var attributes: [HTMLTag.Attribute] = []
        while true {
            while let byte = byte(offset), Self.isSpace(byte) || byte == UInt8(ascii: "/") { offset += 1 }
            guard let first = byte(offset) else { return nil }
            if first == UInt8(ascii: ">") {
                offset += 1
                return attributes
            }
            let start = offset
            // A leading equals sign is part of the name.
            offset += 1
            while let byte = byte(offset), !Self.isSpace(byte), byte != UInt8(ascii: "/"),
                byte != UInt8(ascii: ">"), byte != UInt8(ascii: "=")
            {
                offset += 1
            }
            let name = Self.lowercased(bytes[start..<offset])
            var end = offset
            var value: ArraySlice<UInt8> = []
            while let byte = byte(offset), Self.isSpace(byte) { offset += 1 }
            if byte(offset) == UInt8(ascii: "=") {
                offset += 1
                while let byte = byte(offset), Self.isSpace(byte) { offset += 1 }
                guard let quote = byte(offset) else { return nil }
                if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                    let begin = offset + 1
                    guard let close = bytes[begin...].firstIndex(of: quote) else {
                        offset = bytes.count
                        return nil
                    }
                    value = bytes[begin..<close]
                    offset = close + 1
                } else {
                    let begin = offset
                    while let byte = byte(offset), !Self.isSpace(byte), byte != UInt8(ascii: ">") {
                        offset += 1
                    }
                    value = bytes[begin..<offset]
                }
                end = offset
            }
            let (text, isUTF8) = LegacyText.decoded(value)
            attributes.append(
                HTMLTag.Attribute(
                    name: name, value: CharacterReference.resolved(text), place: start..<end, isUTF8: isUTF8))
        }
    }
}
