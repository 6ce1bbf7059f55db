import AlcedoBase

/// Rules for source ids.
package enum SourceID {
    /// Why a source needs an explicit id.
    package struct Missing: Error {
        package let reason: String

        package init(_ reason: String) { self.reason = reason }
    }

    /// Returns why a text is not a valid id, or `nil` if it is.
    package static func fault(_ id: String) -> String? {
        if id.trimmingSpace().isEmpty { return "is empty" }
        if id.utf8.count > 1000 { return "is longer than 1000 bytes" }
        // The control characters are U+0000…U+001F and U+007F…U+009F.
        if id.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
            return "holds a control character"
        }
        // Reports have one source per line.
        if id.unicodeScalars.contains(where: { $0.value == 0x2028 || $0.value == 0x2029 }) {
            return "holds a line break"
        }
        return nil
    }

    /// Returns why a text is not a `data:` URI, or `nil` if it is.
    static func dataFault(_ text: String) -> String? {
        guard text.prefix(5).lowercased() == "data:" else {
            return "must begin with 'data:'; a file is a source with 'path', an address one with 'url'"
        }
        guard let comma = text.firstIndex(of: ",") else { return "has no comma before its data" }
        if text[text.index(after: comma)...].isEmpty { return "holds no data" }
        return nil
    }
}

extension String {
    /// The text in normalization form C, in which ids are compared and stored.
    var normalizedID: String { precomposed }
}

extension SourceID {
    /// Returns the id of a file, its path relative to the manifest or to `root`, or `nil` if it is not below `root`.
    static func id(ofFile path: String, root: String?) -> String? {
        let id = path.normalizedID
        guard let root, !root.isEmpty else { return id }
        let prefix = root.normalizedID + "/"
        return id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil
    }
}
