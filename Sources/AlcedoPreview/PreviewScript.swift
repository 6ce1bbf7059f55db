import AlcedoIndex
import CAssets

/// What pages of the preview run, to be reloaded when something changes.
enum PreviewScript {
    /// The folder for addresses of the preview itself.
    static let folder = "~alcedo"
    static let name = "preview.js"
    static let events = "events"

    /// The element that runs the script in a page.
    ///
    /// - Parameters:
    ///   - generation: The number of the last change that the page shows.
    ///   - problems: What is wrong with this page.
    ///   - host: The server, as the browser names it: a `<base>` of the page does not matter then.
    static func element(_ generation: Int, problems: [String] = [], host: String) -> String {
        let list = problems.map { HTMLText.escape($0) }.joined(separator: "\n")
        let data = list.isEmpty ? "" : " data-problems=\"\(list)\""
        return
            "<script src=\"http://\(HTMLText.escape(host))/\(folder)/\(name)\" data-generation=\"\(generation)\"\(data)></script>"
    }

    static let text = String(cString: alcedo_preview_script())
}
