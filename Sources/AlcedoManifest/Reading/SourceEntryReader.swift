import AlcedoBase
import AlcedoIndex
import AlcedoLoading
import AlcedoMarkup
import AlcedoRecipes

/// Reads the entries of `sources`.
struct SourceEntryReader {
    let environment: EnvironmentExpansion
    let network: Manifest.NetworkSettings
    /// The maximum number of bytes of a source.
    let byteLimit: Int
    let variantNames: VariantNames
    let problems: Problems

    static let origins = ["path", "url", "data", "list", "provider", "canvas"]
    /// The keys that every source may have.
    static let common = [
        "variants", "alt", "focus", "aspect", "media", "on-error", "fallback", "svg", "optional",
    ]
    /// The keys of every source but a provider's, which may have these itself.
    private static let own = ["values", "frame", "page"]
    /// The additional keys of each kind of source.
    static let special: [String: [String]] = [
        "path": ["id", "root", "exclude", "video"] + own,
        "url": ["id", "alternatives", "headers", "pin", "cache-key"] + own,
        "data": ["id"] + own,
        "list": ["items", "keys", "root", "pin", "canvas"] + own,
        "provider": ["id"],
        "canvas": ["id"] + own,
    ]

    static let all = origins + common + origins.flatMap { special[$0] ?? [] }

    /// Whether these are a list and the canvas of its rows.
    private static func isListOnCanvas(_ written: [String]) -> Bool { written == ["list", "canvas"] }

    func entries(of value: Value) -> [SourceEntry] {
        guard value.node.sequence == nil else { return value.list { read($0) }?.map(\.value) ?? [] }
        let advice: String
        switch value.node.content {
        case .mapping: advice = "begin each source with '- ', such as '- path: photos/*.jpg'"
        case .scalar where value.node.isNull: advice = "list at least one, such as '- path: photos/*.jpg'"
        default: advice = "write '\(Self.example(value.node.text ?? ""))' below it"
        }
        value.mustBe("a list", advice: advice)
        return []
    }

    /// Returns how to write a source that has only this path or address.
    private static func example(_ text: String) -> String {
        let kind = text.contains("://") ? "url" : text.hasPrefix("data:") ? "data" : "path"
        let shown = YAMLNode.excerpt(text)
        return "- \(kind): " + (shown.contains(/^[*&!\[{]|: | #/) ? "\"\(shown)\"" : shown)
    }

    private static let choices = Value.oneOf(origins.map { "'\($0)'" })

    func read(_ value: Value) -> SourceEntry? {
        if value.node.mapping == nil {
            let text = value.node.isNull ? nil : value.node.text
            let spaced = text.flatMap { MappingReader.spaced($0, Self.all) }
            let advice =
                spaced.map { "put a space after the colon: '- \($0)'" }
                ?? "write '\(Self.example(text ?? "photos/*.jpg"))'"
            problems.error(
                "a source must be a mapping of keys to values, not \(value.node.summary); \(advice)",
                at: value.location)
            return nil
        }
        let written = Self.origins.filter { value.node[$0] != nil }
        let kind = written.first
        // The keys of a provider's source are those that the provider reads.
        let provided = kind == "provider" ? provider(value) : nil
        if kind == "provider", provided == nil { return nil }
        let mapping = MappingReader(
            value.node, "this source",
            known: kind.map {
                Self.origins + (Self.special[$0] ?? []) + Self.common + (provided?.settings.keys ?? [])
            } ?? Self.all,
            elsewhere: { elsewhere($0, kind) }, problems)
        guard let mapping else { return nil }
        guard let kind else {
            mapping.missing("path", "a source has one of \(Self.choices)")
            return nil
        }
        guard written.count == 1 || Self.isListOnCanvas(written) else {
            let places = written.compactMap { mapping.location(of: $0) }
            let all = written.map { "'\($0)'" }.joined(separator: " and ")
            let last = places.max { ($0.line, $0.column) < ($1.line, $1.column) }
            problems.error("expected one of \(Self.choices), received \(all)", at: last)
            return nil
        }
        guard let origin = provided.map({ .picture($0.origin) }) ?? origin(kind, mapping) else {
            _ = readCommon(into: nil, mapping)
            return nil
        }
        var entry = SourceEntry(
            origin: origin, isOptional: mapping["optional"]?.flag() ?? false, location: value.location)
        entry.id = mapping["id"]?.sourceID()
        entry = readCommon(into: entry, mapping) ?? entry
        checkID(entry, mapping)
        checkMedia(entry)
        if entry.isOptional, case .picture = origin {
            problems.warning(
                "'optional' is for 'path' and 'list' and has no effect here; 'on-error: skip' leaves out a picture that cannot be loaded",
                at: mapping.location(of: "optional"))
        }
        return entry
    }

    private func elsewhere(_ key: String, _ kind: String?) -> String? {
        guard let kind else { return nil }
        if kind == "list", ["id", "exclude"].contains(key) {
            return key == "id" ? "the rows have ids; see 'keys'" : "it belongs to a 'path' source"
        }
        if kind == "list", ["headers", "alternatives", "cache-key"].contains(key) {
            return "it belongs to a 'url' source"
        }
        if let owner = Self.origins.first(where: { Self.special[$0]?.contains(key) == true }) {
            return "it belongs to a '\(owner)' source"
        }
        return VariantFile.sharedKeys.contains(key) ? "it belongs in a variant or in 'defaults'" : nil
    }

    // Also called without an entry, to check the other keys of an invalid source.
    private func readCommon(into entry: SourceEntry?, _ mapping: MappingReader) -> SourceEntry? {
        let variants = mapping["variants"]?.variantNames(variantNames)
        let alt = mapping["alt"]?.sourceAlt()
        let focus = mapping["focus"]?.focalPoint()
        let aspects = mapping["aspect"]?.aspects(variantNames)
        if aspects?.isEmpty == true, variantNames.cropped.isEmpty, let place = mapping.location(of: "aspect")
        {
            problems.warning("'aspect' in this source has no effect, because no variant has one", at: place)
        }
        let media = mapping["media"]?.media(variantNames)
        let onError: Manifest.FailurePolicy? = mapping["on-error"]?.choice()
        let fallback = mapping["fallback"].flatMap { $0.located($0.fallback()) }
        let svg: Manifest.SVGPolicy? = mapping["svg"]?.choice(synonyms: ["rasterise": .rasterize])
        // Other keys of a provider's source are the provider's.
        let isProvided = mapping.location(of: "provider") != nil
        let part = isProvided ? nil : part(mapping)
        let values = isProvided ? nil : mapping["values"]?.stepValues()
        guard var entry else { return nil }
        entry.part = part
        (entry.variants, entry.alt, entry.focus, entry.aspects) = (variants, alt, focus, aspects)
        (entry.media, entry.onError, entry.svg) = (media?.pictures, onError, svg)
        (entry.alternatives, entry.values) = (media?.variants ?? [:], values)
        (entry.fallback, entry.fallbackLocation) = (fallback?.value, fallback?.location)
        return entry
    }

    /// Reads which picture of a file is meant.
    private func part(_ mapping: MappingReader) -> SourceEntry.Part? {
        let (frame, page) = (mapping["frame"], mapping["page"])
        if let video = mapping["video"] {
            for other in [frame, page].compactMap(\.self) {
                problems.error(
                    "\(other.name) does not go with 'video', which has 'at'", at: other.keyLocation)
            }
            return video.moment().map { .moment($0) }
        }
        if let frame, page != nil {
            problems.error(
                "this source has 'frame' and 'page'; 'frame' is for animations, and 'page' for documents",
                at: frame.keyLocation)
        }
        return (frame ?? page)?.integer(in: 1...1_000_000).map { .page($0) }
    }

    private func checkID(_ entry: SourceEntry, _ mapping: MappingReader) {
        guard mapping["id"] == nil else {
            if case .path(let path) = entry.origin, !path.namesOneFile, let value = mapping["id"] {
                problems.error(
                    "'id' names one picture, but 'path' may match several", at: value.keyLocation)
            }
            return
        }
        if case .picture(let origin) = entry.origin, case .failure(let missing) = origin.impliedID {
            mapping.missing("id", missing.reason)
        }
    }

    private func checkMedia(_ entry: SourceEntry) {
        for media in entry.media ?? [] {
            if media.hasPlaceholders {
                guard case .picture = entry.origin else { continue }
                let message =
                    "placeholders in 'media' are filled from the source's own path, and this source has no path"
                problems.error(message, at: media.location)
            } else if media.isRemote {
                let node = YAMLNode(
                    .scalar(text: media.written, style: .quoted, value: .string(media.written)),
                    at: media.location)
                _ = check(media.written, Value(node, "the picture for '\(media.condition)'", problems))
            }
        }
    }

    // MARK: - Origins

    private func origin(_ kind: String, _ mapping: MappingReader) -> SourceEntry.Origin? {
        switch kind {
        case "path": pathSource(mapping).map { .path($0) }
        case "url": remoteSource(mapping).map { .picture($0) }
        case "data":
            mapping["data"]?.dataURI().map { .picture(DataOrigin(uri: $0, byteLimit: byteLimit)) }
        case "canvas": mapping["canvas"]?.canvas().map { .picture(CanvasOrigin(canvas: $0)) }
        default: list(mapping).map { .list($0) }
        }
    }

    /// Returns the picture of one of the program's own providers, and the settings that it has read.
    private func provider(_ value: Value) -> (origin: ProviderOrigin, settings: ManifestSettings)? {
        guard let node = value.node["provider"] else { return nil }
        let name = Value(node, "'provider' in this source", problems)
        guard let text = name.nonEmptyText("the name of a provider") else { return nil }
        guard let make = problems.extensions.providers[text] else {
            let known = problems.extensions.providers.keys.sorted()
            let advice =
                known.isEmpty
                ? "only a program that adds providers to 'SiteBuilder' can build it"
                : Suggestion.closest(to: text, among: known).map { "did you mean '\($0)'?" }
                    ?? "expected \(known.joined(separator: ", "))"
            problems.error("unknown provider '\(YAMLNode.excerpt(text))'; \(advice)", at: node.location)
            return nil
        }
        let settings = ManifestSettings("provider '\(text)'", value.node, at: value.location, problems)
        return settings.make(make).map { (ProviderOrigin(provider: $0), settings) }
    }

    private func pathSource(_ mapping: MappingReader) -> PathSource? {
        let exclude = mapping["exclude"]?.list(scalarToo: true) { $0.glob() }?.map(\.value) ?? []
        let root = mapping["root"]?.folder()
        guard let value = mapping["path"] else { return nil }
        guard let patterns = value.list(scalarToo: true, { $0.glob() }) else { return nil }
        if value.node.sequence?.isEmpty == true { value.fault("is empty; give at least one path") }
        guard !patterns.isEmpty else { return nil }
        return PathSource(
            patterns: patterns.map { (pattern: $0.value, location: $0.location) }, root: root,
            exclude: exclude)
    }

    private func remoteSource(_ mapping: MappingReader) -> RemoteSource? {
        let pin = mapping["pin"]?.flag() ?? true
        let cacheKey = mapping["cache-key"]?.textWithoutVariables()
        var environment = environment
        // Without a pin and a key, the cache identifies a picture by its request alone.
        if !pin, cacheKey == nil { environment.leavesMissing = false }
        let headers = mapping["headers"].map { self.headers($0, environment) } ?? []
        let alternatives = mapping["alternatives"]?.list(scalarToo: true) { item -> String? in
            guard let text = item.textWithoutVariables("a URL") else { return nil }
            return check(text, item) ? text : nil
        }
        guard let value = mapping["url"], let text = value.nonEmptyText("a URL"),
            let url = environment.expand(text, value, standIn: Self.nowhere(text)), check(url.revealed, value)
        else { return nil }
        return RemoteSource(
            url: url, alternatives: alternatives?.map(\.value) ?? [], headers: headers, pin: pin,
            cacheKey: cacheKey)
    }

    // A distinct stand-in for each unknown address; no host can have this name (RFC 6761).
    private static func nowhere(_ text: String) -> String { "https://unset.invalid/" + URLPath.encode(text) }

    private func check(_ url: String, _ value: Value) -> Bool {
        switch RemoteAddress.read(url) {
        case .failure(let fault):
            value.fault(fault.reason)
            return false
        case .success(let address):
            guard address.scheme == "http", !network.allows(host: address.host) else { return true }
            // The host may come from a variable, so it is not shown.
            value.fault("is plain http; use https, or add its host to 'allow' in 'network'")
            return false
        }
    }

    // Headers that the loader manages; all others are up to the user.
    private static let reservedHeaders = [
        "host", "content-length", "transfer-encoding", "connection", "range", "if-none-match",
        "if-modified-since",
        "if-range", "accept-encoding",
    ]

    private func headers(_ value: Value, _ environment: EnvironmentExpansion) -> [HTTPHeaderField] {
        guard let pairs = value.node.mapping else {
            // The value may be a credential and is not shown.
            value.fault("must be a mapping of header names to values")
            return []
        }
        var seen: Set<String> = []
        return pairs.compactMap { pair in
            guard let name = pair.key.text else { return nil }
            let token = "!#$%&'*+-.^_`|~"
            guard !name.isEmpty,
                name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || token.contains($0)) })
            else {
                problems.error("'\(YAMLNode.excerpt(name))' is not a header name", at: pair.key.location)
                return nil
            }
            if Self.reservedHeaders.contains(name.lowercased()) {
                problems.error("the header '\(name)' is set by the loader", at: pair.key.location)
                return nil
            }
            guard seen.insert(name.lowercased()).inserted else {
                problems.error("the header '\(name)' is given twice", at: pair.key.location)
                return nil
            }
            let field = Value(pair.value, "the header '\(name)'", keyLocation: pair.key.location, problems)
            return field.headerText(environment).map { HTTPHeaderField(name: name, value: $0) }
        }
    }

    private func list(_ mapping: MappingReader) -> SourceList? {
        let items = mapping["items"]?.dottedPath()
        let canvas = mapping["canvas"].flatMap { $0.canvas() }
        let keys = mapping["keys"].flatMap { $0.listKeys(needsPicture: mapping["canvas"] == nil) }
        let root = mapping["root"]?.folder()
        let pin = mapping["pin"]?.flag() ?? true
        guard let value = mapping["list"] else { return nil }
        if value.node.text?.contains("://") == true {
            value.fault("must be a file below the manifest; load the list before the build")
            return nil
        }
        guard let file = value.relativePath() else { return nil }
        return SourceList(
            file: file, fileLocation: value.location, items: items ?? [], keys: keys, root: root, pin: pin,
            canvas: canvas)
    }
}
