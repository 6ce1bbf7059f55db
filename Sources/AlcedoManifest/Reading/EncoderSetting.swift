import AlcedoImaging

/// The settings of one format as written, such as `jpeg: { … }`, with nothing filled in.
struct EncoderSetting {
    private var progressive: Bool?
    private var chroma: ChromaSubsampling?
    private var colors: Int?
    private var dither: Double?
    private var nearLossless: Bool?

    /// The formats with such settings.
    static let formats: [OutputFormat] = [.jpeg, .png, .webp, .avif, .gif]

    init?(_ value: Value, for format: OutputFormat) {
        let mapping = MappingReader(value.node, value.name, known: Self.keys(of: format), value.problems)
        guard let mapping else { return nil }
        progressive = mapping["progressive"]?.flag()
        // YAML may read 4:4:4 as a base-60 number; the node keeps the text as written.
        chroma = mapping["chroma"]?.word(among: ChromaSubsampling.allCases.map(\.rawValue))
            .flatMap(ChromaSubsampling.init)
        colors = mapping["colors"]?.word(among: ["2", "4", "16", "256"]).flatMap { Int($0) }
        dither = mapping["dither"]?.number(in: 0...1)
        nearLossless = mapping["near-lossless"]?.flag()
    }

    /// Overrides options with the settings that are written.
    func apply(to options: inout EncoderOptions) {
        if let progressive { options.progressive = progressive }
        if let chroma { options.chroma = chroma }
        if let colors { options.colors = colors }
        if let dither { options.dither = dither }
        if let nearLossless { options.nearLossless = nearLossless }
    }

    private static func keys(of format: OutputFormat) -> [String] {
        switch format {
        case .jpeg: ["progressive", "chroma"]
        case .png, .gif: ["colors", "dither"]
        case .webp: ["near-lossless"]
        case .avif: ["chroma"]
        case .jxl: []
        }
    }
}
