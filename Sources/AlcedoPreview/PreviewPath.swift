import AlcedoBase

/// The path of a request, decoded.
struct PreviewPath: Hashable, Sendable {
    /// The segments, none of which is empty or leads elsewhere.
    let segments: [String]
    /// Whether it ends with a slash, or is the root.
    let isFolder: Bool

    /// - Parameter path: The path as sent.
    /// - Returns: `nil` for a path that no browser sends: with `..`, an encoded slash, a zero byte, or bytes that are not UTF-8.
    init?(_ path: String) {
        guard path.hasPrefix("/") else { return nil }
        var segments: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: true) {
            guard let segment = String(part).percentDecoded, segment != "..", segment != ".",
                !segment.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
            else { return nil }
            segments.append(segment)
        }
        self.segments = segments
        isFolder = path.hasSuffix("/")
    }

    private init(_ segments: [String], isFolder: Bool) {
        self.segments = segments
        self.isFolder = isFolder
    }

    /// The path without slashes at its ends.
    var text: String { segments.joined(separator: "/") }

    /// The path of something in this folder.
    func appending(_ name: String) -> PreviewPath { PreviewPath(segments + [name], isFolder: false) }

    /// The path of something beside it.
    func replacingLast(with name: String) -> PreviewPath {
        PreviewPath(segments.dropLast() + [name], isFolder: false)
    }

    /// The path below a folder, or `nil` outside of it.
    func below(_ folder: [String]) -> PreviewPath? {
        segments.starts(with: folder) && segments.count >= folder.count
            ? PreviewPath(Array(segments.dropFirst(folder.count)), isFolder: isFolder) : nil
    }

    /// Whether a segment is hidden, except `.well-known` (RFC 8615).
    var isHidden: Bool { Self.isHidden(text) }

    /// Whether a part of a path from the root of the site is hidden, except `.well-known`.
    static func isHidden(_ name: String) -> Bool {
        name.utf8.split(separator: UInt8(ascii: "/")).contains {
            $0.first == UInt8(ascii: ".") && !$0.elementsEqual(".well-known".utf8)
        }
    }
}
