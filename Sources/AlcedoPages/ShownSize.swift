import AlcedoIndex
import AlcedoMarkup

/// The size that an author gives a picture, in the attributes and the `style` of its `<img>`.
struct ShownSize {
    private var width: Int?
    private var height: Int?
    // The size depends on the page's style.
    private var isUnknown = false
    // Relative to the window or the parent.
    private var isShare = false
    private let style: InlineStyle

    /// - Parameters:
    ///   - natural: The file whose width the place has without attributes, if that is to stay.
    ///   - chosen: The `<source>` whose attributes take the place of the `<img>`'s.
    init(_ tag: HTMLTag, natural: ImageIndex.Source? = nil, chosen: HTMLTag? = nil) {
        style = InlineStyle(tag["style"] ?? "")
        for name in ["width", "height"] {
            guard let text = (chosen ?? tag)[name] else { continue }
            // HTML, "rules for parsing dimension values": leading digits count, and a percentage is one.
            let trimmed = text.drop { $0.isWhitespace }
            let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
            let rest = trimmed[digits.endIndex...].drop { $0 == "." || ($0.isASCII && $0.isNumber) }
            guard let number = Int(digits), (1...100_000).contains(number), rest.first != "%" else {
                isUnknown = true
                if name == "width", rest.first == "%" { isShare = true }
                continue
            }
            if name == "width" { width = number } else { height = number }
        }
        if let natural, tag["width"] == nil, tag["height"] == nil { width = natural.width }
    }

    /// Returns the size of a picture in its place, or `nil` if it depends on the page's style.
    ///
    /// - Parameter main: The picture that the tag is for. The author's height is not that of a picture with other proportions.
    func of(
        _ picture: ImageIndex.Fallback, from source: ImageIndex.Source,
        besides main: (picture: ImageIndex.Fallback, source: ImageIndex.Source)? = nil
    ) -> ImageIndex.Fallback? {
        size(of: picture, from: source, besides: main.map { Self.ratio(of: $0.picture, from: $0.source) })
    }

    /// Returns the size of a picture in the place of another one, whose attributes these are.
    func ofOther(_ picture: ImageIndex.Fallback, from source: ImageIndex.Source) -> ImageIndex.Fallback? {
        size(
            of: picture, from: source,
            besides: width.flatMap { width in height.map { Double(width) / Double($0) } })
    }

    // `main` is the width of the picture that the tag is for, divided by its height.
    private func size(
        of picture: ImageIndex.Fallback, from source: ImageIndex.Source, besides main: Double?
    ) -> ImageIndex.Fallback? {
        if isUnknown || style.setsSize { return nil }
        let ratio = Self.ratio(of: picture, from: source)
        let isOther = main.map { abs($0 / ratio - 1) > 0.02 } ?? false
        let height = isOther && width != nil ? nil : height
        var shown = (width: Double(picture.width), height: Double(picture.height))
        if let width {
            shown = (Double(width), height.map(Double.init) ?? Double(width) / ratio)
        } else if let height {
            shown = (Double(height) * ratio, Double(height))
        }
        func whole(_ side: Double) -> Int { Int(min(max(side.rounded(), 1), 1_000_000)) }
        return ImageIndex.Fallback(height: whole(shown.height), src: picture.src, width: whole(shown.width))
    }

    /// Width divided by height. A file's sides are rounded, so the source's are used if the file shows the whole source.
    private static func ratio(of picture: ImageIndex.Fallback, from source: ImageIndex.Source) -> Double {
        let (width, height) = (Double(max(1, picture.width)), Double(max(1, picture.height)))
        let whole = Double(max(1, source.width)) / Double(max(1, source.height))
        let isWhole = abs(width - height * whole) <= 0.5 || abs(height - width / whole) <= 0.5
        return isWhole ? whole : width / height
    }

    /// Returns the maximum width in CSS pixels of a picture with these proportions, or `nil` if the tag sets none. As in
    /// browsers, `style` overrides attributes.
    func limit(of picture: ImageIndex.Fallback, from source: ImageIndex.Source) -> Int? {
        let ratio = Self.ratio(of: picture, from: source)
        var limits: [Double] = []
        var hasWidth = true
        switch style.width {
        case .pixels(let width): limits.append(width)
        case .other: break
        case nil:
            if let width { limits.append(Double(width)) } else { hasWidth = isShare }
        }
        if !hasWidth {
            switch style.height {
            case .pixels(let height): limits.append(height * ratio)
            case .other: break
            case nil: if let height, !isUnknown { limits.append(Double(height) * ratio) }
            }
            if let height = style.maxHeight { limits.append(height * ratio) }
        }
        if let width = style.maxWidth { limits.append(width) }
        guard var limit = limits.min() else { return nil }
        switch style.minWidth {
        case .pixels(let width): limit = max(limit, width)
        case .other: return nil
        case nil: break
        }
        return Int(min(max(limit.rounded(.up), 1), 1_000_000))
    }
}
