/// Addresses of an index with a relative `base-url`: `./images`, or an empty one.
///
/// They are valid for pages in the root of a site. Pages below it need `../` for each folder in between.
enum RelativeBase {
    /// Whether addresses below this base depend on the depth of a page. Bases that lead upwards are for pages in one unknown
    /// folder.
    static func isBelowRoot(_ base: String) -> Bool {
        base.isEmpty || base == "." || base.hasPrefix("./") && !base.split(separator: "/").contains("..")
    }

    /// Returns an address for a page.
    /// - Parameter way: The prefix from the page to the root: `../` for each folder in between.
    static func address(_ url: String, way: String) -> String {
        guard !url.hasPrefix("data:") else { return url }
        let path = url.hasPrefix("./") ? url.dropFirst(2) : url[...]
        return way + path
    }
}
