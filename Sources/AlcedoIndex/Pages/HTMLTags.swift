/// The tags of a page, found as a browser finds them (HTML Living Standard, 13.2.5, "Tokenization"): not in comments,
/// scripts, styles and other texts.
///
/// It goes over bytes. Whatever the page holds, there is an answer: what is no tag is text.
struct HTMLTags: Sequence, IteratorProtocol {
    enum Element: Sendable {
        case start(HTMLTag)
        /// The name in lower case.
        case end(String)
    }

    private let bytes: [UInt8]
    private var offset = 0
    // The element whose text is going on, which only its own end tag ends.
    private var rawText: String?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    // Elements in which `<` begins no other tag.
    private static let rawTexts: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext",
    ]

    mutating func next() -> Element? {
        while let start = bytes[Swift.min(offset, bytes.count)...].firstIndex(of: UInt8(ascii: "<")) {
            offset = start + 1
            if let name = rawText {
                guard name != "plaintext", let end = endTag(named: name) else { continue }
                rawText = nil
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
                return .end(name)
            case _ where Self.isLetter(first):
                let name = takeName()
                guard let attributes = takeAttributes() else { return nil }
                if Self.rawTexts.contains(name) { rawText = name }
                return .start(HTMLTag(name: name, attributes: attributes, place: start..<offset))
            default: continue
            }
        }
        return nil
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
            // `<!-->` and `<!--->` are whole.
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
        } else if stands("![CDATA[", at: offset) {
            // Of drawings within the page.
            skip(past: "]]>")
        } else {
            skip(past: ">")
        }
    }

    // Behind `</name …>` where that stands here, for the texts that only their own end tag ends.
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

    // `nil` where the page ends before the tag does: then it is none.
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
            // An equals sign in front is a part of the name.
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
            if !attributes.contains(where: { $0.name == name }) {
                attributes.append(
                    HTMLTag.Attribute(
                        name: name, value: HTMLText.resolved(String(decoding: value, as: UTF8.self)),
                        place: start..<end))
            }
        }
    }
}
