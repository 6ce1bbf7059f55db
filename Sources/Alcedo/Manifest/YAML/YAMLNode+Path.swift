import AlcedoBase

extension YAMLNode {
    /// The value at the end of a way through mappings, by key, and lists, by number.
    ///
    /// - Parameter complain: Hears of keys that stand several times in a mapping on the way.
    func value(at path: [String], passing complain: (Diagnostic) -> Void = { _ in }) -> YAMLNode? {
        var node = self
        for part in path {
            if let items = node.sequence {
                guard let index = Int(part), items.indices.contains(index) else { return nil }
                node = items[index]
            } else if let value = node[part] {
                node.ownDuplicateKeys.forEach(complain)
                node = value
            } else {
                return nil
            }
        }
        return node
    }

    /// An error for each key that stands a second time in its mapping, here or further down.
    ///
    /// Readers of JSON disagree about which of them holds, so none does. In what comes from YAML there are none left.
    var duplicateKeys: [Diagnostic] {
        switch content {
        case .scalar: []
        case .sequence(let items): items.flatMap(\.duplicateKeys)
        case .mapping(let pairs): ownDuplicateKeys + pairs.flatMap(\.value.duplicateKeys)
        }
    }

    /// An error for each key that stands a second time in this mapping.
    var ownDuplicateKeys: [Diagnostic] {
        guard let pairs = mapping, pairs.count > 1 else { return [] }
        var places: [String: SourceLocation] = [:]
        return pairs.compactMap { pair in
            guard let name = pair.key.text else { return nil }
            guard let first = places[name] else {
                places[name] = pair.key.location
                return nil
            }
            return Self.duplicateKey(name, at: pair.key.location, first: first)
        }
    }

    /// What is said of a key that stands in a mapping already.
    static func duplicateKey(_ name: String, at place: SourceLocation, first: SourceLocation) -> Diagnostic {
        Diagnostic(
            .error,
            "duplicate key '\(excerpt(name))'; the first is in line \(first.line), column \(first.column)",
            at: place)
    }
}
