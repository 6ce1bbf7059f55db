import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

extension RecipeDescription {
    /// Creates the description of a source with these variants.
    convenience init(
        _ manifest: Manifest, variants: [String], aspects: [String: PixelSize] = [:],
        part: SourceEntry.Part? = nil, of source: ResolvedSource? = nil, engine: ContentDigest
    ) {
        var settings = [Parameter(name: "truncated", value: manifest.truncation.rawValue)]
        if !manifest.placeholders.isEmpty {
            settings.append(
                Parameter(
                    name: Self.placeholders, value: Self.list(manifest.placeholders.map(\.rawValue).sorted()))
            )
        }
        switch part {
        case .page(let number): settings.append(Parameter(name: "page", value: String(number)))
        case .moment(let seconds):
            settings.append(Parameter(name: "video.at", value: Value.plain(seconds) + "s"))
        case nil: break
        }
        let known = manifest.variantsByName
        self.init(
            version: AlcedoVersion.current, engine: engine, settings: settings,
            variants: variants.compactMap { name in
                known[name].map { variant in
                    let shaped = variant.shaped(by: aspects)
                    return Variant(
                        name: name,
                        parameters: (source.map(shaped.filled) ?? shaped).parametersInWords)
                }
            })
    }

    /// The setting that does not affect files.
    static let placeholders = "placeholders"
    /// Parameters that only affect file names and the index.
    static let presentation: Set<String> = ["name", "sizes", "media", "fallback"]

    fileprivate static func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }
}

extension Variant {
    /// All parameters of the variant, in the order of the documentation and as written in a manifest. Omits parameters
    /// that are not set and have no default.
    var parametersInWords: [RecipeDescription.Parameter] {
        var found: [RecipeDescription.Parameter] = []
        func add(_ name: String, _ value: String?, _ format: OutputFormat? = nil) {
            if let value {
                found.append(RecipeDescription.Parameter(name: name, value: value, format: format))
            }
        }
        add("width", width.map(String.init))
        add("height", height.map(String.init))
        add("widths", widths.isEmpty ? nil : RecipeDescription.list(widths.map(String.init)))
        add("densities", densities.isEmpty ? nil : RecipeDescription.list(densities.map(Value.plain)))
        add("aspect", aspect?.aspectInWords)
        add("inline", isInline ? "true" : nil)
        add("fit", fit.rawValue)
        add("position", position.rawValue)
        add("enlarge", enlarge ? "true" : nil)
        add("process", process.isEmpty ? nil : RecipeDescription.list(process.map(\.words)))
        add("blur", blur.map(Value.plain))
        add("radius", radius?.words)
        add("corners", radius == nil ? nil : corners.words)
        add("background", background?.hex)
        add("formats", RecipeDescription.list(formats.map(\.words)))
        add("verbatim", formats.contains(.verbatim) ? "true" : nil)
        for format in possibleFormats {
            add("quality.\(format.rawValue)", quality[format]?.words, format)
            add("effort.\(format.rawValue)", effort[format].map(String.init), format)
            for (name, value) in (options[format] ?? EncoderOptions()).words(for: format) {
                add("\(format.rawValue).\(name)", value, format)
            }
        }
        add("max-bytes", budget.map { String($0.bytes) })
        add("min-quality", budget.map { String($0.minQuality) })
        add("drop-larger", String(dropsLarger))
        add("metadata", metadata.rawValue)
        add("gps", gps.rawValue)
        add("color", color.rawValue)
        add("animated", animated.rawValue)
        add("video", videos.isEmpty ? nil : RecipeDescription.list(videos.map(\.rawValue)))
        add("sizes", sizes)
        add(
            "media",
            media.isEmpty
                ? nil : RecipeDescription.list(media.map { "\($0.condition): \($0.variant)" }))
        add("fallback", fallback?.words)
        add("name", nameTemplate.written)
        return found
    }

    // Quality and effort exist for every format, but only requested formats are of interest.
    private var possibleFormats: [OutputFormat] {
        var possible: Set<OutputFormat> = []
        for format in formats {
            switch format {
            case .format(let format): possible.insert(format)
            case .auto: possible.formUnion([.jpeg, .png, .gif])
            case .source: possible.formUnion(OutputFormat.allCases)
            case .serializer, .original, .verbatim: break
            }
        }
        return possible.sorted()
    }

    /// Whether the pictures depend on the source's focal point.
    var mindsFocus: Bool { fit == .cover && !position.isCompassPoint }
}

extension ImageQuality {
    fileprivate var words: String {
        switch self {
        case .lossless: "lossless"
        case .lossy(let value): String(value)
        case .target(let target):
            [("target", target.score), ("min", target.min), ("max", target.max), ("at-most", target.atMost)]
                .compactMap { name, value in value.map { "\(name) \(String($0))" } }.joined(separator: ", ")
        }
    }
}

extension EncoderOptions {
    fileprivate func words(for format: OutputFormat) -> [(String, String)] {
        let settings = format.settings
        var found: [(String, String)] = []
        if settings.contains(.progressive), progressive { found.append(("progressive", "true")) }
        if settings.contains(.chroma) { found.append(("chroma", chroma.rawValue)) }
        if settings.contains(.colors), let colors {
            found += [("colors", String(colors)), ("dither", Value.plain(dither))]
        }
        if settings.contains(.nearLossless), nearLossless { found.append(("near-lossless", "true")) }
        return found
    }
}

extension ImageLength {
    fileprivate var words: String {
        switch self {
        case .pixels(let value): Value.plain(value)
        // As written: a hundredth and back again is not exact.
        case .fraction(let value): Value.plain((value * 1e12).rounded() / 1e10) + "%"
        }
    }
}

extension ImageCorners {
    fileprivate var words: String {
        RecipeDescription.list(Self.names.filter { contains($0.corner) }.map(\.name))
    }
}

extension FocalPoint {
    /// `42% 30%`.
    var words: String { Value.plain(x * 100) + "% " + Value.plain(y * 100) + "%" }
}

extension ProcessStep {
    /// `black-white`, or `tint: { color: #1d4ed866 }`.
    fileprivate var words: String {
        guard !parameters.isEmpty else { return name }
        let list = parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.words)" }
        return "\(name): { \(list.joined(separator: ", ")) }"
    }
}

extension ProcessorValue {
    fileprivate var words: String {
        switch self {
        case .number(let value): Value.plain(value)
        case .color(let color): color.hex
        case .length(let length): length.words
        case .corners(let corners): corners.words
        case .flag(let value): String(value)
        case .text(let text): text
        case .point(let point): point.words
        case .template(let text): text.content.words
        case .fonts(let fonts):
            RecipeDescription.list(
                fonts.map { font in
                    font.written + (font.faces.first.map { " (sha256 \($0.digest.hex.prefix(10)))" } ?? "")
                })
        case .settings(let values):
            "{ "
                + values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.words)" }.joined(
                    separator: ", ")
                + " }"
        // The picture at the same path may change.
        case .image(let image):
            image.written
                + (image.data.map { " (sha256 \(ContentDigest(hashing: $0).hex.prefix(10)))" } ?? "")
        }
    }
}

extension TextContent {
    /// The text as a manifest has it.
    fileprivate var words: String {
        parts.map { part in
            switch part {
            case .literal(let text), .value(let text): text
            case .field(let name): "{meta.\(name)}"
            case .name(let name): "{\(name)}"
            }
        }.joined()
    }
}
