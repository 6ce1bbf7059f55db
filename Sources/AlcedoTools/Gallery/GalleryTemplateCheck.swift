import AlcedoBase
import AlcedoIndex
import AlcedoManifest

/// Finds the marks of a template for which Mustache would silently print nothing.
///
/// Only the marks are printed, each after its number, with the values of sample galleries. A mark is a mistake if nothing
/// follows its number on any page. Suggestions are found in the same way: they print something in its place.
struct GalleryTemplateCheck {
    private let folder: String
    private let marks: [GalleryMark]
    /// The numbers of the marks of every file.
    private let numbers: [String: [Int]]
    /// The values of sample pages, by the names of their files.
    private let pages: [String: [[String: Any]]]
    private var faults: [Int: String] = [:]
    /// The number of marks whose mistake is explained. Each explanation renders the sample pages several times.
    private static let maxSearches = 100
    private var templates: [String: Mustache] = [:]

    /// - Parameter texts: The text of every `.html` file, by its name without the extension.
    init(folder: String, texts: [String: String], pages: [String: [[String: Any]]]) {
        let files = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        let marks = files.flatMap { GalleryMark.all(in: $0.value, of: $0.key) }
        (self.folder, self.marks, self.pages) = (folder, marks, pages)
        numbers = texts.reduce(into: [:]) { numbers, file in
            numbers[file.key] = marks.indices.filter { marks[$0].file == file.key }
        }
    }

    /// Returns the mistakes in the order of files and places.
    mutating func mistakes() -> [Diagnostic] {
        for number in marks.indices where marks[number].isPiece { faults[number] = pieceFault(marks[number]) }
        // In a file with wrong sections, the open sections are unknown, so the file is not printed.
        for file in numbers.keys {
            if let (number, fault) = sectionFault(file) {
                faults[number] = fault
            } else {
                templates[file] = probes(file)
            }
        }
        let printed = printed(templates)
        var searches = 0
        for number in marks.indices
        where marks[number].isFilled && printed[number] != true && faults[number] == nil {
            if printed[number] == nil {
                faults[number] = unprintedFault(marks[number])
            } else if searches < Self.maxSearches {
                searches += 1
                faults[number] = fault(number)
            } else {
                faults[number] = "unknown mark '\(marks[number].name)'"
            }
        }
        return faults.sorted { $0.key < $1.key }.map { number, fault in
            Diagnostic(.error, fault, at: marks[number].place(in: folder))
        }
    }

    // MARK: - Files and sections

    private func pieceFault(_ mark: GalleryMark) -> String? {
        if mark.name.hasPrefix("*") { return "write the name of a piece in full" }
        if numbers[mark.name] == nil {
            return "there is no file '\(mark.name).html' beside this one"
                + Self.question(Suggestion.closest(to: mark.name, among: numbers.keys.sorted()))
        }
        return files(in: mark.name).contains(mark.file) ? "the piece '\(mark.name)' includes itself" : nil
    }

    /// Returns a file and all pieces that it includes, directly or indirectly.
    private func files(in file: String) -> Set<String> {
        var found: Set<String> = [file]
        var waiting = [file]
        while let file = waiting.popLast() {
            for mark in (numbers[file] ?? []).map({ marks[$0] }) where mark.isPiece {
                if found.insert(mark.name).inserted { waiting.append(mark.name) }
            }
        }
        return found
    }

    /// Returns the first section that is closed wrongly or never; the parser would report the end of the file.
    private func sectionFault(_ file: String) -> (number: Int, fault: String)? {
        var open: [Int] = []
        for number in numbers[file] ?? [] {
            let mark = marks[number]
            if mark.sign == "=" { return (number, "galleries support only the delimiters {{ and }}") }
            if mark.isSection { open.append(number) }
            guard mark.sign == "/" else { continue }
            let end = "'{{/\(mark.name)}}'"
            guard let last = open.popLast().map({ marks[$0] }) else {
                return (number, "\(end) closes nothing")
            }
            if last.name != mark.name {
                let line = last.place(in: folder).line
                return (number, "expected '{{/\(last.name)}}' for line \(line), received \(end)")
            }
        }
        return open.first.map { ($0, "the section '\(marks[$0].name)' is never closed") }
    }

    // MARK: - Printing

    /// Returns a template with the marks of a file, each after its number; or only with other marks in place of one mark,
    /// whose numbers follow the last number.
    private func probes(_ file: String, replacing replaced: Int? = nil, by others: [String] = [])
        -> Mustache?
    {
        var text = ""
        var ends: [String] = []
        for number in numbers[file] ?? [] {
            let mark = marks[number]
            if number == replaced {
                for (number, other) in zip(marks.count..., others) { text += "\u{1}\(number)\u{2}\(other)" }
            } else if mark.isFilled, replaced == nil {
                text += "\u{1}\(number)\u{2}{{{\(mark.name)}}}"
                // A list has no text, but a section.
                if mark.isSection { text += Self.section(mark.name) }
            }
            // Without its tags, the content of an inverted section is printed although the sample has everything.
            let isBare = mark.sign == "^" || faults[number] != nil && mark.isPiece
            if mark.isSection || mark.isPiece, !isBare { text += "{{\(mark.sign)\(mark.name)}}" }
            if mark.isSection { ends.append(isBare ? "" : "{{/\(mark.name)}}") }
            if mark.sign == "/" { text += ends.popLast() ?? "" }
        }
        do {
            return try Mustache(text)
        } catch {
            // The file itself has the same mistake, and is read next.
            return nil
        }
    }

    /// Returns the printed numbers, each with whether anything follows it on any page.
    private func printed(_ templates: [String: Mustache]) -> [Int: Bool] {
        let library = MustacheLibrary(templates: templates)
        var printed: [Int: Bool] = [:]
        for (page, samples) in pages {
            let texts = samples.compactMap { library.render($0, withTemplate: page) }
            for probe in texts.joined().split(separator: "\u{1}") {
                let parts = probe.split(separator: "\u{2}")
                guard let number = parts.first.flatMap({ Int($0) }) else { continue }
                printed[number] = parts.count > 1 || printed[number] == true
            }
        }
        return printed
    }

    /// Returns for each of the other marks whether it prints something in place of a mark.
    private func prints(_ others: [String], inPlaceOf number: Int) -> [Bool] {
        var templates = templates
        templates[marks[number].file] = probes(marks[number].file, replacing: number, by: others)
        let printed = printed(templates)
        return others.indices.map { printed[marks.count + $0] == true }
    }
}

// MARK: - Names

extension GalleryTemplateCheck {
    /// Returns why a mark prints nothing.
    private func fault(_ number: Int) -> String {
        let mark = marks[number]
        func prints(_ name: String) -> Bool {
            self.prints(["{{{\(name)}}}\(Self.section(name))"], inPlaceOf: number) == [true]
        }
        let path = mark.path
        if mark.sign == "&", prints(mark.name) {
            return "the mark '\(mark.name)' is not a text; write {{#\(mark.name)}} … {{/\(mark.name)}}"
        }
        if prints(path.isEmpty ? "index()" : path) {
            var inner = path
            for transform in mark.transforms.reversed() {
                inner = "\(transform)(\(inner))"
                guard !prints(inner) else { continue }
                if Mustache.transforms.contains(transform) {
                    return "the transform '\(transform)' returns nothing for the mark '\(mark.name)'"
                }
                let close = Suggestion.closest(to: transform, among: Mustache.transforms)
                let others = close == nil ? "; expected \(Mustache.transforms.joined(separator: ", "))" : ""
                return "there is no transform '\(transform)'\(others)\(Self.question(close))"
            }
        }
        if path.isEmpty { return "the mark '\(mark.name)' is allowed directly in a list's section only" }
        // The known parts of the name, and the first unknown part.
        let parts = path.split(separator: ".").map(String.init)
        var known = parts.dropLast()
        while !known.isEmpty, !prints(known.joined(separator: ".")) { known.removeLast() }
        let (before, part) = (known.joined(separator: "."), parts.dropFirst(known.count).first ?? path)
        if before.isEmpty, let fault = pageFault(part, mark) { return fault }
        let unknown =
            before == "files"
            ? "no file of the template has the mark '\(part)'" : "unknown mark '\(mark.name)'"
        return unknown + Self.question(meant(part, in: before, inPlaceOf: number))
    }

    /// Returns why a mark that the samples do not reach is a mistake, in an unknown section or an unused piece: its names do
    /// not occur on the pages that include it.
    private func unprintedFault(_ mark: GalleryMark) -> String? {
        let names = names(for: mark)
        let parts = mark.path.split(separator: ".").map(String.init)
        guard let part = parts.first(where: { !names.contains($0) }) else { return nil }
        if part == parts[0], let fault = pageFault(part, mark) { return fault }
        let close = Suggestion.closest(to: part, among: names.sorted())
        return "unknown mark '\(mark.name)'\(Self.question(close))"
    }

    /// Returns why a name cannot be used on the pages that include a mark, if another page has the name.
    private func pageFault(_ part: String, _ mark: GalleryMark) -> String? {
        let others = pages.filter { Self.names(in: $0.value).contains(part) }.keys
        guard !names(for: mark).contains(part), let page = others.min() else { return nil }
        return "the mark '\(mark.name)' is for \(page).html only"
    }

    /// Returns the closest name that prints something in place of a mark: a name in an open section, of the picture or the
    /// gallery, or of the elements of a list.
    private func meant(_ part: String, in before: String, inPlaceOf number: Int) -> String? {
        let names = names(for: marks[number]).sorted()
            .filter { Suggestion.closest(to: part, among: [$0]) != nil }
        var others: [(name: String, written: String, mark: String)] = []
        for record in before.isEmpty ? ["", "photo.", "gallery."] : [before + "."] {
            others += names.map {
                let name = record + $0
                return ($0, before.isEmpty ? name : $0, "{{{\(name)}}}\(Self.section(name))")
            }
        }
        for list in before.isEmpty ? ["photos", "facts"] : [before] {
            let (start, end) = ("{{#\(list)}}", "{{/\(list)}}")
            others += names.map { ($0, "\(start){{\($0)}}\(end)", "\(start){{{.\($0)}}}\(end)") }
        }
        let found = zip(others, prints(others.map(\.mark), inPlaceOf: number)).filter(\.1).map(\.0)
        let close = Suggestion.closest(to: part, among: found.map(\.name))
        return found.first { $0.name == close }?.written
    }

    private static func section(_ name: String) -> String { "{{#\(name)}}1{{/\(name)}}" }

    private static func question(_ meant: String?) -> String { meant.map { "; did you mean '\($0)'?" } ?? "" }

    /// Returns all names on the pages that include a mark, or on all pages if none does.
    private func names(for mark: GalleryMark) -> Set<String> {
        let holders = pages.filter { files(in: $0.key).contains(mark.file) }
        return Self.names(in: Array((holders.isEmpty ? pages : holders).values))
    }

    private static func names(in value: Any) -> Set<String> {
        switch value {
        case let record as [String: Any]: names(in: Array(record.values)).union(record.keys)
        case let list as [Any]: list.reduce(into: []) { $0.formUnion(names(in: $1)) }
        default: []
        }
    }
}
