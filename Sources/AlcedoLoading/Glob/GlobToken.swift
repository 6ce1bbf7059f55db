/// The smallest unit of a segment.
enum GlobToken: Hashable, Sendable {
    /// A literal byte of UTF-8.
    case byte(UInt8, ignoringCase: Bool)
    /// `?`.
    case anyCharacter
    /// `*`.
    case anyCharacters
    /// `[…]`.
    case oneOf(GlobSet)

    static func tokens(of piece: [Unicode.Scalar]) throws(GlobPatternError) -> [GlobToken] {
        var tokens: [GlobToken] = []
        var position = 0
        while position < piece.count {
            switch piece[position] {
            case "*":
                if tokens.last != .anyCharacters { tokens.append(.anyCharacters) }
            case "?":
                tokens.append(.anyCharacter)
            case "[":
                let end = try GlobSet.end(of: piece, from: position)
                tokens.append(.oneOf(try GlobSet(piece[(position + 1)..<end])))
                position = end
            case "\\":
                position += 1
                tokens += bytes(piece[position])
            case let scalar:
                tokens += bytes(scalar)
            }
            position += 1
        }
        return tokens
    }

    private static func bytes(_ scalar: Unicode.Scalar) -> [GlobToken] {
        String(scalar).utf8.map { .byte($0, ignoringCase: false) }
    }

    var ignoringCase: GlobToken {
        switch self {
        case .byte(let byte, _): return .byte(byte, ignoringCase: true)
        case .oneOf(var set):
            set.ignoresCase = true
            return .oneOf(set)
        case .anyCharacter, .anyCharacters: return self
        }
    }

    static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    // Backtracks to the most recent `*` only: quadratic at worst, never exponential.
    static func match(_ tokens: [GlobToken], _ name: [UInt8]) -> Bool {
        var token = 0
        var byte = 0
        var star: (token: Int, byte: Int)?
        while true {
            if token < tokens.count, tokens[token] == .anyCharacters {
                token += 1
                if token == tokens.count { return true }
                star = (token, byte)
                continue
            }
            if byte == name.count {
                return token == tokens.count
            }
            if token < tokens.count, let next = step(tokens[token], name, byte) {
                token += 1
                byte = next
                continue
            }
            guard let retry = star else { return false }
            let next = after(retry.byte, name)
            star = (retry.token, next)
            token = retry.token
            byte = next
        }
    }

    // The offset after the token's match, or `nil` if the token does not match.
    private static func step(_ token: GlobToken, _ name: [UInt8], _ byte: Int) -> Int? {
        switch token {
        case .byte(let wanted, let ignoringCase):
            let isSame =
                ignoringCase ? lower(name[byte]) == lower(wanted) : name[byte] == wanted
            return isSame ? byte + 1 : nil
        case .anyCharacter:
            return after(byte, name)
        case .oneOf(let set):
            let end = after(byte, name)
            let scalars = String(decoding: name[byte..<end], as: UTF8.self).unicodeScalars
            guard let scalar = scalars.first, set.contains(scalar) else { return nil }
            return end
        case .anyCharacters:
            return nil
        }
    }

    // The offset of the next character.
    private static func after(_ byte: Int, _ name: [UInt8]) -> Int {
        var next = byte + 1
        while next < name.count, name[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}
