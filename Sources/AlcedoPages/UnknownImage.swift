/// Why an `<img>` is left as it is, or what is missing beside it.
enum UnknownImage: Error {
    /// No image of the index.
    case foreign(String)
    /// One of two images whose addresses differ in what no index has.
    case eitherOf(String, String, String)
    /// A file of the site that only has the name of an image.
    case other(String, String)
    /// An image without a text alternative.
    case noText(String)
    /// An image of which it is not clear what is to be shown.
    case unclear(String)

    /// One sentence.
    var message: String {
        switch self {
        case .foreign(let source): "'\(source.prefix(100))' is not an image of the index"
        case .eitherOf(let source, let one, let other):
            "'\(source.prefix(100))' may be \(one) or \(other), whose addresses differ only after the "
                + "'?'; name a file of a variant"
        case .other(let source, let id):
            "'\(source.prefix(100))' is a file of the site that is not the source of \(id); "
                + "give one of them another name"
        case .noText(let id):
            "\(id) has no text alternative; give the <img> or the source an 'alt'"
        case .unclear(let text): text
        }
    }
}

extension PageRewriter.Notice {
    init(_ reason: UnknownImage, of address: String, at place: (line: Int, column: Int)) {
        var isForeign = false
        if case .foreign = reason { isForeign = true }
        self.init(
            line: place.line, column: place.column, address: address, message: reason.message,
            isForeign: isForeign)
    }
}
