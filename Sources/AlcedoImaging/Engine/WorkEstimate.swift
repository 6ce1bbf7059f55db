public import AlcedoBase

/// Estimates of work, in seconds of one core.
///
/// Long jobs start first, and deadlines grow with the work. Estimates need not be exact: only their order counts, and
/// deadlines are many times as long. The constants are seconds per million pixels for libvips 8.14 and the encoders
/// of Debian 12 on an AMD EPYC core (`Benchmarks/efforts`).
public enum WorkEstimate {
    /// Estimates decoding and reducing a source.
    public static func decoding(_ facts: ImageFacts) -> Double {
        decoding(facts.type, megapixels: megapixels(facts.displayedSize, frames: facts.frames))
    }

    /// Estimates decoding and reducing a number of pixels.
    public static func decoding(_ type: ImageType?, megapixels: Double) -> Double {
        let each =
            switch type {
            case .jpeg: 0.02
            case .svg, .jxl: 0.15
            case .avif, .heic: 0.08
            default: 0.05
            }
        return megapixels * each
    }

    /// Estimates encoding a picture of this size.
    static func encoding(
        _ size: PixelSize, frames: Int, as format: OutputFormat, _ encoding: ImageEncoding
    ) -> Double {
        self.encoding(megapixels: megapixels(size, frames: frames), as: format, encoding)
    }

    /// Estimates encoding a number of pixels.
    public static func encoding(
        megapixels: Double, as format: OutputFormat, _ encoding: ImageEncoding
    ) -> Double {
        let effort = encoding.effort[format] ?? ImageEncoding.defaultEffort(for: format) ?? 0
        let options = encoding.options[format] ?? EncoderOptions()
        var each =
            switch format {
            case .jpeg: options.progressive ? 0.015 : 0.007
            case .png: options.colors == nil ? 0.08 : 0.36
            case .gif: 0.36
            case .webp: place(effort, [0.02, 0.025, 0.034, 0.05, 0.078, 0.11, 0.16])
            case .avif: place(effort, [0.03, 0.07, 0.18, 0.32, 1.2, 1.6, 3, 5, 10, 30])
            case .jxl: place(effort, [0.03, 0.03, 0.03, 0.03, 0.04, 0.05, 0.15, 0.18, 1.2, 4])
            }
        if encoding.quality[format] == .lossless, format != .png, format != .gif { each *= 3 }
        // Several qualities are tried until one is small enough.
        if encoding.budget != nil { each *= 7 }
        return megapixels * each
    }

    private static func place(_ effort: Int, _ costs: [Double]) -> Double {
        costs[min(max(effort, 0), costs.count - 1)]
    }

    static func megapixels(_ size: PixelSize, frames: Int) -> Double {
        Double(size.width) * Double(size.height) * Double(frames) / 1e6
    }
}

extension ImageLimits {
    /// Returns the deadline in seconds of a step that should take `expected` seconds: ``seconds``, scaled up for more
    /// work than is common.
    func deadline(expecting expected: Double) -> Double {
        // On a slow and busy machine, three seconds of work may take a whole minute.
        seconds * max(1, expected / 3)
    }
}
