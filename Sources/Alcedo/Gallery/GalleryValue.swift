/// What a template can do with what a mark stands for. What it stands for is in ``GalleryPages``.
indirect enum GalleryValue: Hashable, Sendable {
    case text, number
    /// Yes or no, by which a section is shown.
    case flag
    case list(GalleryValue)
    case record([String: GalleryValue])
    /// The place of an element in its list, which has no name: `{{#last()}}`.
    case position
    /// What cannot be known, such as that of a section whose own name is not known.
    case anything

    /// What it has by names.
    var members: [String: GalleryValue] {
        if case .record(let members) = self { members } else { [:] }
    }

    /// Every name that is anywhere in it.
    var names: Set<String> {
        switch self {
        case .record(let members): members.reduce(into: Set(members.keys)) { $0.formUnion($1.value.names) }
        case .list(let element): element.names
        default: []
        }
    }
}

// MARK: - Pages

extension GalleryValue {
    /// What the pages are filled with, each by its name.
    ///
    /// - Parameter assets: The marks of files that go along.
    static func pages(assets: Set<String> = []) -> [String: GalleryValue] {
        let shared: [String: GalleryValue] = [
            "gallery": .record([
                "title": .text, "description": .text, "language": .text, "count": .number, "isEmpty": .flag,
                "page": .text,
            ]),
            "files": .record(Dictionary(uniqueKeysWithValues: assets.map { ($0, GalleryValue.text) })),
            "words": .record(["skip": .text, "empty": .text, "list": .text]), "generator": .text,
            "address": .text, "openGraph": .text,
        ]
        let index: [String: GalleryValue] = ["photos": .list(picture(["card": .text, "ratio": .text]))]
        let photo: [String: GalleryValue] = [
            "photo": picture(["picture": .text, "ratio": .text, "place": .text]),
            "previous": picture(["label": .text]), "next": picture(["label": .text]),
            "structuredData": .text,
        ]
        return [
            "index": .record(shared.merging(index) { $1 }), "photo": .record(shared.merging(photo) { $1 }),
        ]
    }

    private static func picture(_ more: [String: GalleryValue] = [:]) -> GalleryValue {
        let facts: [String: GalleryValue] = [
            "id": .text, "number": .number, "page": .text, "title": .text, "alt": .text, "description": .text,
            "width": .number, "height": .number, "text": .text, "hasFacts": .flag,
            "facts": .list(.record(["label": .text, "value": .text, "time": .text])), "credit": .text,
            "keywords": .list(.text),
        ]
        return .record(facts.merging(more) { $1 })
    }
}

// MARK: - Transforms

extension GalleryValue {
    /// The transforms that the library has for one value or another.
    static let transforms = [
        "capitalized", "count", "empty", "enumerated", "equalzero", "even", "first", "index", "last",
        "lowercased", "minusone", "odd", "plusone", "reversed", "sorted", "uppercased",
    ]

    /// What a transform makes of it; `nil` if the library has no such one for it, and so prints nothing.
    func transformed(by name: some StringProtocol) -> GalleryValue? {
        switch (self, String(name)) {
        case (.text, "capitalized"), (.text, "lowercased"), (.text, "uppercased"), (.text, "reversed"): .text
        case (.text, "empty"), (.list, "empty"), (.record, "empty"): .flag
        case (.number, "plusone"), (.number, "minusone"), (.position, "index"): .number
        case (.number, "even"), (.number, "odd"), (.number, "equalzero"): .flag
        case (.position, "even"), (.position, "odd"), (.position, "first"), (.position, "last"): .flag
        case (.list, "count"), (.record, "count"): .number
        case (.list, "reversed"), (.list(.text), "sorted"): self
        case (.list(let element), "first"), (.list(let element), "last"): element
        case (.record, "enumerated"), (.record, "sorted"):
            .list(.record(["key": .text, "value": .anything]))
        case (.anything, let name): Self.transforms.contains(name) ? .anything : nil
        default: nil
        }
    }
}
