import AlcedoBase
import AlcedoRecipes

/// A variant, or the `defaults`, as written, with nothing filled in and the location of values.
struct VariantFile {
    /// The name in errors: `variant 'thumb'` or `'defaults'`.
    var title: String
    var location: Diagnostic.Location

    var width: Located<Int>?
    var height: Located<Int>?
    var widths: Located<[Int]>?
    var densities: Located<[Double]>?
    var aspect: Located<PixelSize>?
    var fit: Located<ImageFit>?
    var position: Located<CropPosition>?
    var enlarge: Bool?

    var process: [ProcessStep]?
    var blur: Double?
    var radius: Located<ImageLength>?
    var corners: Located<ImageCorners>?
    var background: SRGBColor?

    var formats: Located<[RequestedFormat]>?
    var verbatim: Located<Bool>?
    var videos: Located<[Variant.VideoFormat]>?
    /// Where the keys are that the source's own file cannot follow; see `reportOriginal`.
    var changing: [(key: String, location: Diagnostic.Location)] = []
    var quality: QualitySetting?
    var effort: [OutputFormat: Int]?
    var options: [OutputFormat: EncoderSetting] = [:]
    var maxBytes: Located<Int>?
    var minQuality: Located<Int>?
    var dropsLarger: Bool?
    var metadata: MetadataPolicy?
    var gps: Variant.GPSPolicy?
    var color: ColorPolicy?
    var animated: AnimationPolicy?

    var inline: Located<Bool>?
    var sizes: Located<String>?
    /// Names other variants, which are known when all have been read.
    var media: Value?
    var fallback: Located<SourceEntry.Fallback>?
    var name: NameTemplate?

    /// The keys that determine sizes, and others that belong to a variant and cannot be defaults.
    static let sizeKeys = [
        "width", "height", "widths", "densities", "aspect", "inline", "verbatim", "media", "video",
    ]
    /// The keys that `defaults` can also set.
    static let sharedKeys: [String] =
        ["formats", "quality", "effort"] + EncoderSetting.formats.map(\.rawValue) + [
            "max-bytes", "min-quality", "drop-larger", "metadata", "gps", "color", "animated", "frame", "fit",
            "position", "enlarge", "process", "blur", "radius", "corners", "background", "sizes",
            "fallback", "name",
        ]

    /// Creates a variant without any values.
    init(title: String, location: Diagnostic.Location) {
        self.title = title
        self.location = location
    }

    init?(variant node: YAMLNode, name: String, at location: Diagnostic.Location, _ problems: Problems) {
        self.init(title: "variant '\(YAMLNode.excerpt(name))'", location: location)
        // `original:` without a value is a variant that changes nothing.
        if node.isNull { return }
        let known = Self.sizeKeys + Self.sharedKeys
        let mapping = MappingReader(node, title, known: known, elsewhere: Self.placeInSource, problems)
        guard let mapping else { return nil }
        read(mapping)
        readSizes(mapping)
        noteChanges(mapping)
    }

    init?(defaults node: YAMLNode, _ problems: Problems) {
        self.init(title: "'defaults'", location: node.location)
        let mapping = MappingReader(
            node, title, known: Self.sharedKeys,
            elsewhere: { Self.sizeKeys.contains($0) ? "it belongs in a variant" : Self.placeInSource($0) },
            problems)
        guard let mapping else { return nil }
        read(mapping)
    }

    /// Says of a key of sources where it belongs.
    private static func placeInSource(_ key: String) -> String? {
        guard SourceEntryReader.all.contains(key) else { return nil }
        return SourceEntryReader.origins.contains(key)
            ? "it belongs in 'sources'" : "it belongs to a source, beside its 'path' or 'url'"
    }

    private mutating func readSizes(_ mapping: MappingReader) {
        width = mapping["width"].flatMap { $0.located($0.pixels()) }
        height = mapping["height"].flatMap { $0.located($0.pixels()) }
        if let value = mapping["widths"], let items = value.list({ $0.pixels() }) {
            if value.node.sequence?.isEmpty == true { value.fault("is empty; give at least one width") }
            widths = Located(value.unique(items, String.init).sorted(), value.keyLocation)
        }
        if let value = mapping["densities"], let items = value.list({ $0.number(in: 0...10, above: true) }) {
            if value.node.sequence?.isEmpty == true { value.fault("is empty; give at least one density") }
            densities = Located(value.unique(items, Value.plain).sorted(), value.keyLocation)
        }
        aspect = mapping["aspect"].flatMap { value in value.aspect().map { Located($0, value.keyLocation) } }
        media = mapping["media"]
        videos = mapping["video"].flatMap { value in
            value.videoFormats().map { Located($0, value.keyLocation) }
        }
        func flag(_ key: String) -> Located<Bool>? {
            mapping[key].flatMap { value in value.flag().map { Located($0, value.keyLocation) } }
        }
        (inline, verbatim) = (flag("inline"), flag("verbatim"))
    }

    private mutating func read(_ mapping: MappingReader) {
        fit = mapping["fit"].flatMap { $0.located($0.choice(synonyms: ["crop": .cover, "stretch": .fill])) }
        position = mapping["position"].flatMap { $0.located($0.cropPosition()) }
        enlarge = mapping["enlarge"]?.flag()

        process = mapping["process"]?.processSteps()
        blur = mapping["blur"]?.number(in: 0...250)
        radius = mapping["radius"].flatMap { $0.located($0.length()) }
        corners = mapping["corners"].flatMap { value in value.corners().map { Located($0, value.keyLocation) }
        }
        background = mapping["background"]?.color()

        if let value = mapping["formats"] { formats = value.located(value.formats()) }
        quality = mapping["quality"]?.quality()
        effort = mapping["effort"]?.effort()
        for format in EncoderSetting.formats {
            if let value = mapping[format.rawValue] { options[format] = EncoderSetting(value, for: format) }
        }
        maxBytes = mapping["max-bytes"].flatMap { $0.located($0.bytes()) }
        minQuality = mapping["min-quality"].flatMap { $0.located($0.integer(in: 1...100)) }
        dropsLarger = mapping["drop-larger"]?.flag()
        metadata = mapping["metadata"]?.choice(synonyms: ["keep": .all, "strip": .none])
        gps = mapping["gps"]?.choice()
        color = mapping["color"]?.choice()
        animated = mapping["animated"]?.choice()
        if let frame = mapping["frame"] {
            if mapping["animated"] != nil {
                frame.problems.error(
                    "\(title) has 'animated' and 'frame'; leave 'animated' out", at: frame.keyLocation)
            }
            animated = frame.integer(in: 1...1_000_000).map { .frame($0) }
        }
        sizes = mapping["sizes"].flatMap { value in
            value.sizes().map { Located($0, value.keyLocation) }
        }
        fallback = mapping["fallback"].flatMap { $0.located($0.fallback()) }
        name = mapping["name"]?.nameTemplate()
    }

    static let positions: [String: CropPosition] = [
        "centre": .center, "top": .north, "bottom": .south, "left": .west, "right": .east,
        "top-left": .northwest,
        "top-right": .northeast, "bottom-left": .southwest, "bottom-right": .southeast, "smart": .attention,
    ]
}

extension Value {
    /// Reads the steps of a variant.
    fileprivate func processSteps() -> [ProcessStep]? {
        let known = ProcessorRegistry.names + problems.extensions.processors.keys.sorted()
        if case .string(let text) = node.scalar, let list = ProcessorAdvice.list(text, among: known) {
            mustBe("a list", advice: "write \(list)")
            return nil
        }
        return list { ProcessStep.read($0) }?.map(\.value)
    }

    /// Reads the position of a crop: of all sources alike, so it has no point.
    fileprivate func cropPosition() -> CropPosition? {
        guard let text = node.text, text.contains("%") else { return choice(synonyms: VariantFile.positions) }
        mustBe(
            Self.oneOf(CropPosition.allCases.map(\.rawValue)),
            advice: "a point belongs to a picture: write 'focus: \(YAMLNode.excerpt(text))' in its source")
        return nil
    }
}

extension VariantFile {
    /// Fills in the defaults and reports contradictions.
    ///
    /// - Parameter names: The names of all variants.
    func resolved(
        name: String, among names: VariantNames, defaults: VariantFile, _ problems: Problems
    ) -> Variant {
        reportContradictions(problems)
        if let videos { reportVideo(defaults, videos.location, problems) }
        reportLeastQuality(defaults, problems)
        let formats = formats ?? defaults.formats
        let requested = passed(formats?.value ?? [.format(.webp), .auto], problems)
        if requested.contains(where: \.isOriginal) {
            reportOriginal(defaults, formats?.location ?? location, problems)
        }
        if let inline, inline.value { reportInline(requested, inline.location, problems) }
        // `radius: 0` and `blur: 0` in a variant cancel the defaults.
        let radius = (radius ?? defaults.radius)?.value
        let blur = blur ?? defaults.blur
        let hasRadius = radius != nil && radius != .pixels(0) && radius != .fraction(0)
        var variant = Variant(
            name, width: width?.value, height: height?.value, widths: widths?.value ?? [],
            densities: densities?.value ?? [], aspect: aspect?.value, fit: resolvedFit(defaults),
            position: (position ?? defaults.position)?.value, enlarge: enlarge ?? defaults.enlarge ?? false,
            blur: blur == 0 ? nil : blur, radius: hasRadius ? radius : nil,
            corners: (corners ?? defaults.corners)?.value ?? .all,
            background: background ?? defaults.background, formats: requested,
            quality: resolvedQuality(defaults),
            effort: (defaults.effort ?? [:]).merging(effort ?? [:]) { $1 },
            options: resolvedOptions(defaults), budget: resolvedBudget(defaults),
            dropsLarger: dropsLarger ?? defaults.dropsLarger ?? true,
            metadata: metadata ?? defaults.metadata ?? .none, gps: gps ?? defaults.gps ?? .none,
            color: color ?? defaults.color ?? .srgb,
            // A poster does not move.
            animated: animated ?? (videos == nil ? defaults.animated : .first),
            isInline: inline?.value ?? false,
            sizes: sizes?.value ?? (hasWidths ? defaults.sizes?.value : nil),
            nameTemplate: self.name ?? defaults.name ?? .standard)
        variant.location = location
        variant.videos = videos?.value ?? []
        variant.process = process ?? defaults.process ?? []
        let fallback = fallback ?? defaults.fallback
        (variant.fallback, variant.fallbackLocation) = (fallback?.value, fallback?.location)
        variant.media = media?.alternatives(to: name, names) ?? []
        return variant
    }

    private var hasWidths: Bool { !(widths?.value.isEmpty ?? true) }
    var hasBox: Bool { Variant.hasBox(width?.value, widths?.value, height?.value, aspect?.value) }

    func resolvedFit(_ defaults: VariantFile) -> ImageFit {
        if let fit { return fit.value }
        if aspect != nil { return .cover }
        // A single side leaves nothing to crop, pad or stretch to.
        return hasBox ? defaults.fit?.value ?? .cover : .inside
    }

    func resolvedQuality(_ defaults: VariantFile) -> [OutputFormat: ImageQuality] {
        var result = QualitySetting.standard
        if let setting = defaults.quality { result = setting.applied(to: result) }
        if let setting = quality { result = setting.applied(to: result) }
        return result
    }

    private func resolvedOptions(_ defaults: VariantFile) -> [OutputFormat: EncoderOptions] {
        var result: [OutputFormat: EncoderOptions] = [:]
        for format in EncoderSetting.formats {
            let settings = [defaults.options[format], options[format]].compactMap(\.self)
            guard !settings.isEmpty else { continue }
            var options = EncoderOptions()
            for setting in settings { setting.apply(to: &options) }
            result[format] = options
        }
        return result
    }

    private func resolvedBudget(_ defaults: VariantFile) -> ByteBudget? {
        guard let bytes = (maxBytes ?? defaults.maxBytes)?.value else { return nil }
        var budget = ByteBudget(bytes: bytes)
        if let least = (minQuality ?? defaults.minQuality)?.value { budget.minQuality = least }
        return budget
    }
}

extension Value {
    func nameTemplate() -> NameTemplate? {
        guard let text = nonEmptyText() else { return nil }
        do {
            return try NameTemplate(parsing: text)
        } catch {
            problems.error("\(name): \(error)", at: location)
            return nil
        }
    }
}
