/// Type of a tag's value, for checking templates. The values themselves are in ``GalleryPages``.
indirect enum GalleryValue: Hashable, Sendable {
    case text, number
    /// A Boolean that shows or hides a section.
    case flag
    case list(GalleryValue)
    case record([String: GalleryValue])
    /// Position of an element in its list, which has no name: `{{#last()}}`.
    case position
    /// An unknown type, such as the value of a section with an unknown name.
    case anything

    /// Members by name.
    var members: [String: GalleryValue] {
        if case .record(let members) = self { members } else { [:] }
    }

    /// All names used at any depth.
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
    /// Returns the types of the values of each page, by the page's name.
    ///
    /// - Parameter assets: Tag names of the template's assets.
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
    /// All transforms of the library.
    static let transforms = [
        "capitalized", "count", "empty", "enumerated", "equalzero", "even", "first", "index", "last",
        "lowercased", "minusone", "odd", "plusone", "reversed", "sorted", "uppercased",
    ]

    /// Returns the type of a transform's result; `nil` if the library has no such transform for this type, and would
    /// print nothing.
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
