import AlcedoRecipes

/// The settings of one format as written, such as `jpeg: { … }`, with nothing filled in.
struct EncoderSetting {
    private var progressive: Bool?
    private var chroma: EncoderOptions.ChromaSubsampling?
    private var colors: Int?
    private var dither: Double?
    private var nearLossless: Bool?

    /// The formats with such settings.
    static let formats = OutputFormat.allCases.filter { !$0.settings.isEmpty }

    init?(_ value: Value, for format: OutputFormat) {
        let known = EncoderOptions.Setting.allCases.filter(format.settings.contains).map(\.rawValue)
        let mapping = MappingReader(value.node, value.name, known: known, value.problems)
        guard let mapping else { return nil }
        progressive = mapping["progressive"]?.flag()
        // YAML may read 4:4:4 as a base-60 number; the node keeps the text as written.
        chroma = mapping["chroma"]?.word(among: EncoderOptions.ChromaSubsampling.allCases.map(\.rawValue))
            .flatMap(EncoderOptions.ChromaSubsampling.init)
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
}
