import AlcedoBase
import AlcedoLoading

extension Value {
    /// Reads the `alt` of the manifest. The text of a picture is the more likely mistake than a misspelt word.
    func altPolicy() -> Manifest.AltPolicy? {
        if let policy = node.text.flatMap(Manifest.AltPolicy.init) { return policy }
        mustBe(
            Self.oneOf(Manifest.AltPolicy.allCases.map(\.rawValue)),
            advice: "a text is that of one picture: it belongs in a source, indented below its '- '")
        return nil
    }

    /// Reads a pattern for files below the manifest.
    func glob() -> GlobPattern? {
        guard let text = textWithoutVariables("a path or a glob") else { return nil }
        guard isPath(text, isPattern: true) else { return nil }
        do {
            return try GlobPattern(text)
        } catch {
            problems.error("\(name): \(error)", at: location)
            return nil
        }
    }

    /// Reads a path below the manifest, without wildcards.
    func relativePath() -> String? {
        guard let text = textWithoutVariables("a path") else { return nil }
        guard isPath(text, isPattern: false) else { return nil }
        do {
            return try GlobPattern(literal: text).literalPath ?? text
        } catch {
            problems.error("\(name): \(error)", at: location)
            return nil
        }
    }

    /// Returns whether a text is a path here, as opposed to a URL or a shell or Windows path, and reports it if not.
    func isPath(_ text: String, isPattern: Bool) -> Bool {
        if text.contains(/^[A-Za-z][A-Za-z0-9+.-]+:\/\/|^data:/) {
            let advice =
                switch key {
                case "output": "write the folder of the files; 'base-url' is for their address"
                default:
                    "write a path relative to the manifest; a picture elsewhere is a source with 'url' or 'data'"
                }
            fault("is an address, not a path; \(advice)")
            return false
        }
        if let reason = WrittenPath.fault(text) {
            fault(reason)
            return false
        }
        if isPattern, let meant = WrittenPath.withSlashes(text) {
            fault(
                "has a backslash, which escapes the character after it; write '\(YAMLNode.excerpt(meant))'"
            )
            return false
        }
        return true
    }

    /// Reads a folder below the manifest; `.` is the manifest's own folder.
    func folder() -> String? {
        guard let text = textWithoutVariables("a folder") else { return nil }
        if text.split(separator: "/").allSatisfy({ $0 == "." }), !text.hasPrefix("/") { return "" }
        return relativePath()
    }

    /// Reads an id, in normalization form C.
    func sourceID() -> String? {
        guard let text = nonEmptyText() else { return nil }
        let id = text.precomposed
        if let reason = SourceID.fault(id) {
            fault(reason)
            return nil
        }
        return id
    }

    func variantNames(_ known: VariantNames) -> [String]? {
        let names = list(scalarToo: true) { item -> String? in
            guard let text = item.text("the name of a variant") else { return nil }
            let name = text.precomposed
            guard !known.contains(name) else { return name }
            let advice = known.advice(on: name, several: item.several).map { "; " + $0 } ?? ""
            problems.error(
                "unknown variant '\(YAMLNode.excerpt(name))' in \(self.name)\(advice)", at: item.location)
            return nil
        }
        return names.map { known.sorted(unique($0) { $0 }) }
    }

    func altTemplate() -> AltTemplate? {
        // Empty text is intentional: it marks a decorative picture.
        guard let text = text() else { return nil }
        do {
            return try AltTemplate(text)
        } catch {
            problems.error("\(name): \(error)", at: location)
            return nil
        }
    }

    /// Reads the text alternative of a source, which may be the one in the picture.
    func sourceAlt() -> AltTemplate? {
        node.text == Manifest.AltPolicy.fromMetadata.rawValue ? .embedded : altTemplate()
    }

    /// Reads words for the placeholders of steps, such as `{ site: Field notes }`.
    func stepValues() -> [String: AltTemplate]? {
        guard let pairs = node.mapping else {
            mustBe("a mapping of names to words, such as { site: Field notes }")
            return nil
        }
        var values: [String: AltTemplate] = [:]
        for pair in pairs {
            guard let key = pair.key.text else { continue }
            let value = Value(
                pair.value, "'\(YAMLNode.excerpt(key))' in \(name)", keyLocation: pair.key.location, problems)
            values[key] = value.altTemplate()
        }
        return values
    }

    func dataURI() -> String? {
        guard case .string(let text) = node.scalar else {
            mustBe("a data: URI")
            return nil
        }
        if let reason = SourceID.dataFault(text) {
            // The text may be a megabyte long and is not repeated.
            fault(reason)
            return nil
        }
        return text
    }

    /// Reads the value of a header, which never appears in an error.
    func headerText(_ environment: EnvironmentExpansion) -> SecretText? {
        guard node.scalar != nil, !node.isNull, let text = node.text else {
            fault("must be text")
            return nil
        }
        guard let secret = environment.expand(text, self, standIn: text) else { return nil }
        let isClean = secret.revealed.unicodeScalars.allSatisfy {
            $0 == "\t" || ($0.value >= 32 && $0.value != 127)
        }
        guard isClean else {
            fault("holds a line break or another control character; is there one at the end of a variable?")
            return nil
        }
        return secret
    }

    /// Reads a path such as `data.products`.
    func dottedPath() -> [String]? {
        guard let text = nonEmptyText("a path such as data.products") else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !$0.isEmpty }) else {
            fault("has an empty part; write names with single dots between them")
            return nil
        }
        return parts
    }

    /// Reads a mapping such as `{ id: sku, url: image.href }`.
    ///
    /// - Parameter needsPicture: Whether each row has to name a picture.
    func listKeys(needsPicture: Bool) -> [String: [String]]? {
        let mapping = MappingReader(
            node, name, known: ListRow.keys,
            elsewhere: { $0 == "headers" ? "rows set no headers" : nil }, problems)
        guard let mapping else { return nil }
        var result: [String: [String]] = [:]
        for key in ListRow.keys { result[key] = mapping[key]?.dottedPath() }
        if needsPicture, ["path", "url", "data"].allSatisfy({ result[$0] == nil }) {
            problems.error(
                "\(name) maps none of 'path', 'url' and 'data', so rows name no picture", at: keyLocation)
        }
        return result
    }
}
