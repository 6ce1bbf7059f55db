/// The tags of a page, found as in a browser (HTML Living Standard, 13.2.5, "Tokenization"): not in comments, scripts,
/// styles and other raw text.
///
/// Works on bytes and accepts any input: anything that is not a tag is text.
package struct HTMLTags: ByteScanner, Sequence, IteratorProtocol {
    package enum Element: Sendable {
        case start(HTMLTag)
        /// The name in lowercase.
        case end(String)
    }

    package let bytes: [UInt8]
    package var at = 0
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
        while let start = bytes[Swift.min(at, bytes.count)...].firstIndex(of: UInt8(ascii: "<")) {
            at = start + 1
            if let name = rawText {
                guard name != "plaintext", let end = endTag(named: name) else { continue }
                rawText = nil
                rawTextEnd = start
                at = end
                return .end(name)
            }
            guard let first = byte(at) else { return nil }
            switch first {
            case UInt8(ascii: "!"): skipDeclaration()
            case UInt8(ascii: "?"): skip(past: ">")
            case UInt8(ascii: "/"):
                guard let letter = byte(at + 1), letter.isLetter else {
                    skip(past: ">")
                    continue
                }
                at += 1
                let name = takeName()
                skipAttributes()
                endTagStart = start
                if let place = contexts.lastIndex(of: name) { contexts.removeSubrange(place...) }
                return .end(name)
            case _ where first.isLetter:
                let name = takeName()
                guard let attributes = takeAttributes() else { return nil }
                let end = attributes.last?.place.upperBound ?? start + 1
                let isSelfClosing = at - 2 >= end && bytes[at - 2] == UInt8(ascii: "/")
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
                        place: start..<at))
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
        while at < bytes.count {
            if state == .data, stands("<!--", at: at) {
                state = .escaped
                // The dashes at its beginning may be part of its end.
                at += 2
            } else if state != .data, stands("-->", at: at) {
                state = .data
                at += 3
            } else if state != .doubleEscaped, stands("</script", at: at, ignoringCase: true),
                isBoundary(at + 8)
            {
                rawTextEnd = at
                at += 8
                skipAttributes()
                return true
            } else if state == .doubleEscaped, stands("</script", at: at, ignoringCase: true),
                isBoundary(at + 8)
            {
                state = .escaped
                at += 8
            } else if state == .escaped, stands("<script", at: at, ignoringCase: true),
                isBoundary(at + 7)
            {
                state = .doubleEscaped
                at += 7
            } else {
                at += 1
            }
        }
        return false
    }

    private func isBoundary(_ place: Int) -> Bool {
        guard let byte = byte(place) else { return false }
        return byte.isSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

    // MARK: Parts

    private mutating func skipDeclaration() {
        if take("!--") {
            // `<!-->` and `<!--->` are complete.
            if take(">") || take("->") { return }
            while at < bytes.count, !take("-->"), !take("--!>") { at += 1 }
        } else {
            skip(past: isForeign && stands("![CDATA[", at: at) ? "]]>" : ">")
        }
    }

    // Position after `</name …>` if it is here, for raw text that only its own end tag closes.
    private func endTag(named name: String) -> Int? {
        guard byte(at) == UInt8(ascii: "/") else { return nil }
        var copy = self
        copy.at += 1
        guard let letter = copy.byte(copy.at), letter.isLetter, copy.takeName() == name else {
            return nil
        }
        copy.skipAttributes()
        return copy.at
    }

    private mutating func takeName() -> String {
        let start = at
        skip { !$0.isSpace && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
        return Self.lowercased(bytes[start..<at])
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
            skip { $0.isSpace || $0 == UInt8(ascii: "/") }
            guard let first = byte(at) else { return nil }
            if first == UInt8(ascii: ">") {
                at += 1
                return attributes
            }
            let start = at
            // A leading equals sign is part of the name.
            at += 1
            skip {
                !$0.isSpace && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "=")
            }
            let name = Self.lowercased(bytes[start..<at])
            var end = at
            var value: ArraySlice<UInt8> = []
            skip { $0.isSpace }
            if byte(at) == UInt8(ascii: "=") {
                at += 1
                skip { $0.isSpace }
                guard let quote = byte(at) else { return nil }
                if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                    let begin = at + 1
                    guard let close = bytes[begin...].firstIndex(of: quote) else {
                        at = bytes.count
                        return nil
                    }
                    value = bytes[begin..<close]
                    at = close + 1
                } else {
                    let begin = at
                    skip { !$0.isSpace && $0 != UInt8(ascii: ">") }
                    value = bytes[begin..<at]
                }
                end = at
            }
            let (text, isUTF8) = LegacyText.decoded(value)
            attributes.append(
                HTMLTag.Attribute(
                    name: name, value: CharacterReference.resolved(text), place: start..<end, isUTF8: isUTF8))
        }
    }
}
