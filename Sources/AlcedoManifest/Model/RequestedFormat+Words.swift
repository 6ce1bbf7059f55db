import AlcedoRecipes

extension RequestedFormat {
    /// The format as written in a manifest.
    package var words: String {
        switch self {
        case .auto: "auto"
        case .source: "source"
        case .original, .verbatim: "original"
        case .format(let format): format.word
        case .serializer(let own): own.serializer.identifier
        }
    }
}
