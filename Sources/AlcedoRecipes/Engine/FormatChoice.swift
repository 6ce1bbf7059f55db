import AlcedoBase

/// Chooses the formats in which a picture is written.
struct FormatChoice {
    /// Whether the finished picture may have pixels that are not opaque.
    var isTransparent: Bool
    /// The number of frames of the finished picture.
    var frames: Int
    /// The size of the finished picture.
    var size: PixelSize
    /// The type of the source.
    var source: ImageType

    /// Returns the formats to write, each once with the encoding that requested it, or the reason why there is none.
    func resolve(_ encodings: [ImageEncoding]) -> Result<[(OutputFormat, ImageEncoding)], ImagingError> {
        var chosen: [(OutputFormat, ImageEncoding)] = []
        var obstacles: [String] = []
        for encoding in encodings {
            let format = format(for: encoding.format)
            if let obstacle = obstacle(to: encoding.format) {
                obstacles.append(obstacle)
            } else if let index = chosen.firstIndex(where: { $0.0 == format }) {
                // What is asked for by name is not made a second time.
                if encoding.format.isOriginal { chosen[index].1 = encoding }
            } else {
                chosen.append((format, encoding))
            }
        }
        if chosen.isEmpty {
            let reason = encodings.isEmpty ? "no format is requested" : obstacles.joined(separator: "; ")
            return .failure(.noFormat(reason: reason))
        }
        return .success(chosen)
    }

    /// Whether the requested format can be written.
    func allows(_ requested: RequestedFormat) -> Bool { obstacle(to: requested) == nil }

    private func format(for requested: RequestedFormat) -> OutputFormat {
        switch requested.resolved(for: source) {
        case .format(let format): format
        case .serializer(let own): own.serializer.format
        case .auto, .source: frames > 1 ? .gif : isTransparent ? .png : .jpeg
        case .original, .verbatim: OutputFormat(originalOf: source)
        }
    }

    private func obstacle(to requested: RequestedFormat) -> String? {
        let format = format(for: requested)
        guard requested.isOriginal else { return obstacle(to: format).map { "\(format.name) \($0)" } }
        if requested == .verbatim || source == .svg || OutputFormat(source) != nil { return nil }
        return
            "'original' cannot clean \(source.name) without decoding it (verbatim: true publishes it as it is, and 'auto' makes "
            + "a JPEG or PNG of it)"
    }

    private func obstacle(to format: OutputFormat) -> String? {
        if frames > 1, !format.holdsAnimation {
            return "cannot hold the animation (animated: first keeps the first frame)"
        }
        if isTransparent, !format.holdsTransparency {
            return "cannot hold the transparency (background: white flattens it)"
        }
        if max(size.width, size.height) > format.longestSide {
            return
                "cannot hold \(size.width)x\(size.height) pixels (at most \(format.longestSide) on a side)"
        }
        return nil
    }
}
