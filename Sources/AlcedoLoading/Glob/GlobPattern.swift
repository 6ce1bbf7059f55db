import Foundation

/// A pattern for paths below a folder.
///
/// - `*` stands for any characters but `/`, `?` for one, `[a-z]` for one of a set (`[!a-z]` and `[^a-z]` for one
///   outside it), `{jpg,png}` for any of its alternatives, which may hold patterns and further braces.
/// - A segment that is `**` stands for any number of folders, also none; at the end, for everything below.
/// - `\` takes the meaning from the character after it.
/// - What follows the last written dot of the last segment, the extension, is matched without regard to case.
/// - Patterns and names are compared in Unicode normalization form C: Macs hand out names in form D.
/// - A name that begins with a dot is matched only where the pattern writes the dot.
public struct GlobPattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as it is written.
    public let text: String
    /// What the braces expand to; a path matches if it matches any of them.
    let alternatives: [[GlobSegment]]

    /// Reads a pattern.
    ///
    /// - Throws: ``GlobPatternError`` for an empty pattern, an absolute one, one with `..`, brackets and braces that
    ///   are not closed, and braces that expand to more than a thousand patterns.
    public init(_ text: String) throws(GlobPatternError) {
        guard !text.isEmpty else { throw .empty }
        let scalars = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
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

    /// Takes a path as it is, whatever characters are in it.
    ///
    /// - Throws: ``GlobPatternError`` as ``init(_:)`` does.
    public init(literal path: String) throws(GlobPatternError) {
        let pattern = try GlobPattern(Self.escaped(path))
        text = path
        alternatives = pattern.alternatives
    }

    /// The pattern that stands for a path and for no other.
    public static func escaped(_ path: String) -> String {
        let special: Set<Unicode.Scalar> = ["*", "?", "[", "]", "{", "}", "\\"]
        var escaped = String.UnicodeScalarView()
        for scalar in path.unicodeScalars {
            if special.contains(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    /// Whether the pattern names one path and stands for no other.
    public var isLiteral: Bool { literalPath != nil }

    /// The one path that the pattern names, without `.` segments and doubled slashes; `nil` for real patterns.
    public var literalPath: String? {
        guard alternatives.count == 1, let segments = alternatives.first else { return nil }
        var names: [String] = []
        for segment in segments {
            guard let name = segment.literalName else { return nil }
            names.append(name)
        }
        return names.joined(separator: "/")
    }

    /// The folders that are written out before the first wildcard, one for each alternative of the braces. Everything
    /// that matches is below one of them; an empty path is the folder that the pattern is for.
    public var folders: [String] {
        alternatives.map { segments in
            segments.dropLast().prefix { $0.literalName != nil }.compactMap(\.literalName).joined(
                separator: "/")
        }
    }

    /// Whether a path, relative to the folder the pattern is for, matches.
    ///
    /// - Parameter includingHidden: Whether wildcards match names that begin with a dot.
    public func matches(_ path: String, includingHidden: Bool = false) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: true).map { GlobName(String($0)) }
        return matches(names, includingHidden: includingHidden)
    }

    /// The same for a path that is taken apart already.
    func matches(_ names: [GlobName], includingHidden: Bool) -> Bool {
        alternatives.contains { Self.matches(names, $0, includingHidden) }
    }

    // Dynamic programming over segments, so that many `**` cost no more than their number.
    private static func matches(_ names: [GlobName], _ segments: [GlobSegment], _ hidden: Bool) -> Bool {
        // reachable[k]: the names so far are matched by the first k segments.
        var reachable = [Bool](repeating: false, count: segments.count + 1)
        reachable[0] = true
        func close() {
            for index in segments.indices where reachable[index] && segments[index] == .anyFolders {
                // At the end `**` stands for what is below, not for the folder itself.
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

    /// The pattern as it is written.
    public var description: String { text }

    /// Patterns are equal when they are written alike.
    public static func == (left: GlobPattern, right: GlobPattern) -> Bool {
        left.text == right.text && left.alternatives == right.alternatives
    }

    /// Feeds the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

/// Why a pattern cannot be used.
public enum GlobPatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is nothing in it.
    case empty
    /// It begins with `/`.
    case absolute
    /// It has a `..` segment.
    case climbs
    /// Anything else, as a sentence.
    case invalid(String)

    /// One sentence: what is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .empty: "it is empty"
        case .absolute: "it is absolute; paths are relative to the manifest and stay in its folder"
        case .climbs: "it leads out of the manifest's folder with '..'"
        case .invalid(let reason): reason
        }
    }
}
