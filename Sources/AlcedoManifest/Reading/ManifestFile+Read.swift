import AlcedoBase
import AlcedoCache
import AlcedoLoading
import AlcedoRecipes

// Keys of a manifest that have a mapping or a list.
extension ManifestFile {
    mutating func readLimits(_ value: Value) {
        let known = ["pixels", "frames", "bytes", "seconds"]
        guard let mapping = MappingReader(value.node, "'limits'", known: known, value.problems) else {
            return
        }
        if let pixels = mapping["pixels"]?.count() { limits.image.pixels = pixels }
        if let frames = mapping["frames"]?.integer(in: 1...1_000_000) { limits.image.frames = frames }
        if let bytes = mapping["bytes"]?.bytes() { limits.bytes = bytes }
        if let seconds = mapping["seconds"]?.number(in: 0...86_400, above: true) {
            limits.image.seconds = seconds
        }
    }

    // Either a path or a mapping with a `path`.
    mutating func readIndex(_ value: Value) {
        guard value.node.mapping != nil else {
            index = value.located(value.path())
            return
        }
        let known = ["path", "split"]
        guard let mapping = MappingReader(value.node, "'index'", known: known, value.problems) else { return }
        index = mapping["path"].flatMap { $0.located($0.path()) }
        indexSplit = mapping["split"].flatMap { $0.located($0.integer(in: 1...1_000_000)) }
    }

    // Either a path or a mapping with a `path`.
    mutating func readCache(_ value: Value) {
        guard value.node.mapping != nil else {
            cache = value.located(value.path())
            return
        }
        let known = ["path", "max-size", "max-age", "remote", "mode"]
        guard let mapping = MappingReader(value.node, "'cache'", known: known, value.problems) else { return }
        cache = mapping["path"].flatMap { $0.located($0.path()) }
        cacheLimits = CacheLimits(maxSize: mapping["max-size"]?.bytes(), maxAge: mapping["max-age"]?.age())
        if let value = mapping["remote"] { remoteCache = value.located(value.remoteCache()) }
        // Without `remote` it is for an address of the environment.
        remoteCacheMode = mapping["mode"].flatMap { $0.located($0.choice()) }
    }

    mutating func readNetwork(_ value: Value) {
        let known = ["allow", "timeout", "retries", "per-host", "total", "redirects", "deadline"]
        guard let mapping = MappingReader(value.node, "'network'", known: known, value.problems) else {
            return
        }
        let rules = mapping["allow"]?.list(scalarToo: true) { item -> HostRule? in
            guard let text = item.text("a host or a block of addresses") else { return nil }
            if let rule = HostRule(text) { return rule }
            item.mustBe("a host such as localhost or a block of addresses such as 10.0.0.0/8")
            return nil
        }
        network.allow = rules?.map(\.value) ?? []
        if let timeout = mapping["timeout"]?.number(in: 0...3600, above: true) { network.timeout = timeout }
        if let retries = mapping["retries"]?.integer(in: 0...20) { network.retries = retries }
        if let perHost = mapping["per-host"]?.integer(in: 1...64) { network.perHost = perHost }
        if let total = mapping["total"]?.integer(in: 1...256) { network.total = total }
        if let redirects = mapping["redirects"]?.integer(in: 0...20) { network.redirects = redirects }
        if let deadline = mapping["deadline"]?.number(in: 0...86_400, above: true) {
            network.deadline = deadline
        }
    }

    mutating func readVariants(_ value: Value) {
        guard let written = value.node.mapping else {
            let isList = value.node.sequence?.contains { $0.mapping != nil } == true
            value.mustBe(
                "a mapping of names to variants",
                advice: value.node.isNull
                    ? "name one, such as 'photo: { widths: [640, 1280] }'"
                    : isList ? "leave out the '-' before the names" : nil)
            return
        }
        let pairs = ScatteredValues(
            place: value.name, isKnown: { !Self.isSetting($0) }, takesMapping: { _ in true },
            problems: value.problems
        ).gathered(written)
        // By their names in lowercase.
        var first: [String: String] = [:]
        for pair in pairs {
            if Task.isCancelled { return }
            guard let written = pair.key.text else { continue }
            let name = written.precomposed
            let place = pair.key.location
            if Self.isSetting(pair) {
                value.problems.error(
                    "'\(name)' belongs in a variant, indented below its name, such as 'photo: { \(name): … }'",
                    at: place)
                continue
            }
            if let colon = name.firstIndex(of: ":") {
                value.problems.error(
                    "put a space after the colon of a variant's name: '\(YAMLNode.excerpt(String(name[..<colon]))): …'",
                    at: place)
                continue
            }
            if let reason = Self.nameFault(name) {
                value.problems.error("variant name '\(YAMLNode.excerpt(name))' \(reason)", at: place)
            } else if let other = first.updateValue(name, forKey: name.lowercased()) {
                let message =
                    "variants '\(name)' and '\(other)' differ by case only; "
                    + "their files would have the same names on some systems"
                // Only a manifest made in Swift gets here with equal names.
                value.problems.error(
                    other == name ? "two variants have the name '\(name)'" : message, at: place)
            }
            guard let file = VariantFile(variant: pair.value, name: name, at: place, value.problems) else {
                // Keep the name, so that sources that use the variant cause no further errors.
                variants.append((name, VariantFile(title: "variant '\(name)'", location: place)))
                continue
            }
            variants.append((name, file))
        }
    }

    /// Returns whether a pair is a setting of a variant, rather than a variant of that name.
    private static func isSetting(_ pair: YAMLPair) -> Bool {
        guard let key = pair.key.text, pair.value.mapping == nil, !pair.value.isNull else { return false }
        return VariantFile.sizeKeys.contains(key) || VariantFile.sharedKeys.contains(key)
    }

    // Names become part of file names, pages and template code.
    private static func nameFault(_ name: String) -> String? {
        guard let first = name.first else { return "is empty" }
        if name.utf8.count > 64 { return "is longer than 64 bytes" }
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }), first != "-" else {
            return
                "cannot be part of a file name; use letters, digits, '-' and '_', and do not begin with '-'"
        }
        return nil
    }

    mutating func readPlaceholders(_ value: Value) {
        let items = value.list(scalarToo: true) { item -> PlaceholderKind? in
            item.choice(synonyms: ["dominant-colour": .dominantColor, "average-colour": .averageColor])
        }
        placeholders = items.map { value.unique($0, \.rawValue) } ?? []
    }
}

extension Value {
    /// Reads a path without null characters, at which the system would cut it off.
    func path() -> String? {
        guard let text = textWithoutVariables("a path") else { return nil }
        guard !text.unicodeScalars.contains("\0") else {
            fault("holds a null character, which no path can have")
            return nil
        }
        return isPath(text, isPattern: false) ? text : nil
    }

    /// Reads the URL of the output in pages: a path or an http(s) URL, without a trailing slash.
    func baseURL() -> String? {
        guard let text = textWithoutVariables("a path or a URL") else { return nil }
        if text.contains("://") {
            if case .failure(let reason) = RemoteAddress.read(text) {
                fault(reason.reason)
                return nil
            }
        } else if !["/", "./", "../"].contains(where: text.hasPrefix), text != ".", text != ".." {
            let advice = text.contains(":") ? "" : "; did you mean '/\(YAMLNode.excerpt(text))'?"
            problems.error(
                "\(name) must begin with '/', './', '../' or 'https://', not \(node.summary)\(advice)",
                at: location)
            return nil
        }
        if let reason = AddressRules.fault(in: text) {
            fault(reason)
            return nil
        }
        var bare = text[...]
        while bare.last == "/" { bare.removeLast() }
        // The root is a single slash.
        return bare.isEmpty ? "/" : String(bare)
    }
}
