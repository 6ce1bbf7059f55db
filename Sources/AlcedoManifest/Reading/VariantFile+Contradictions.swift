import AlcedoBase
import AlcedoRecipes

// Keys of a variant that do not go together.
extension VariantFile {
    func reportContradictions(_ problems: Problems) {
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
        if let fit, !hasBox, [.cover, .contain, .fill].contains(fit.value) {
            let message = "'fit: \(fit.value.rawValue)' in \(title) needs a width and a height"
            problems.error(message, at: fit.location)
        }
        if let aspect {
            reportContradictions(of: aspect, problems)
        } else if let widths, widths.value.count > 1, let height, fit?.value != .inside,
            fit?.value != .outside
        {
            let message =
                "\(title) has several 'widths' and one 'height', so the proportions would differ from width to width; "
                + "leave 'height' out, write 'aspect' instead of it to crop each width alike, or add 'fit: inside'"
            problems.error(message, at: height.location)
        }
        if let position, !hasBox {
            let message = "'position' in \(title) has no effect without a width and a height, or an aspect"
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

    /// Reports what pictures can do and videos cannot.
    func reportVideo(
        _ defaults: VariantFile, _ place: Diagnostic.Location, _ problems: Problems
    ) {
        for (key, none) in inheritedChanges(defaults) {
            problems.error(
                "\(title) has 'video', but a video is only scaled, and '\(key)' from 'defaults'; write '\(key): \(none)' in "
                    + "the variant", at: place)
        }
        var others = changing.filter { ["aspect", "process", "blur", "radius"].contains($0.key) }
        if hasBox, aspect == nil, resolvedFit(defaults) != .inside, let height {
            others.append(("height", height.location))
        }
        if let inline, inline.value { others.append(("inline", inline.location)) }
        for (key, place) in others {
            problems.error(
                "\(title) has 'video' and '\(key)', but a video is only scaled; leave '\(key)' out", at: place
            )
        }
    }

    private func reportContradictions(of aspect: Located<PixelSize>, _ problems: Problems) {
        if height != nil, let across = width != nil ? "width" : widths != nil ? "widths" : nil {
            let message =
                "\(title) has '\(across)', 'height' and 'aspect', and two of them give the third; "
                + "leave 'height' out to keep the aspect, or 'aspect' to keep the height"
            problems.error(message, at: aspect.location)
        }
        if let fit, fit.value != .cover {
            let message =
                "'fit: \(fit.value.rawValue)' in \(title) does not crop, and 'aspect' does; leave one of them out"
            problems.error(message, at: fit.location)
        }
    }

    /// Reports a minimum only if it exceeds the quality of every format, as one number applies to different scales.
    func reportLeastQuality(_ defaults: VariantFile, _ problems: Problems) {
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
            case .serializer, .original, .verbatim: []
            }
        }
        let numbers = formats.compactMap { format -> Int? in
            switch qualities[format] {
            case .lossy(let number)?: number
            // Without a bound, it may come to anything.
            case .target(let target)?: target.max ?? target.atMost ?? 100
            case .lossless?, nil: nil
            }
        }
        guard let most = numbers.max(), least.value > most else { return }
        problems.error(
            "'min-quality' in \(title) is \(least.value), above the quality of \(most) that 'max-bytes' may lower",
            at: least.location)
    }

    func reportInline(
        _ formats: [RequestedFormat], _ place: Diagnostic.Location, _ problems: Problems
    ) {
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
