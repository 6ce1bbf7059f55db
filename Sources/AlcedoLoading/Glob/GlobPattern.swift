import AlcedoBase

/// A pattern for paths below a folder.
///
/// - `*` matches any characters except `/`, `?` matches one, `[a-z]` one of a set, `[!a-z]` and `[^a-z]` one outside
///   it, and `{jpg,png}` any of its alternatives, which may contain patterns and nested braces.
/// - A `**` segment matches any number of folders, including none; at the end, everything below.
/// - `\` escapes the character after it.
/// - The extension, after the last literal dot of the last segment, is matched case-insensitively.
/// - Patterns and names are compared in Unicode Normalization Form C, because macOS may return names in form D.
/// - A name with a leading dot is matched only by a literal dot.
package struct GlobPattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as written.
    package let text: String
    /// The expansions of the braces; a path matches if any of them does.
    let alternatives: [[GlobSegment]]

    /// Parses a pattern.
    ///
    /// - Throws: ``GlobPatternError``, for example for an empty or absolute pattern, a `..` segment, unclosed
    ///   brackets or braces, and braces that expand to more than 1000 patterns.
    package init(_ text: String) throws(GlobPatternError) {
        guard !text.isEmpty else { throw .empty }
        let scalars = Array(text.precomposed.unicodeScalars)
        guard !scalars.contains("\0") else { throw .invalid("it holds a null character") }
        guard scalars[0] != "/" else { throw .absolute }
        var alternatives: [[GlobSegment]] = []
        for expansion in try GlobBraces.expand(scalars) {
            let segments = try GlobSegment.segments(of: expansion)
            if !alternatives.contains(segments) { alternatives.append(segments) }
        }
        self.text = text
        self.alternatives = alternatives
    }

    /// Creates a pattern from a path whose special characters are taken literally.
    ///
    /// - Throws: ``GlobPatternError`` as ``init(_:)`` does.
    package init(literal path: String) throws(GlobPatternError) {
        let pattern = try GlobPattern(Self.escaped(path))
        text = path
        alternatives = pattern.alternatives
    }

    /// Returns `path` with its special characters escaped.
    package static func escaped(_ path: String) -> String {
        let special: Set<Unicode.Scalar> = ["*", "?", "[", "]", "{", "}", "\\"]
        var escaped = String.UnicodeScalarView()
        for scalar in path.unicodeScalars {
            if special.contains(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    /// Whether the pattern names a single path.
    package var isLiteral: Bool { literalPath != nil }

    /// The path that a literal pattern names, without `.` segments and doubled slashes; otherwise `nil`.
    package var literalPath: String? {
        guard alternatives.count == 1, let segments = alternatives.first else { return nil }
        var names: [String] = []
        for segment in segments {
            guard let name = segment.literalName else { return nil }
            names.append(name)
        }
        return names.joined(separator: "/")
    }

    /// The literal folders before the first wildcard, one for each alternative of the braces. Every match is below
    /// one of them; an empty path is the pattern's base folder.
    package var folders: [String] {
        alternatives.map { segments in
            segments.dropLast().prefix { $0.literalName != nil }.compactMap(\.literalName).joined(
                separator: "/")
        }
    }

    /// Whether a path relative to the pattern's base folder matches.
    ///
    /// - Parameter includingHidden: Whether wildcards match names with a leading dot.
    package func matches(_ path: String, includingHidden: Bool = false) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: true).map { GlobName(String($0)) }
        return matches(names, includingHidden: includingHidden)
    }

    /// Whether a path that is already split into names matches.
    func matches(_ names: [GlobName], includingHidden: Bool) -> Bool {
        alternatives.contains { Self.matches(names, $0, includingHidden) }
    }

    /// Whether everything below a folder matches, with hidden names.
    func matchesAll(below folder: [GlobName]) -> Bool {
        alternatives.contains {
            $0.last == .anyFolders && Self.matches(folder, Array($0.dropLast()), true)
        }
    }

    /// Whether a folder or everything below it matches, with hidden names.
    func isAbout(_ folder: [GlobName]) -> Bool {
        matches(folder, includingHidden: true) || matchesAll(below: folder)
    }

    // Dynamic programming over segments: the cost is linear in the number of `**`.
    private static func matches(_ names: [GlobName], _ segments: [GlobSegment], _ hidden: Bool) -> Bool {
        // reachable[k]: whether the first k segments match the names so far.
        var reachable = [Bool](repeating: false, count: segments.count + 1)
        reachable[0] = true
        func close() {
            for index in segments.indices where reachable[index] && segments[index] == .anyFolders {
                // A final `**` matches what is below the folder, not the folder itself.
                if index + 1 < segments.count { reachable[index + 1] = true }
            }
        }
        close()
        for name in names {
            var next = [Bool](repeating: false, count: segments.count + 1)
            for index in segments.indices where reachable[index] {
                if segments[index] == .anyFolders {
                    guard hidden || !name.isHidden else { continue }
                    next[index] = true
                    if index + 1 == segments.count { next[index + 1] = true }
                } else if segments[index].matches(name, includingHidden: hidden) {
                    next[index + 1] = true
                }
            }
            reachable = next
            close()
        }
        return reachable[segments.count]
    }

    /// The pattern as written.
    package var description: String { text }

    /// Whether both text and expansions are equal: a literal and a pattern may share their text.
    package static func == (left: GlobPattern, right: GlobPattern) -> Bool {
        left.text == right.text && left.alternatives == right.alternatives
    }

    /// Hashes the text, which equal patterns share.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

/// The reason a pattern is invalid.
package enum GlobPatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The pattern is empty.
    case empty
    /// The pattern begins with `/`.
    case absolute
    /// The pattern has a `..` segment.
    case climbs
    /// Any other error, as a sentence.
    case invalid(String)

    /// The error, and how to fix it, in one sentence.
    package var description: String {
        switch self {
        case .empty: "it is empty"
        case .absolute: "it is absolute; paths are relative to the manifest and stay in its folder"
        case .climbs: "it leads out of the manifest's folder with '..'"
        case .invalid(let reason): reason
        }
    }
}
