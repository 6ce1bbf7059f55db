import AlcedoRecipes

/// The values of one row of a list. Rows with equal values count as one.
struct ListRow {
    /// Alcedo's own names for the values of a row.
    static let keys = [
        "id", "path", "url", "data", "alternatives", "cache-key", "alt", "focus", "aspect", "variants",
    ]

    var id: String?
    var path: String?
    var url: String?
    var data: String?
    var alternatives: [String] = []
    var cacheKey: String?
    var alt: String?
    var focus: FocalPoint?
    var aspects: [String: PixelSize]?
    var variants: [String]?
    /// Words for the placeholders of steps, by the names of their columns.
    var values: [String: String] = [:]

    /// Returns the keys whose values differ from the other row's.
    func differences(from other: ListRow) -> [String] {
        // Strings compare by canonical equivalence, but two files may differ only in normalization: compare bytes.
        func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
        let same = [
            "path": bytes(path) == bytes(other.path), "url": bytes(url) == bytes(other.url),
            "data": data == other.data,
            "alternatives": alternatives.map(bytes) == other.alternatives.map(bytes),
            "cache-key": bytes(cacheKey) == bytes(other.cacheKey), "alt": alt == other.alt,
            "focus": focus == other.focus, "aspect": aspects == other.aspects,
            "variants": variants == other.variants,
        ]
        let columns = values.keys.sorted().filter { values[$0] != other.values[$0] && same[$0] != false }
        return Self.keys.filter { same[$0] == false } + columns
    }

    /// Returns the id derived from the picture's path or URL.
    func impliedID(_ list: SourceList) -> String? {
        if let path {
            return SourceID.id(ofFile: Self.shown(path, list), root: list.root) ?? Self.shown(path, list)
        }
        return url.map { RemoteAddress.id(of: $0).normalizedID }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns a row's path relative to the manifest.
    static func shown(_ path: String, _ list: SourceList) -> String {
        let segments = list.folder.split(separator: "/") + path.split(separator: "/").filter { $0 != "." }
        return segments.joined(separator: "/")
    }
}
