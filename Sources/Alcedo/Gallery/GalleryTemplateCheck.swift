import AlcedoBase

/// Looks through a template for what the library would pass over in silence.
struct GalleryTemplateCheck {
    let folder: String
    /// Every file of pages by its name, without `.html`.
    let texts: [String: String]
    /// The marks of files that go along.
    let assets: Set<String>

    /// Every part of a name that a mark may have on both pages; see ``GalleryPages``.
    private static let shared: Set<String> = [
        "gallery", "title", "description", "language", "count", "isEmpty", "page", "generator", "files",
        "address", "openGraph", "id", "number", "alt", "text", "ratio", "width", "height", "hasFacts",
        "facts",
        "label", "value", "time", "credit", "keywords",
    ]

    /// Those that it may have on each of them.
    static let names: [String: Set<String>] = [
        "index": shared.union(["photos", "card"]),
        "photo": shared.union(["photo", "previous", "next", "picture", "structuredData"]),
    ]

    func mistakes() -> [Diagnostic] {
        var mistakes: [Diagnostic] = []
        var pieces: [String: [GalleryMark]] = [:]
        let files = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { (name: $0.key, marks: GalleryMark.all(in: $0.value)) }
        for (name, marks) in files {
            pieces[name] = marks.filter { $0.kind == .partial || $0.kind == .parent }
        }
        let pages = Self.names.keys.map { (names: Self.names[$0] ?? [], files: Self.files(of: $0, pieces)) }
        for (name, marks) in files {
            // Of a piece that both pages have, either may have what it names. One that neither has may become either's.
            let holders = pages.filter { $0.files.contains(name) }
            let known = (holders.isEmpty ? pages : holders).reduce(into: Set<String>()) {
                $0.formUnion($1.names)
            }
            mistakes += marks.compactMap { mark in
                fault(of: mark, known).map { Diagnostic(.error, $0, at: place(mark, name)) }
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

    private func fault(of mark: GalleryMark, _ names: Set<String>) -> String? {
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
                let known = isAsset ? assets : names
                guard !known.contains(part) else { continue }
                let close = Suggestion.closest(to: part, among: known.sorted()).map(Self.question) ?? ""
                if isAsset { return "no file of the template is named by '\(part)'\(close)" }
                if let page = Self.names.filter({ $0.value.contains(part) }).keys.min() {
                    return "the mark '\(mark.name)' is for \(page).html alone"
                }
                return "nothing is known for the mark '\(mark.name)'\(close)"
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

    /// A page and every piece of which it consists.
    private static func files(of page: String, _ pieces: [String: [GalleryMark]]) -> Set<String> {
        var found: Set<String> = [page]
        var waiting = [page]
        while let name = waiting.popLast() {
            for piece in pieces[name] ?? [] where found.insert(piece.name).inserted {
                waiting.append(piece.name)
            }
        }
        return found
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
