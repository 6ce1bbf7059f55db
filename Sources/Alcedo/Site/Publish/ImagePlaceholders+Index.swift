import AlcedoBase
import AlcedoIndex
import AlcedoRecipes

extension ImageIndex.Placeholders {
    /// Creates the index's form of the placeholders.
    init(_ placeholders: ImagePlaceholders) {
        func value(_ kind: String) -> ImagePlaceholders.Value? {
            PlaceholderKind(rawValue: kind).flatMap { placeholders[$0] }
        }
        self.init(text: { value($0)?.written }, list: { value($0)?.colors?.map(\.hex) })
    }
}

extension ImagePlaceholders.Value {
    /// The value as one text, unless it is a list.
    fileprivate var written: String? {
        switch self {
        case .color(let color): color.hex
        case .text(let text): text
        case .data(let data): data.base64EncodedString()
        case .colors: nil
        }
    }
}
