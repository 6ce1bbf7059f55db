import AlcedoBase

/// Looks through a template for what the library would pass over in silence.
struct GalleryTemplateCheck {
    let folder: String
    /// Every file of pages by its name, without `.html`.
    let texts: [String: String]
    /// The marks of files that go along.
    let assets: Set<String>

    /// Every part of a name that a mark may have; see ``GalleryPages``.
    static let names: Set<String> = [
        "gallery", "title", "description", "language", "count", "isEmpty", "page", "generator", "files",
        "address",
        "openGraph", "structuredData", "photos", "photo", "previous", "next", "id", "number", "alt", "text",
        "ratio",
        "width", "height", "card", "picture", "hasFacts", "facts", "label", "value", "time", "credit",
        "keywords",
    ]

    func mistakes() -> [Diagnostic] {
        var mistakes: [Diagnostic] = []
        var pieces: [String: [GalleryMark]] = [:]
        for (name, text) in texts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            let marks = GalleryMark.all(in: text)
            pieces[name] = marks.filter { $0.kind == .partial || $0.kind == .parent }
            mistakes += marks.compactMap { mark in
                fault(of: mark).map { Diagnostic(.error, $0, at: place(mark, name)) }
            }
            mistakes += open(marks, name)
        }
        for name in pieces.keys.sorted() {
            if let mark = circle(from: name, pieces) {
                mistakes.append(
                    Diagnostic(.error, "the piece '\(mark.name)' holds itself", at: place(mark, name)))
            }
        }
        return mistakes
    }

    private func fault(of mark: GalleryMark) -> String? {
        switch mark.kind {
        case .comment, .block, .setting, .end: return nil
        case .delimiters: return "other delimiters than {{ and }} are not for galleries"
        case .partial, .parent:
            if mark.name.hasPrefix("*") { return "the name of a piece is written out" }
            if texts[mark.name] != nil { return nil }
            let close = Suggestion.closest(to: mark.name, among: texts.keys.sorted())
            return "there is no file '\(mark.name).html' beside this one" + (close.map(Self.question) ?? "")
        case .value, .section:
            let parts = mark.path.split(separator: ".").map(String.init)
            for (place, part) in parts.enumerated() {
                let isAsset = place > 0 && parts[place - 1] == "files"
                let known = isAsset ? assets : Self.names
                guard !known.contains(part) else { continue }
                let close = Suggestion.closest(to: part, among: known.sorted()).map(Self.question) ?? ""
                return isAsset
                    ? "no file of the template is named by '\(part)'\(close)"
                    : "nothing is known for the mark '\(mark.name)'\(close)"
            }
            return nil
        }
    }

    private static func question(_ name: String) -> String { "; did you mean '\(name)'?" }

    /// Sections that are closed wrongly or never. The library says where it noticed, which is the end of the file.
    private func open(_ marks: [GalleryMark], _ file: String) -> [Diagnostic] {
        var stack: [GalleryMark] = []
        for mark in marks {
            switch mark.kind {
            case .section, .parent, .block:
                stack.append(mark)
                continue
            case .end: break
            default: continue
            }
            guard let last = stack.popLast() else {
                return [Diagnostic(.error, "'{{/\(mark.name)}}' closes nothing", at: place(mark, file))]
            }
            if last.name != mark.name {
                let reason =
                    "'{{/\(mark.name)}}' stands where the section '\(last.name)' of line \(last.line) is open"
                return [Diagnostic(.error, reason, at: place(mark, file))]
            }
        }
        return stack.prefix(1).map { mark in
            Diagnostic(.error, "the section '\(mark.name)' is never closed", at: place(mark, file))
        }
    }

    /// The mark by which a piece comes to hold itself.
    private func circle(from start: String, _ pieces: [String: [GalleryMark]]) -> GalleryMark? {
        for mark in pieces[start] ?? [] {
            var seen: Set<String> = []
            var waiting = [mark.name]
            while let name = waiting.popLast() {
                if name == start { return mark }
                guard seen.insert(name).inserted else { continue }
                waiting += (pieces[name] ?? []).map(\.name)
            }
        }
        return nil
    }

    private func place(_ mark: GalleryMark, _ name: String) -> SourceLocation {
        SourceLocation(file: "\(folder)/\(name).html", line: mark.line, column: mark.column)
    }
}
