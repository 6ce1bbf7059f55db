package import AlcedoBase

/// An alternative picture for a media condition, such as `{dir}/{name}~dark.{ext}`.
package struct MediaTemplate: Hashable, Sendable {
    /// The media query, such as `(prefers-color-scheme: dark)`.
    package let condition: String
    /// The picture's path, relative to the manifest, with `{dir}`, `{name}` and `{ext}` of the source's own path;
    /// or an http(s) URL.
    package let written: String
    /// The position in the manifest.
    package let location: Diagnostic.Location
    private let pieces: [TemplateScanner.Piece]

    private static let placeholders = ["dir", "name", "ext"]

    /// Parses a template.
    /// - Throws: ``TemplateError``, also for an absolute path or a path with `..`.
    package init(condition: String, text: String, location: Diagnostic.Location) throws(TemplateError) {
        pieces = try TemplateScanner.scan(text)
        for case .placeholder(let name) in pieces where !Self.placeholders.contains(name) {
            throw .unknownPlaceholder(name, known: Self.placeholders)
        }
        if text.hasPrefix("/") {
            throw .invalid("it is absolute; paths are relative to the manifest and stay in its folder")
        }
        if text.split(separator: "/").contains("..") {
            throw .invalid("it leads out of the manifest's folder with '..'")
        }
        self.condition = condition
        self.written = text
        self.location = location
    }

    /// Whether the picture's name is derived from the source's, in which case the picture may be missing.
    package var hasPlaceholders: Bool {
        pieces.contains { if case .placeholder = $0 { true } else { false } }
    }

    /// Whether the picture is remote.
    package var isRemote: Bool { written.hasPrefix("https://") || written.hasPrefix("http://") }

    /// Returns the path, relative to the manifest, for the source at `path`.
    package func render(path: String) -> String {
        var segments = path.split(separator: "/").map(String.init)
        let file = segments.popLast() ?? ""
        var (name, ext) = (file, "")
        if let dot = file.lastIndex(of: "."), dot != file.startIndex {
            (name, ext) = (String(file[..<dot]), String(file[file.index(after: dot)...]))
        }
        let values = ["dir": segments.joined(separator: "/"), "name": name, "ext": ext]
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text): result += text
            case .placeholder(let name): result += values[name] ?? ""
            }
        }
        // With an empty `{dir}`, the slash after it would make the path absolute.
        return result.split(separator: "/").joined(separator: "/")
    }
}
