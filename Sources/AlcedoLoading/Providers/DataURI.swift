import AlcedoBase

/// Decodes `data:` URIs (RFC 2397; base64 as in the WHATWG's "forgiving-base64 decode").
enum DataURI {
    static func decode(_ uri: String, byteLimit: Int) throws(LoadingError) -> Data {
        let scheme = uri.prefix { $0 != ":" }
        guard scheme.lowercased() == "data", scheme.endIndex < uri.endIndex else {
            throw .dataURI(.notADataURI)
        }
        let rest = uri[uri.index(after: scheme.endIndex)...].utf8
        guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { throw .dataURI(.missingComma) }
        let payload = rest[rest.index(after: comma)...]
        let isBase64 = declaresBase64(uri[rest.startIndex..<comma])
        let bytes = try isBase64 ? decodeBase64(payload, byteLimit) : decodePercent(payload, byteLimit)
        guard !bytes.isEmpty else { throw .dataURI(.empty) }
        return Data(bytes)
    }

    private static func declaresBase64(_ head: Substring) -> Bool {
        guard let last = head.split(separator: ";", omittingEmptySubsequences: false).dropFirst().last else {
            return false
        }
        return last.trimmed.lowercased() == "base64"
    }

    private static func decodePercent(
        _ payload: Substring.UTF8View, _ byteLimit: Int
    ) throws(LoadingError) -> [UInt8] {
        var bytes: [UInt8] = []
        var unescaper = PercentDecoder(payload)
        while let (byte, escaped) = unescaper.next() {
            // The rest would be the URI's fragment, which browsers drop.
            if byte == UInt8(ascii: "#"), !escaped { throw .dataURI(.unescapedNumberSign) }
            guard bytes.count < byteLimit else { throw .dataURI(.tooLarge(limit: byteLimit)) }
            bytes.append(byte)
        }
        return bytes
    }

    private static func decodeBase64(
        _ payload: Substring.UTF8View, _ byteLimit: Int
    ) throws(LoadingError) -> [UInt8] {
        var bytes: [UInt8] = []
        var unescaper = PercentDecoder(payload)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        var position = 0
        while let (character, _) = unescaper.next() {
            position += 1
            if [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(character) { continue }
            if character == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = base64Value(of: character) else {
                throw .dataURI(.invalidBase64(position: position))
            }
            group = group << 6 | UInt32(value)
            digits += 1
            guard digits % 4 == 0 else { continue }
            guard bytes.count + 3 <= byteLimit else { throw .dataURI(.tooLarge(limit: byteLimit)) }
            bytes.append(contentsOf: [
                UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8),
                UInt8(truncatingIfNeeded: group),
            ])
        }
        // Padding is optional, but has to be correct if present.
        let missing = (4 - digits % 4) % 4
        guard missing != 3, padding == 0 || padding == missing else { throw .dataURI(.truncatedBase64) }
        if missing == 2 { bytes.append(UInt8(truncatingIfNeeded: group >> 4)) }
        if missing == 1 {
            bytes.append(contentsOf: [
                UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2),
            ])
        }
        guard bytes.count <= byteLimit else { throw .dataURI(.tooLarge(limit: byteLimit)) }
        return bytes
    }

    private static func base64Value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
