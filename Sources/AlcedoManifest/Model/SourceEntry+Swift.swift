import AlcedoBase
public import AlcedoLoading
public import AlcedoRecipes

extension SourceEntry {
    /// Where the pictures of an entry made in Swift come from.
    public struct Pictures: Sendable {
        let origin: Origin

        /// Files below the manifest's directory, by name or by glob.
        ///
        /// - Parameters:
        ///   - patterns: Names or globs, as in a file.
        ///   - root: The directory at which ids start.
        ///   - exclude: Globs of files to leave out.
        /// - Throws: ``ManifestMistakes`` for a pattern.
        public static func path(
            _ patterns: String..., root: String? = nil, exclude: [String] = []
        ) throws(ManifestMistakes) -> Pictures {
            let name = "source '\(patterns.first ?? "")'"
            let place = Diagnostic.Location(name: name)
            do throws(GlobPatternError) {
                let path = PathSource(
                    patterns: try patterns.map { pattern throws(GlobPatternError) in
                        (pattern: try GlobPattern(pattern), location: place)
                    }, root: root,
                    exclude: try exclude.map { pattern throws(GlobPatternError) in try GlobPattern(pattern) })
                return Pictures(origin: .path(path))
            } catch {
                throw ManifestMistakes(error, in: name)
            }
        }

        /// One picture on a server.
        ///
        /// - Parameters:
        ///   - url: Its address. If a part of it is secret, give it as ``SecretText`` with what may be shown.
        ///   - headers: Header fields of the request. All values are secret.
        ///   - pin: Whether the lock file pins the picture.
        ///   - cacheKey: The identity of a picture whose address changes.
        public static func url(
            _ url: SecretText, alternatives: [String] = [], headers: [String: String] = [:],
            pin: Bool = true, cacheKey: String? = nil
        ) -> Pictures {
            let fields = headers.sorted { $0.key < $1.key }.map {
                HTTPHeaderField(name: $0.key, value: SecretText(written: "(secret)", revealed: $0.value))
            }
            return Pictures(
                origin: .picture(
                    RemoteSource(
                        url: url, alternatives: alternatives, headers: fields, pin: pin, cacheKey: cacheKey)))
        }

        /// One picture as a `data:` URI.
        public static func data(_ uri: String) -> Pictures {
            Pictures(origin: .picture(DataOrigin(uri: uri, byteLimit: Manifest.Limits().bytes)))
        }

        /// One picture of a color or a gradient, on which variants write and blend. Its entry needs an id.
        public static func canvas(_ canvas: Canvas) -> Pictures {
            Pictures(origin: .picture(CanvasOrigin(canvas: canvas)))
        }

        /// One picture from a provider, your own or built in.
        public static func provider(_ provider: any ImageDataProvider) -> Pictures {
            Pictures(origin: .picture(ProviderOrigin(provider: provider)))
        }

        /// The rows of a JSON, YAML or CSV file.
        ///
        /// - Parameters:
        ///   - file: The file, relative to the manifest.
        ///   - items: The path to the array of rows, such as `data.products`; the file itself by default.
        ///   - keys: The path to the value in a row for each of Alcedo's keys; `nil` if rows use Alcedo's own names.
        ///   - canvas: The picture of rows that name none; `nil` if each has to name one.
        public static func list(
            _ file: String, items: String? = nil, keys: [String: String]? = nil, root: String? = nil,
            pin: Bool = true, canvas: Canvas? = nil
        ) -> Pictures {
            func parts(_ path: String) -> [String] { path.split(separator: ".").map(String.init) }
            return Pictures(
                origin: .list(
                    SourceList(
                        file: file, fileLocation: Diagnostic.Location(name: "source '\(file)'"),
                        items: items.map(parts) ?? [], keys: keys?.mapValues(parts), root: root, pin: pin,
                        canvas: canvas)))
        }
    }

    /// Creates an entry in Swift. Whatever is not given is as in a file.
    ///
    /// - Parameters:
    ///   - pictures: Where the pictures come from.
    ///   - id: The id of a single picture.
    ///   - variants: The names of its variants; `nil` for all of them.
    ///   - alt: The text alternative, with placeholders such as `{meta.description}`.
    ///   - aspects: Aspect ratios that replace those of variants, by the variants' names.
    ///   - media: Alternative pictures by media query.
    ///   - alternatives: Variants of the same picture that pages show instead of others, by the others' names.
    ///   - fallback: What takes the place of a picture that cannot be had.
    ///   - svg: The treatment of an SVG; a remote one is refused by default.
    ///   - values: Words for the placeholders of steps, such as `{site}`, by their names.
    /// - Throws: ``ManifestMistakes`` for `alt`, `media` and `values`.
    public init(
        _ pictures: Pictures, id: String? = nil, variants: [String]? = nil, alt: String? = nil,
        focus: FocalPoint? = nil, aspects: [String: PixelSize]? = nil,
        media: KeyValuePairs<String, String> = [:],
        alternatives: [String: [Variant.Alternative]] = [:],
        onError: Manifest.FailurePolicy? = nil, fallback: Fallback? = nil, svg: Manifest.SVGPolicy? = nil,
        values: [String: String]? = nil, isOptional: Bool = false
    ) throws(ManifestMistakes) {
        self.init(origin: pictures.origin, isOptional: isOptional, location: Diagnostic.Location(name: ""))
        self.id = id?.normalizedID
        self.variants = variants
        self.focus = focus
        self.aspects = aspects
        do throws(TemplateError) {
            self.alt = try alt.map { text throws(TemplateError) in try AltTemplate(text) }
            self.alternatives = alternatives
            for (name, text) in values ?? [:] {
                self.values = (self.values ?? [:]).merging([name: try AltTemplate(text)]) { $1 }
            }
            if !media.isEmpty || !alternatives.isEmpty {
                self.media = try media.map { pair throws(TemplateError) in
                    try MediaTemplate(condition: pair.key, text: pair.value, location: location)
                }
            }
        } catch {
            throw ManifestMistakes(error, in: id.map { "source '\($0)'" } ?? "")
        }
        self.onError = onError
        self.fallback = fallback
        self.svg = svg
    }

    private var writtenAlternatives: [(String, WrittenValue?)] {
        let all = alternatives.sorted { $0.key < $1.key }.flatMap { own, others in others.map { (own, $0) } }
        var byCondition: [(condition: String, variants: [(String, WrittenValue?)])] = []
        for (own, other) in all {
            let pair = (own, WrittenValue.text(other.variant))
            if let place = byCondition.firstIndex(where: { $0.condition == other.condition }) {
                byCondition[place].variants.append(pair)
            } else {
                byCondition.append((other.condition, [pair]))
            }
        }
        return byCondition.map { ($0.condition, .mapping($0.variants)) }
    }

    /// The entry as a file has it.
    var written: YAMLNode {
        func list(_ texts: [String]) -> WrittenValue? { texts.isEmpty ? nil : .list(texts.map { .text($0) }) }
        var pairs: [(String, WrittenValue?)]
        let name: String
        switch origin {
        case .path(let path):
            let patterns = path.patterns.map(\.pattern.text)
            name = id ?? patterns.first ?? ""
            pairs = [
                ("path", .list(patterns.map { .text($0) })), ("root", path.root.map { .text($0) }),
                ("exclude", list(path.exclude.map(\.text))),
            ]
        case .list(let source):
            name = source.file
            pairs = [
                ("list", .text(source.file)),
                ("items", source.items.isEmpty ? nil : .text(source.items.joined(separator: "."))),
                (
                    "keys",
                    source.keys.map { keys in
                        .mapping(
                            keys.sorted { $0.key < $1.key }.map {
                                ($0.key, .text($0.value.joined(separator: ".")))
                            })
                    }
                ), ("root", source.root.map { .text($0) }), ("pin", .flag(source.pin)),
                ("canvas", source.canvas.map(\.written)),
            ]
        case .picture(let origin):
            name = id ?? origin.shown
            pairs = origin.written
        }
        pairs += [
            ("id", id.map { .text($0) }), ("variants", variants.map { .list($0.map { .text($0) }) }),
            ("alt", alt.map { .text($0.written) }),
            (
                "aspect",
                aspects.map { .mapping($0.sorted { $0.key < $1.key }.map { ($0, .text($1.aspectInWords)) }) }
            ),
            (
                "media",
                media.map { media in
                    .mapping(media.map { ($0.condition, .text($0.written)) } + writtenAlternatives)
                }
            ), ("fallback", fallback.map(\.written)), part?.written ?? ("page", nil),
            (
                "values",
                values.map { .mapping($0.sorted { $0.key < $1.key }.map { ($0, .text($1.written)) }) }
            ),
            ("optional", isOptional ? .flag(true) : nil),
        ]
        return WrittenValue.mapping(pairs).node(at: Diagnostic.Location(name: "source '\(name)'"))
    }
}
