import AlcedoBase
import AlcedoImaging

/// A variant, or the `defaults`, as written, with nothing filled in and the location of values.
struct VariantFile {
    /// The name in errors: `variant 'thumb'` or `'defaults'`.
    var title: String
    var location: SourceLocation

    var width: Located<Int>?
    var height: Located<Int>?
    var widths: Located<[Int]>?
    var densities: Located<[Double]>?
    var fit: Located<ImageFit>?
    var position: Located<CropPosition>?
    var enlarge: Bool?

    var process: [ProcessStep]?
    var blur: Double?
    var radius: Located<ImageLength>?
    var corners: Located<ImageCorners>?
    var background: Color?

    var formats: Located<[RequestedFormat]>?
    var quality: QualitySetting?
    var effort: [OutputFormat: Int]?
    var options: [OutputFormat: EncoderSetting] = [:]
    var maxBytes: Located<Int>?
    var minQuality: Located<Int>?
    var dropsLarger: Bool?
    var metadata: MetadataPolicy?
    var gps: GPSPolicy?
    var color: ColorPolicy?
    var animated: AnimationPolicy?

    var inline: Located<Bool>?
    var sizes: Located<String>?
    var name: NameTemplate?

    /// The keys that determine sizes. They belong to a variant and cannot be defaults.
    static let sizeKeys = ["width", "height", "widths", "densities", "inline"]
    /// The keys that `defaults` can also set.
    static let sharedKeys: [String] =
        ["formats", "quality", "effort"] + EncoderSetting.formats.map(\.rawValue) + [
            "max-bytes", "min-quality", "drop-larger", "metadata", "gps", "color", "animated", "fit",
            "position", "enlarge", "process", "blur", "radius", "corners", "background", "sizes", "name",
        ]

    /// Creates a variant without any values.
    init(title: String, location: SourceLocation) {
        self.title = title
        self.location = location
    }

    init?(variant node: YAMLNode, name: String, at location: SourceLocation, _ problems: Problems) {
        self.init(title: "variant '\(YAMLNode.excerpt(name))'", location: location)
        // `original:` without a value is a variant that changes nothing.
        if node.isNull { return }
        let known = Self.sizeKeys + Self.sharedKeys
        guard let mapping = MappingReader(node, title, known: known, problems) else { return nil }
        read(mapping)
        readSizes(mapping)
    }

    init?(defaults node: YAMLNode, _ problems: Problems) {
        self.init(title: "'defaults'", location: node.location)
        let mapping = MappingReader(
            node, title, known: Self.sharedKeys,
            elsewhere: { Self.sizeKeys.contains($0) ? "it belongs in a variant" : nil }, problems)
        guard let mapping else { return nil }
        read(mapping)
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
        inline = mapping["inline"].flatMap { value in value.flag().map { Located($0, value.keyLocation) } }
    }

    private mutating func read(_ mapping: MappingReader) {
        fit = mapping["fit"].flatMap { $0.located($0.choice(synonyms: ["crop": .cover, "stretch": .fill])) }
        position = mapping["position"].flatMap { $0.located($0.choice(synonyms: Self.positions)) }
        enlarge = mapping["enlarge"]?.flag()

        process = mapping["process"]?.list { ProcessStep.read($0) }?.map(\.value)
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
        sizes = mapping["sizes"].flatMap { value in
            value.nonEmptyText().map { Located($0, value.keyLocation) }
        }
        name = mapping["name"]?.nameTemplate()
    }

    static let positions: [String: CropPosition] = [
        "centre": .center, "top": .north, "bottom": .south, "left": .west, "right": .east,
        "top-left": .northwest,
        "top-right": .northeast, "bottom-left": .southwest, "bottom-right": .southeast, "smart": .attention,
    ]
}

extension Value {
    func nameTemplate() -> NameTemplate? {
        guard let text = nonEmptyText() else { return nil }
        do {
            return try NameTemplate(text)
        } catch {
            problems.error("\(name): \(error)", at: location)
            return nil
        }
    }
}
