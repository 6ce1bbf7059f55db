/// Addresses of an index whose `base-url` is relative: `./images`, or none.
///
/// They stand for pages in the root of a site. In a page below it they need `../` for each folder on the way.
enum RelativeBase {
    /// Whether addresses below this base depend on how deep a page is. Those that lead upwards are for pages which all stand
    /// in one folder, and nobody knows in which.
    static func isBelowRoot(_ base: String) -> Bool {
        base.isEmpty || base == "." || base.hasPrefix("./") && !base.split(separator: "/").contains("..")
    }

    /// An address as it stands in a page.
    /// - Parameter way: What leads from the page to the root: `../` for each folder on the way.
    static func address(_ url: String, way: String) -> String {
        guard !url.hasPrefix("data:") else { return url }
        let path = url.hasPrefix("./") ? url.dropFirst(2) : url[...]
        return way + path
    }
}
