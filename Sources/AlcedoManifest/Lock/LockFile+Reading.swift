import AlcedoBase
import AlcedoLoading

extension LockFile {
    /// Reads a lock file; a missing file pins nothing.
    ///
    /// - Parameter shown: The name in diagnostics.
    /// - Throws: ``ManifestMistakes`` with all problems of the file.
    init(path: String, shown: String) throws(ManifestMistakes) {
        let data: Data
        do {
            data = try FileSystem.read(path, limit: YAMLText.largestFile)
        } catch {
            if error.code == ENOENT {
                self.init()
                return
            }
            throw ManifestMistakes(diagnostics: [
                Diagnostic(
                    .error, "the lock file cannot be read: \(error.reason)",
                    at: Diagnostic.Location(file: shown, line: 1, column: 1))
            ])
        }
        try self.init(data, shown: shown)
    }

    /// Reads the bytes of a lock file.
    ///
    /// - Throws: ``ManifestMistakes`` with all problems of the file.
    init(_ data: Data, shown: String) throws(ManifestMistakes) {
        self.init()
        let problems = Problems()
        do throws(Diagnostic) {
            if let line = Self.mergeMark(in: data) {
                throw Diagnostic(
                    .error,
                    "the lock file has merge conflicts; keep the lines of both sides, or those of one side where they "
                        + "differ, and delete the markers",
                    at: Diagnostic.Location(file: shown, line: line, column: 1))
            }
            read(try JSONParser.parse(data, file: shown), problems)
        } catch {
            problems.add(error)
        }
        if problems.hasErrors { throw ManifestMistakes(diagnostics: problems.sorted) }
    }

    private mutating func read(_ root: YAMLNode, _ problems: Problems) {
        guard let mapping = MappingReader(root, "the lock file", known: ["sources", "version"], problems)
        else { return }
        // JSON readers disagree on which duplicate counts. The names of sources are compared by their bytes below.
        root.ownDuplicateKeys.forEach(problems.add)
        guard let version = mapping["version"] else {
            return mapping.missing("version", "write \"version\": \(Self.version)")
        }
        guard version.node.scalar == .int(Self.version) else {
            return version.fault("is \(version.node.summary), but this Alcedo reads \(Self.version)")
        }
        guard let sources = mapping["sources"] else { return mapping.missing("sources", "write {}") }
        guard let pairs = sources.node.mapping else { return sources.mustBe("a mapping of addresses") }
        for pair in pairs {
            guard let name = pair.key.text, let pin = Self.pin(pair, problems) else { continue }
            if pins.updateValue(pin, forKey: LockName(name)) != nil {
                problems.error(
                    "'\(YAMLNode.excerpt(name))' is listed twice; keep one", at: pair.key.location)
            }
        }
    }

    private static func pin(_ pair: YAMLPair, _ problems: Problems) -> Pin? {
        let place = "'\(YAMLNode.excerpt(pair.key.text ?? ""))'"
        guard let mapping = MappingReader(pair.value, place, known: ["bytes", "digest"], problems) else {
            return nil
        }
        pair.value.ownDuplicateKeys.forEach(problems.add)
        guard let digest = mapping["digest"] else {
            mapping.missing("digest", "delete the line, and 'alcedo fetch' writes it again")
            return nil
        }
        guard let value = digest.node.text.flatMap({ ContentDigest(sri: $0) }) else {
            digest.mustBe("sha256- and 44 characters of base64")
            return nil
        }
        guard let bytes = mapping["bytes"] else {
            mapping.missing("bytes", "delete the line, and 'alcedo fetch' writes it again")
            return nil
        }
        return bytes.integer(in: 0...Int.max).map { Pin(digest: value, bytes: $0) }
    }

    /// Returns the line of the first conflict marker left by git, if any.
    private static func mergeMark(in data: Data) -> Int? {
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.firstIndex { $0.starts(with: "<<<<<<< ".utf8) }.map { $0 + 1 }
    }
}
