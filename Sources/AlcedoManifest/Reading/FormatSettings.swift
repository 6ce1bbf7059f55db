import AlcedoMarkup
import AlcedoRecipes

/// `quality` as written in a manifest.
enum QualitySetting {
    /// One quality for every format.
    case all(ImageQuality)
    /// The quality of some formats; the others stay unchanged.
    case each([OutputFormat: ImageQuality])

    /// Returns the quality of every format after applying the setting.
    ///
    /// PNG and GIF are always lossless. JPEG has no lossless mode, so `lossless` for all formats means its best quality
    /// there.
    func applied(to qualities: [OutputFormat: ImageQuality]) -> [OutputFormat: ImageQuality] {
        var result = qualities
        switch self {
        case .all(let quality):
            for format in OutputFormat.allCases where format.isLossy {
                result[format] = quality == .lossless && !format.hasLossless ? .lossy(100) : quality
            }
        case .each(let some):
            result.merge(some) { $1 }
        }
        return result
    }

    /// The default quality of every format.
    static let standard = Dictionary(
        uniqueKeysWithValues: OutputFormat.allCases.map { ($0, ImageEncoding.defaultQuality(for: $0)) })
}

extension Value {
    /// Reads formats, such as `[webp, auto]`.
    func formats() -> [RequestedFormat]? {
        let own = problems.extensions.serializers
        let allowed =
            OutputFormat.allCases.map(\.rawValue) + ["auto", "source", "original"] + own.keys.sorted()
        let items = list(scalarToo: true) { item -> RequestedFormat? in
            if item.node.text == "auto" { return .auto }
            if item.node.text == "source" { return .source }
            if item.node.text == "original" { return .original }
            if let text = item.node.text, let serializer = own[text] { return .custom(serializer) }
            guard let text = item.node.text,
                let format = OutputFormat.allCases.first(where: { $0.rawValue == text })
            else {
                if let text = item.node.text, Variant.VideoFormat(rawValue: text.lowercased()) != nil {
                    item.mustBe(
                        Self.oneOf(allowed),
                        advice: "for a video, write 'video: \(text.lowercased())' in the variant")
                } else if case .string(let text) = item.node.scalar {
                    item.unknownWord(text, allowed)
                } else {
                    item.mustBe(Self.oneOf(allowed))
                }
                return nil
            }
            return .format(format)
        }
        guard let items else { return nil }
        if node.sequence?.isEmpty == true {
            fault("is empty; give at least one format")
            return nil
        }
        let formats = unique(items, \.words)
        return formats.isEmpty ? nil : formats
    }

    /// Reads a number, `lossless`, a target, or a mapping of formats to one of them.
    func quality() -> QualitySetting? {
        let keys = node.mapping?.compactMap(\.key.text) ?? []
        let formats = OutputFormat.allCases.map(\.rawValue)
        let isTarget = keys.contains { key in
            !formats.contains(key) && Suggestion.closest(to: key, among: TargetKey.all) != nil
        }
        guard node.mapping != nil, !isTarget else {
            return oneQuality().map { .all($0) }
        }
        return byFormat { format, value in
            guard let quality = value.oneQuality() else { return nil }
            if quality != .lossless, !format.isLossy {
                value.fault("must be left out: \(format.rawValue) is always lossless")
                return nil
            }
            if quality == .lossless, !format.hasLossless {
                value.fault("must be a number: \(format.rawValue) has no lossless mode")
                return nil
            }
            return quality
        }.map { .each($0) }
    }

    private func oneQuality() -> ImageQuality? {
        if node.mapping != nil { return target().map(ImageQuality.target) }
        if node.text == "lossless" { return .lossless }
        if node.text == "auto" { return .target(QualityTarget(.high)) }
        if let level = node.text.flatMap(QualityTarget.Level.init(rawValue:)) {
            return .target(QualityTarget(level))
        }
        if case .int(let number) = node.scalar, (1...100).contains(number) { return .lossy(number) }
        var advice = bareNumber { $0.rounded() == $0 && (1...100).contains($0) }
        // Browsers use a scale from 0 to 1.
        if case .float(let share) = node.scalar, share >= 0.01, share < 1 {
            advice = "write \(Self.plain((share * 100).rounded()))"
        }
        if advice == nil, let text = node.text,
            let word = Suggestion.closest(to: text, among: Self.qualityWords)
        {
            advice = "did you mean '\(word)'?"
        }
        mustBe(
            "a whole number from 1 to 100, a target such as { target: 75 }, \(Self.oneOf(Self.qualityWords))",
            advice: advice)
        return nil
    }

    private static let qualityWords = ["lossless", "auto"] + QualityTarget.Level.allCases.map(\.rawValue)

    /// The keys of a target.
    private enum TargetKey {
        static let (target, min, max, atMost) = ("target", "min", "max", "at-most")
        static let all = [target, min, max, atMost]
    }

    /// Reads `{ target: 75 }`, with bounds for the quality.
    private func target() -> QualityTarget? {
        guard let mapping = MappingReader(node, name, known: TargetKey.all, problems) else { return nil }
        guard let written = mapping[TargetKey.target] else {
            // A misspelt key has been reported already.
            if node.mapping?.allSatisfy({ TargetKey.all.contains($0.key.text ?? "") }) == true {
                mapping.missing(TargetKey.target, "such as 'target: 75'")
            }
            return nil
        }
        guard let score = written.score() else { return nil }
        func bound(_ key: String) -> Located<Int>? {
            mapping[key].flatMap { $0.located($0.integer(in: 1...100)) }
        }
        let (min, max, atMost) = (bound(TargetKey.min), bound(TargetKey.max), bound(TargetKey.atMost))
        if let atMost, max != nil {
            problems.error("\(name) has 'max' and 'at-most'; keep one of them", at: atMost.location)
        }
        if let min, let most = (max ?? atMost)?.value, min.value > most {
            problems.error(
                "'min' in \(name) is \(min.value), above the \(most) of '\(max == nil ? "at-most" : "max")'",
                at: min.location)
            return nil
        }
        return QualityTarget(score, min: min?.value, max: max?.value, atMost: atMost?.value)
    }

    /// Reads a score, or its name.
    private func score() -> Int? {
        if node.text == "auto" { return QualityTarget.Level.high.score }
        if let level = node.text.flatMap(QualityTarget.Level.init(rawValue:)) { return level.score }
        // Less is no picture, and hardly any file reaches more.
        if case .int(let number) = node.scalar, (10...95).contains(number) { return number }
        var advice = bareNumber { $0.rounded() == $0 && (10...95).contains($0) }
        let words = ["auto"] + QualityTarget.Level.allCases.map(\.rawValue)
        if advice == nil, let text = node.text, let word = Suggestion.closest(to: text, among: words) {
            advice = "did you mean '\(word)'?"
        }
        mustBe("a whole number from 10 to 95, \(Self.oneOf(words))", advice: advice)
        return nil
    }

    /// Reads a mapping of formats to numbers on libvips's scales.
    func effort() -> [OutputFormat: Int]? {
        byFormat { format, value in
            guard let range = format.efforts else {
                value.fault("must be left out: \(format.rawValue) has no such setting")
                return nil
            }
            return value.integer(in: range)
        }
    }

    private func byFormat<T>(_ read: (OutputFormat, Value) -> T?) -> [OutputFormat: T]? {
        let known = OutputFormat.allCases.map(\.rawValue)
        let mapping = MappingReader(
            node, name, known: known,
            elsewhere: { name in
                switch name {
                case "auto": "'auto' becomes jpeg, png or gif; name these formats instead"
                case "source":
                    "'source' becomes the format of each source; name the formats of the sources"
                case "original": "'original' is the source's own file, which is not encoded"
                default: nil
                }
            }, problems)
        guard let mapping else { return nil }
        var result: [OutputFormat: T] = [:]
        for format in OutputFormat.allCases {
            if let value = mapping[format.rawValue] { result[format] = read(format, value) }
        }
        return result
    }
}
