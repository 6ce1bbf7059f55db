import AlcedoBase
import AlcedoRecipes

extension Variant {
    /// The variant as a manifest has it, for checks by the same rules. Steps are values, which need no check.
    var written: YAMLNode {
        let place = Diagnostic.Location(name: "variant '\(name)'")
        var pairs: [(String, WrittenValue?)] = [
            ("width", width.map(WrittenValue.int)), ("height", height.map(WrittenValue.int)),
            ("widths", widths.isEmpty ? nil : .list(widths.map(WrittenValue.int))),
            ("densities", densities.isEmpty ? nil : .list(densities.map(WrittenValue.number))),
            ("aspect", aspect.map { .text($0.aspectInWords) }),
            (
                "fit",
                fit == (Self.hasBox(width, widths, height, aspect) ? .cover : .inside)
                    ? nil : .text(fit.rawValue)
            ),
            ("position", positionIsExplicit ? .text(position.rawValue) : nil),
            ("enlarge", .flag(enlarge)), ("blur", blur.map(WrittenValue.number)),
            ("radius", radius?.written),
            (
                "corners",
                corners == .all
                    ? nil
                    : .list(ImageCorners.names.filter { corners.contains($0.corner) }.map { .text($0.name) })
            ),
            ("background", background.map { .text($0.hex) }),
            ("formats", .list(formats.map(\.written))),
            ("verbatim", formats.contains(.verbatim) ? .flag(true) : nil),
            ("max-bytes", budget.map { .int($0.bytes) }),
            ("min-quality", budget.flatMap { $0.minQuality == 30 ? nil : .int($0.minQuality) }),
            ("drop-larger", .flag(dropsLarger)), ("metadata", .text(metadata.rawValue)),
            ("gps", .text(gps.rawValue)), ("color", .text(color.rawValue)),
            ("animated", AnimationPolicy.allCases.contains(animated) ? .text(animated.rawValue) : nil),
            (
                "frame",
                AnimationPolicy.allCases.contains(animated) ? nil : animated.frame.map { .int($0 + 1) }
            ), ("inline", .flag(isInline)),
            ("video", videos.isEmpty ? nil : .list(videos.map { .text($0.rawValue) })),
            ("sizes", sizes.map(WrittenValue.text)),
            ("media", media.isEmpty ? nil : .mapping(media.map { ($0.condition, .text($0.variant)) })),
            ("fallback", fallback.map(\.written)), ("name", .text(nameTemplate.written)),
        ]
        let (standard, efforts) = (QualitySetting.standard, ImageEncoding.defaultEfforts)
        pairs.append(("quality", .formats(quality.filter { $1 != standard[$0] }, \.written)))
        pairs.append(("effort", .formats(effort.filter { $1 != efforts[$0] }, WrittenValue.int)))
        for (format, options) in options.sorted(by: { $0.key < $1.key }) {
            pairs.append((format.word, options.written(for: format)))
        }
        return WrittenValue.mapping(pairs).node(at: place)
    }
}

/// A value as a manifest has it.
package indirect enum WrittenValue {
    case text(String), int(Int), number(Double), flag(Bool)
    case list([WrittenValue])
    case mapping([(String, WrittenValue?)])

    static func formats<Item>(
        _ items: [OutputFormat: Item], _ write: (Item) -> WrittenValue
    ) -> WrittenValue? {
        items.isEmpty
            ? nil : .mapping(items.sorted { $0.key < $1.key }.map { ($0.key.word, write($0.value)) })
    }

    func node(at place: Diagnostic.Location) -> YAMLNode {
        func scalar(_ text: String, _ value: YAMLScalar) -> YAMLNode {
            YAMLNode(.scalar(text: text, style: .quoted, value: value), at: place)
        }
        switch self {
        case .text(let text): return scalar(text, .string(text))
        case .int(let value): return scalar(String(value), .int(value))
        case .number(let value): return scalar(Value.plain(value), .float(value))
        case .flag(let value): return scalar(String(value), .bool(value))
        case .list(let items): return YAMLNode(.sequence(items.map { $0.node(at: place) }), at: place)
        case .mapping(let pairs):
            let pairs = pairs.compactMap { key, value in
                value.map { YAMLPair(key: scalar(key, .string(key)), value: $0.node(at: place)) }
            }
            return YAMLNode(.mapping(pairs), at: place)
        }
    }
}

extension ImageLength {
    fileprivate var written: WrittenValue {
        switch self {
        case .pixels(let pixels): .number(pixels)
        case .fraction(let fraction): .text(Value.plain(fraction * 100) + "%")
        }
    }
}

extension RequestedFormat {
    fileprivate var written: WrittenValue { .text(words) }
}

extension ImageQuality {
    fileprivate var written: WrittenValue {
        switch self {
        case .lossy(let quality): .int(quality)
        case .lossless: .text("lossless")
        case .target(let target):
            .mapping([
                ("target", .int(target.score)), ("min", target.min.map(WrittenValue.int)),
                ("max", target.max.map(WrittenValue.int)), ("at-most", target.atMost.map(WrittenValue.int)),
            ])
        }
    }
}

extension EncoderOptions {
    fileprivate func written(for format: OutputFormat) -> WrittenValue {
        let standard = EncoderOptions()
        return .mapping([
            ("progressive", progressive == standard.progressive ? nil : .flag(progressive)),
            ("chroma", chroma == standard.chroma ? nil : .text(chroma.rawValue)),
            ("colors", colors.map { .text(String($0)) }),
            ("dither", dither == standard.dither ? nil : .number(dither)),
            ("near-lossless", nearLossless ? .flag(true) : nil),
        ])
    }
}
