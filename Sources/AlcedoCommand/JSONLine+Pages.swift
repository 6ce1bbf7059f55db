import Alcedo
import AlcedoSitePages

extension JSONLine {
    /// Returns the event for the result of `alcedo html`.
    static func of(_ result: SitePages.Result) -> String {
        line(
            "pages",
            Pages(
                pages: result.pages, changed: result.changed, pictures: result.pictures,
                mended: result.mended, styleSheets: result.styleSheets,
                others: result.foreign,
                written: result.written, unshown: result.unshown.count, missing: result.missing.count))
    }

    /// Returns the event for an image that no page shows.
    static func ofUnshown(_ id: String) -> String { line("unshown", Unshown(source: id)) }

    /// Returns the event for an address without a file.
    static func ofMissing(_ address: SitePages.Address) -> String {
        line(
            "missing",
            Missing(
                address: address.address, count: address.count, file: address.place.file,
                line: address.place.line, column: address.place.column, suggestion: address.suggestion))
    }

    private struct Pages: Encodable {
        var pages, changed, pictures, mended, styleSheets, others, written, unshown, missing: Int
    }
    private struct Unshown: Encodable { var source: String }
    private struct Missing: Encodable {
        var address: String; var count: Int; var file: String; var line, column: Int
        var suggestion: String?
    }
}
