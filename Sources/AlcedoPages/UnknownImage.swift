import AlcedoIndex
import AlcedoMarkup

/// Why an element is left as it is, or what it lacks.
enum UnknownImage: Error {
    /// The address is not an image of the index.
    case foreign(String)
    /// An address outside of the `src` of an `<img>` is not an image of the index.
    case foreignReference(String)
    /// The address is ambiguous: two images differ only in the query.
    case eitherOf(String, String, String)
    /// The site's own file only has the name of an image.
    case other(String, String)
    /// The image has no text alternative.
    case noText(String)
    /// The drawing is shown wider than its widest file, in pixels: its id, both widths.
    case smallDrawing(String, shown: Int, widest: Int)
    /// The variant to show is ambiguous.
    case unclear(String)
    /// The page names a variant that no image has.
    case unknownVariant(String, [String])
    /// The address needs the source of an image itself, which is not published.
    case unpublished(String, String)
    /// The page has an attribute with the name of one for Alcedo, or almost.
    case unknownAttribute(String, String?)
    /// The page has `sizes` that browsers ignore.
    case wrongSizes(String)

    /// The problem, in one sentence.
    var message: String {
        switch self {
        case .foreign(let source), .foreignReference(let source):
            "'\(source.prefix(100))' is not an image of the index"
        case .eitherOf(let source, let one, let other):
            "'\(source.prefix(100))' may be \(one) or \(other), whose addresses differ only after the "
                + "'?'; name a file of a variant"
        case .other(let source, let id):
            "'\(source.prefix(100))' is a file of the site that is not the source of \(id); "
                + "if it has changed since, run 'alcedo build' again, or else give one of them another name"
        case .noText(let id):
            "\(id) has no text alternative; give the <img> or the source an 'alt'"
        case .smallDrawing(let id, let shown, let widest):
            "\(id) is shown \(shown) pixels wide, and its widest file has \(widest); it is a drawing: give the variant "
                + "'enlarge: true', or 'formats: original'"
        case .unclear(let text): text
        case .unknownVariant(let name, let known):
            "'data-alcedo' names the variant '\(name.prefix(100))', which no picture has; "
                + (Suggestion.closest(to: name, among: known + ["off"]).map { "did you mean '\($0)'?" }
                    ?? "the variants are \(known.prefix(24).joined(separator: ", "))")
        case .unpublished(let source, let id):
            "'\(source.prefix(100))' leads to \(id) itself, which is not published; put the file into the site, or name a "
                + "file of a variant with 'formats: [original]' or with a 'name' without a hash"
        case .unknownAttribute(let name, let close):
            "'\(name.prefix(100))' is no attribute of Alcedo; "
                + (close.map { "did you mean '\($0)'?" }
                    ?? "there are \(PageAttribute.all.joined(separator: ", "))")
        case .wrongSizes(let reason): "'\(PageAttribute.sizes)' \(reason)"
        }
    }
}

extension PageRewriter.Notice {
    init(_ reason: UnknownImage, of address: String, at place: (line: Int, column: Int)) {
        self.init(
            line: place.line, column: place.column, address: address, message: reason.message,
            isForeign: false)
        switch reason {
        case .foreign: isForeign = true
        case .foreignReference: (isForeign, isReference) = (true, true)
        case .unknownVariant, .unknownAttribute, .wrongSizes: isMistake = true
        default: break
        }
    }
}
