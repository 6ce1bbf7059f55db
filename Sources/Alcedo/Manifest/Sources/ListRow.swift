import AlcedoImaging

/// What one row of a list says. Two rows that say the same are one.
struct ListRow: Hashable {
    /// The names under which Alcedo knows the values of a row.
    static let keys = ["id", "path", "url", "data", "alternatives", "cache-key", "alt", "focus", "variants"]

    var id: String?
    var path: String?
    var url: String?
    var data: String?
    var alternatives: [String] = []
    var cacheKey: String?
    var alt: String?
    var focus: FocalPoint?
    var variants: [String]?

    /// The id that follows from the picture's path or URL.
    func impliedID(_ list: SourceList) -> String? {
        if let path {
            return SourceID.id(ofFile: Self.shown(path, list), root: list.root) ?? Self.shown(path, list)
        }
        return url.map { RemoteAddress.id(of: $0).normalizedID }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A row's path relative to the manifest.
    static func shown(_ path: String, _ list: SourceList) -> String {
        let segments = list.folder.split(separator: "/") + path.split(separator: "/").filter { $0 != "." }
        return segments.joined(separator: "/")
    }
}
