import AlcedoBase

/// Quotes from word processors, which YAML reads as letters.
enum CurlyQuotes {
    /// Returns the text without the curly quotes around all of it, or `nil` if there are none.
    static func content(of text: some StringProtocol) -> String? {
        guard text.count > 1, let first = text.first, let last = text.last, "“„”‘‚’«".contains(first),
            "”“’‘»".contains(last)
        else { return nil }
        let inner = String(text.dropFirst().dropLast())
        // “One” and “another” are not quoted as a whole.
        return inner.contains(first) ? nil : inner
    }

    /// Reports curly quotes around keys and values of a manifest, and removes them.
    ///
    /// In texts for readers they may be intended, so they are kept with a warning.
    struct Removal {
        let problems: Problems
        // Aliases share nodes, and a document may have many aliases.
        private var done: [ObjectIdentifier: YAMLNode] = [:]

        init(_ problems: Problems) { self.problems = problems }

        mutating func straight(_ node: YAMLNode, isText: Bool = false) -> YAMLNode {
            if let node = done[ObjectIdentifier(node)] { return node }
            let content: YAMLNode.Content
            switch node.content {
            case .sequence(let items):
                content = .sequence(items.map { straight($0, isText: isText) })
            case .mapping(let pairs):
                content = .mapping(
                    pairs.map { pair in
                        let key = straight(pair.key)
                        let isText =
                            isText || ["alt", "title", "description", "words"].contains(key.text)
                        return YAMLPair(key: key, value: straight(pair.value, isText: isText))
                    })
            case .scalar(let text, .plain, _):
                guard let meant = CurlyQuotes.content(of: text) else { return node }
                // The quoted text may be a credential and is not shown.
                let advice = "YAML reads curly quotes as letters; write straight quotes (\"…\")"
                if isText {
                    problems.warning(
                        "\(advice), or put them around the curly quotes to keep these", at: node.location)
                    return node
                }
                problems.errorOnce("\(advice) instead", at: node.location)
                content = .scalar(text: meant, style: .quoted, value: YAMLScalar(plain: meant))
            case .scalar: return node
            }
            let result = YAMLNode(content, at: node.location)
            done[ObjectIdentifier(node)] = result
            return result
        }
    }
}
