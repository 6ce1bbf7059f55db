/// Reads text byte by byte: tags, style sheets, XML.
package protocol ByteScanner {
    associatedtype Bytes: RandomAccessCollection<UInt8> where Bytes.Index == Int

    /// The text.
    var bytes: Bytes { get }
    /// The place of the next byte.
    var at: Int { get set }
}

extension ByteScanner {
    /// Returns the byte at a place; `nil` after the end.
    @inlinable package func byte(_ place: Int) -> UInt8? { place < bytes.endIndex ? bytes[place] : nil }

    /// Whether a text stands at a place.
    @inlinable package func stands(_ text: StaticString, at place: Int, ignoringCase: Bool = false) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place + count <= bytes.endIndex else { return false }
        return text.withUTF8Buffer { wanted in
            (0..<count).allSatisfy {
                let found = bytes[place + $0]
                return found == wanted[$0]
                    || ignoringCase && found.isLetter && found | 0x20 == wanted[$0] | 0x20
            }
        }
    }

    /// Moves past a text if it is next.
    @inlinable package mutating func take(_ text: StaticString) -> Bool {
        guard stands(text, at: at) else { return false }
        at += text.utf8CodeUnitCount
        return true
    }

    /// Moves past a text, or to the end if there is none.
    @inlinable @discardableResult package mutating func skip(past text: StaticString) -> Bool {
        while at < bytes.endIndex {
            if take(text) { return true }
            at += 1
        }
        return false
    }

    /// Moves past all bytes of a kind, and returns whether there are any.
    @inlinable @discardableResult package mutating func skip(while isSkipped: (UInt8) -> Bool) -> Bool {
        let start = at
        while let byte = byte(at), isSkipped(byte) { at += 1 }
        return at > start
    }

    /// Moves past a comment of CSS, if it is next.
    @inlinable package mutating func skipCSSComment() -> Bool {
        guard take("/*") else { return false }
        skip(past: "*/")
        return true
    }
}
