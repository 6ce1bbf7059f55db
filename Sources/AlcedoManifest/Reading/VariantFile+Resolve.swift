import AlcedoBase
import AlcedoImaging

extension VariantFile {
    /// Fills in the defaults and reports contradictions.
    func resolved(name: String, defaults: VariantFile, _ problems: Problems) -> Variant {
        reportContradictions(problems)
        reportLeastQuality(defaults, problems)
        let formats = formats ?? defaults.formats
        let requested = formats?.value ?? [.format(.webp), .auto]
        if let inline, inline.value { reportInline(requested, inline.location, problems) }
        // `radius: 0` and `blur: 0` in a variant cancel the defaults.
        let radius = (radius ?? defaults.radius)?.value
        let blur = blur ?? defaults.blur
        let hasRadius = radius != nil && radius != .pixels(0) && radius != .fraction(0)
        return Variant(
            name: name, location: location,
            width: width?.value, height: height?.value, widths: widths?.value ?? [],
            densities: densities?.value ?? [],
            fit: resolvedFit(defaults), position: (position ?? defaults.position)?.value ?? .center,
            positionIsExplicit: (position ?? defaults.position) != nil,
            enlarge: enlarge ?? defaults.enlarge ?? false,
            process: process ?? defaults.process ?? [], blur: blur == 0 ? nil : blur,
            radius: hasRadius ? radius : nil,
            corners: (corners ?? defaults.corners)?.value ?? .all,
            background: background ?? defaults.background,
            formats: requested,
            quality: resolvedQuality(defaults), effort: resolvedEffort(defaults),
            options: resolvedOptions(defaults), budget: resolvedBudget(defaults),
            dropsLarger: dropsLarger ?? defaults.dropsLarger ?? true,
            metadata: metadata ?? defaults.metadata ?? .none, gps: gps ?? defaults.gps ?? .none,
            color: color ?? defaults.color ?? .srgb, animated: animated ?? defaults.animated ?? .keep,
            isInline: inline?.value ?? false,
            sizes: sizes?.value ?? (hasWidths ? defaults.sizes?.value : nil),
            nameTemplate: self.name ?? defaults.name ?? .standard)
    }

    private var hasWidths: Bool { !(widths?.value.isEmpty ?? true) }
    private var hasBothSides: Bool { (width != nil || widths != nil) && height != nil }

    private func resolvedFit(_ defaults: VariantFile) -> ImageFit {
        if let fit { return fit.value }
        // A single side leaves nothing to crop, pad or stretch to.
        return hasBothSides ? defaults.fit?.value ?? .cover : .inside
    }

    private func resolvedQuality(_ defaults: VariantFile) -> [OutputFormat: ImageQuality] {
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

    private func resolvedEffort(_ defaults: VariantFile) -> [OutputFormat: Int] {
        var result: [OutputFormat: Int] = [:]
        for format in OutputFormat.allCases {
            result[format] =
                effort?[format] ?? defaults.effort?[format] ?? ImageEncoding.defaultEffort(for: format)
        }
        return result
    }

    // MARK: - Contradictions

    private func reportContradictions(_ problems: Problems) {
        if let widths, width != nil {
            problems.error("\(title) has 'width' and 'widths'; keep one of them", at: widths.location)
        }
        if let densities {
            if widths != nil {
                let message = "\(title) has 'widths' and 'densities'; browsers take one or the other"
                problems.error(message, at: densities.location)
            } else if width == nil, height == nil {
                problems.error(
                    "\(title) has 'densities' but neither 'width' nor 'height'", at: densities.location)
            }
            if let sizes {
                let message = "\(title) has 'densities' and 'sizes'; 'sizes' goes with 'widths' only"
                problems.error(message, at: sizes.location)
            }
        }
        if let fit, !hasBothSides, [.cover, .contain, .fill].contains(fit.value) {
            let message = "'fit: \(fit.value.rawValue)' in \(title) needs a width and a height"
            problems.error(message, at: fit.location)
        }
        if let widths, widths.value.count > 1, let height, fit?.value != .inside, fit?.value != .outside {
            let message =
                "\(title) has several 'widths' and one 'height', so the proportions would differ from width to width; "
                + "leave 'height' out or add 'fit: inside'"
            problems.error(message, at: height.location)
        }
        if let position, !hasBothSides {
            let message = "'position' in \(title) has no effect without a width and a height"
            problems.warning(message, at: position.location)
        }
        if let minQuality, maxBytes == nil, title != "'defaults'" {
            problems.warning(
                "'min-quality' in \(title) has no effect without 'max-bytes'", at: minQuality.location)
        }
        if let corners, radius == nil {
            problems.error("\(title) has 'corners' but no 'radius'", at: corners.location)
        }
    }

    /// Reports a minimum only if it exceeds the quality of every format, as one number applies to different scales.
    private func reportLeastQuality(_ defaults: VariantFile, _ problems: Problems) {
        guard let least = minQuality ?? defaults.minQuality, (maxBytes ?? defaults.maxBytes) != nil else {
            return
        }
        let qualities = resolvedQuality(defaults)
        let requested = (formats ?? defaults.formats)?.value ?? [.format(.webp), .auto]
        let formats = requested.flatMap { format -> [OutputFormat] in
            switch format {
            case .format(let format): [format]
            // JPEG is the only format of `auto` to which quality applies.
            case .auto: [.jpeg]
            case .source: OutputFormat.allCases
            }
        }
        let numbers = formats.compactMap { format -> Int? in
            guard case .lossy(let number) = qualities[format] else { return nil }
            return number
        }
        guard let most = numbers.max(), least.value > most else { return }
        problems.error(
            "'min-quality' in \(title) is \(least.value), above the quality of \(most) that 'max-bytes' may lower",
            at: least.location)
    }

    private func reportInline(_ formats: [RequestedFormat], _ place: SourceLocation, _ problems: Problems) {
        if formats.count > 1 {
            let message = "'inline' takes one format; give \(title) one, such as 'formats: [webp]'"
            problems.error(message, at: place)
        }
        if (widths?.value.count ?? 0) > 1 {
            problems.error("'inline' takes one size, but \(title) has several 'widths'", at: place)
        }
        if (densities?.value.count ?? 0) > 1 {
            problems.error("'inline' takes one size, but \(title) has several 'densities'", at: place)
        }
    }
}
