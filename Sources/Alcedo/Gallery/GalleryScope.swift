/// Lookup of a tag's name as the library does it: in the enclosing sections, from the inside out.
struct GalleryScope: Hashable, Sendable {
    /// The page, followed by the values of the open sections, innermost last.
    private var levels: [GalleryValue]
    /// Whether the innermost value is an element of a list, and so has a position.
    private var isInList = false

    /// All names used anywhere in each page.
    private static let names = GalleryValue.pages().mapValues(\.names)

    /// Creates the scope at the start of a page.
    init(page: GalleryValue) { levels = [page] }

    /// Returns the scope inside a section of this value.
    func inside(_ value: GalleryValue) -> GalleryScope {
        // A flag only shows or hides a section, and has no members.
        if value == .flag { return self }
        var scope = self
        if case .list(let element) = value {
            scope.levels.append(element)
            scope.isInList = true
        } else {
            scope.levels.append(value)
            scope.isInList = value == .anything
        }
        return scope
    }

    /// Returns the scope inside an inverted section of this value.
    func without(_ value: GalleryValue) -> GalleryScope {
        if case .list = value { elsewhere } else { self }
    }

    /// The scope inside a partial or block, where positions in lists are not available.
    var elsewhere: GalleryScope {
        var scope = self
        scope.isInList = false
        return scope
    }

    /// Returns the value of a tag, or the reason why it has none.
    func find(_ mark: GalleryMark) -> (value: GalleryValue, fault: String?) {
        var value: GalleryValue
        let parts = mark.path.split(separator: ".").map(String.init)
        if mark.path.isEmpty, !mark.transforms.isEmpty {
            guard isInList else {
                return (.anything, "the mark '\(mark.name)' is for what is directly in a list's section")
            }
            value = .position
        } else {
            // A leading dot limits the lookup to the innermost value.
            let found = Self.find(parts, in: mark.path.first == "." ? levels.suffix(1) : levels[...])
            if let known = found.value {
                value = known
            } else if mayBeThere(parts) {
                value = .anything
            } else {
                return (.anything, fault(of: mark, parts, at: found.depth, in: found.last))
            }
        }
        for transform in mark.transforms.reversed() {
            guard let result = value.transformed(by: transform) else {
                return (.anything, Self.fault(of: String(transform), around: mark))
            }
            value = result
        }
        return (value, nil)
    }

    /// Whether an open section of unknown value could have these names, because the page uses them somewhere.
    private func mayBeThere(_ parts: [String]) -> Bool {
        guard levels.contains(.anything) else { return false }
        let names = levels[0].names
        return parts.allSatisfy { names.contains($0) }
    }

    /// Resolves a name; on failure, returns how many of its parts were found, and the last value.
    private static func find(
        _ parts: [String], in levels: ArraySlice<GalleryValue>
    ) -> (value: GalleryValue?, depth: Int, last: GalleryValue?) {
        guard let first = parts.first else { return (levels.last, 0, nil) }
        guard var value = levels.last(where: { $0.members[first] != nil })?.members[first] else {
            return (nil, 0, nil)
        }
        for (depth, part) in parts.enumerated().dropFirst() where value != .anything {
            guard let member = value.members[part] else { return (nil, depth, value) }
            value = member
        }
        return (value, parts.count, nil)
    }
}

// MARK: - Faults

extension GalleryScope {
    private func fault(
        of mark: GalleryMark, _ parts: [String], at depth: Int, in last: GalleryValue?
    ) -> String {
        let part = parts[depth]
        let candidates = last.map { Self.members(of: $0, parts[..<depth].joined(separator: ".")) } ?? nearby
        let close = Suggestion.closest(to: part, among: candidates.map(\.name))
        let meant = candidates.first { $0.name == close }?.written
        let question = meant.map { "; did you mean '\($0)'?" } ?? ""
        if depth == 1, parts[0] == "files" {
            return "no file of the template is named by '\(part)'\(question)"
        }
        if depth == 0, !levels[0].names.contains(part),
            let page = Self.names.filter({ $0.value.contains(part) }).keys.min()
        {
            return "the mark '\(mark.name)' is for \(page).html alone"
        }
        return "nothing is known for the mark '\(mark.name)'\(question)"
    }

    private static func fault(of transform: String, around mark: GalleryMark) -> String {
        if GalleryValue.transforms.contains(transform) {
            return "the transform '\(transform)' makes nothing of the mark '\(mark.name)'"
        }
        let close = Suggestion.closest(to: transform, among: GalleryValue.transforms)
        let advice =
            close.map { "did you mean '\($0)'?" }
            ?? "there are: \(GalleryValue.transforms.joined(separator: ", "))"
        return "there is no transform '\(transform)'; \(advice)"
    }

    /// Candidates for suggestions: members of the open sections, of the picture and the gallery, and of list elements.
    private var nearby: [(name: String, written: String)] {
        var candidates: [(name: String, written: String)] = []
        var known: [String: GalleryValue] = [:]
        for level in levels.reversed() {
            candidates += Self.members(of: level, "")
            known.merge(level.members) { inner, _ in inner }
        }
        for name in ["photo", "gallery"] {
            let members = known[name]?.members.keys.sorted() ?? []
            candidates += members.map { (name: $0, written: "\(name).\($0)") }
        }
        for (name, value) in known.sorted(by: { $0.key < $1.key }) {
            if case .list = value { candidates += Self.members(of: value, name) }
        }
        return candidates
    }

    /// Returns the members of a value, or of the elements of a list with this name, as written in a template.
    private static func members(of value: GalleryValue, _ name: String) -> [(name: String, written: String)] {
        if case .list(let element) = value {
            return element.members.keys.sorted().map {
                (name: $0, written: "{{#\(name)}}{{\($0)}}{{/\(name)}}")
            }
        }
        return value.members.keys.sorted().map { (name: $0, written: $0) }
    }
}
