import AlcedoBase

extension YAMLNode {
    /// Returns the value at a path through mappings, by key, and lists, by index.
    ///
    /// - Parameter complain: Receives an error for each duplicate key in a mapping on the path.
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

    /// An error for each duplicate key, here or further down.
    ///
    /// JSON readers disagree on which duplicate counts, so duplicates are errors. Nodes from YAML contain none.
    var duplicateKeys: [Diagnostic] {
        switch content {
        case .scalar: []
        case .sequence(let items): items.flatMap(\.duplicateKeys)
        case .mapping(let pairs): ownDuplicateKeys + pairs.flatMap(\.value.duplicateKeys)
        }
    }

    /// An error for each duplicate key in this mapping.
    var ownDuplicateKeys: [Diagnostic] {
        guard let pairs = mapping, pairs.count > 1 else { return [] }
        var places: [String: Diagnostic.Location] = [:]
        return pairs.compactMap { pair in
            guard let name = pair.key.text else { return nil }
            guard let first = places[name] else {
                places[name] = pair.key.location
                return nil
            }
            return Self.duplicateKey(name, at: pair.key.location, first: first)
        }
    }

    /// Returns the error for a duplicate key.
    static func duplicateKey(_ name: String, at place: Diagnostic.Location, first: Diagnostic.Location)
        -> Diagnostic
    {
        Diagnostic(
            .error,
            "duplicate key '\(excerpt(name))'; the first is in line \(first.line), column \(first.column)",
            at: place)
    }
}
