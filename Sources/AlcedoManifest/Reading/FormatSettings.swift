import AlcedoImaging

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
        let allowed = OutputFormat.allCases.map(\.rawValue) + ["auto", "source"] + own.keys.sorted()
        let items = list(scalarToo: true) { item -> RequestedFormat? in
            if item.node.text == "auto" { return .auto }
            if item.node.text == "source" { return .source }
            if let text = item.node.text, let serializer = own[text] { return .custom(serializer) }
            guard let text = item.node.text,
                let format = OutputFormat.allCases.first(where: { $0.rawValue == text })
            else {
                if case .string(let text) = item.node.scalar {
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

    /// Reads a number, `lossless`, or a mapping of formats to either.
    func quality() -> QualitySetting? {
        guard node.mapping != nil else { return oneQuality().map { .all($0) } }
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
        if node.text == "lossless" { return .lossless }
        if case .int(let number) = node.scalar, (1...100).contains(number) { return .lossy(number) }
        var advice = bareNumber { $0.rounded() == $0 && (1...100).contains($0) }
        // Browsers use a scale from 0 to 1.
        if case .float(let share) = node.scalar, share >= 0.01, share < 1 {
            advice = "write \(Self.plain((share * 100).rounded()))"
        }
        mustBe("a whole number from 1 to 100 or lossless", advice: advice)
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
