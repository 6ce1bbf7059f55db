import AlcedoBase

/// One segment of a pattern, between two slashes.
enum GlobSegment: Hashable, Sendable {
    /// `**`.
    case anyFolders
    /// Anything else.
    case name([GlobToken])

    static func segments(of pattern: [Unicode.Scalar]) throws(GlobPatternError) -> [GlobSegment] {
        var segments: [GlobSegment] = []
        for piece in try split(pattern) {
            if piece == ["."] { continue }
            if piece == [".", "."] { throw .climbs }
            if piece == ["*", "*"] {
                // Consecutive `**` are equivalent to one.
                if segments.last != .anyFolders { segments.append(.anyFolders) }
            } else {
                segments.append(.name(try GlobToken.tokens(of: piece)))
            }
        }
        guard !segments.isEmpty else { throw .empty }
        if case .name(let tokens) = segments[segments.count - 1],
            let dot = tokens.lastIndex(of: .byte(UInt8(ascii: "."), ignoringCase: false))
        {
            let folded = tokens[...dot] + tokens[(dot + 1)...].map(\.ignoringCase)
            segments[segments.count - 1] = .name(Array(folded))
        }
        return segments
    }

    private static func split(_ pattern: [Unicode.Scalar]) throws(GlobPatternError) -> [[Unicode.Scalar]] {
        var pieces: [[Unicode.Scalar]] = [[]]
        var position = 0
        while position < pattern.count {
            switch pattern[position] {
            case "/":
                pieces.append([])
                position += 1
            case "\\":
                pieces[pieces.count - 1] += pattern[position...position + 1]
                position += 2
            case "[":
                let end = try GlobSet.end(of: pattern, from: position)
                pieces[pieces.count - 1] += pattern[position...end]
                position = end + 1
            default:
                pieces[pieces.count - 1].append(pattern[position])
                position += 1
            }
        }
        return pieces.filter { !$0.isEmpty }
    }

    /// The name of a literal segment; `nil` if the segment has wildcards.
    var literalName: String? {
        guard case .name(let tokens) = self else { return nil }
        var bytes: [UInt8] = []
        for token in tokens {
            guard case .byte(let byte, _) = token else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the segment begins with a literal dot.
    private var writesDot: Bool {
        if case .name(let tokens) = self, tokens.first == .byte(UInt8(ascii: "."), ignoringCase: false) {
            true
        } else {
            false
        }
    }

    func matches(_ name: GlobName, includingHidden: Bool) -> Bool {
        guard case .name(let tokens) = self else { return includingHidden || !name.isHidden }
        if name.isHidden, !includingHidden, !writesDot { return false }
        return GlobToken.match(tokens, name.bytes)
    }
}

/// A name prepared for comparison: the UTF-8 bytes of its Normalization Form C.
struct GlobName: Sendable {
    let bytes: [UInt8]

    init(_ name: String) {
        bytes = Array(name.precomposed.utf8)
    }

    var isHidden: Bool { bytes.first == UInt8(ascii: ".") }
}
