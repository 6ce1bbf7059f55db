import AlcedoBase

/// Looks through a template for what the library would pass over in silence.
struct GalleryTemplateCheck {
    let folder: String
    /// Every file of pages by its name, without `.html`.
    let texts: [String: String]
    /// The marks of files that go along.
    let assets: Set<String>

    func mistakes() -> [Diagnostic] {
        var mistakes: [Diagnostic] = []
        let files = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { (name: $0.key, marks: GalleryMark.all(in: $0.value)) }
        let marks = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.marks) })
        let pieces = marks.mapValues { $0.filter { $0.kind == .partial || $0.kind == .parent } }
        var walk = GalleryTemplateWalk(marks: marks)
        let pages = GalleryValue.pages(assets: assets).sorted { $0.key < $1.key }
            .map { (value: $0.value, files: Self.files(of: $0.key, pieces), name: $0.key) }
        for page in pages { walk.print(page.name, page.value) }
        for (name, marks) in files {
            // Of a piece that both pages have, either may have what it names. One that neither has may become either's.
            let holders = pages.filter { $0.files.contains(name) }
            let known = (holders.isEmpty ? pages : holders).map(\.value)
            for (number, mark) in marks.enumerated() {
                let reason =
                    switch mark.kind {
                    case .value, .section, .inverted:
                        walk.fault(of: mark, at: .init(file: name, number: number), on: known)
                    default: fault(of: mark)
                    }
                if let reason { mistakes.append(Diagnostic(.error, reason, at: place(mark, name))) }
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

    /// What is wrong with a mark that stands for no value.
    private func fault(of mark: GalleryMark) -> String? {
        switch mark.kind {
        case .delimiters: return "other delimiters than {{ and }} are not for galleries"
        case .partial, .parent:
            if mark.name.hasPrefix("*") { return "the name of a piece is written out" }
            if texts[mark.name] != nil { return nil }
            let close = Suggestion.closest(to: mark.name, among: texts.keys.sorted())
            let question = close.map { "; did you mean '\($0)'?" } ?? ""
            return "there is no file '\(mark.name).html' beside this one\(question)"
        default: return nil
        }
    }

    /// Sections that are closed wrongly or never. The library says where it noticed, which is the end of the file.
    private func open(_ marks: [GalleryMark], _ file: String) -> [Diagnostic] {
        var stack: [GalleryMark] = []
        for mark in marks {
            if mark.kind.opens { stack.append(mark) }
            guard mark.kind == .end else { continue }
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
