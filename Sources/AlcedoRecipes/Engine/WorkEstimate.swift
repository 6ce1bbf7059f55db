package import AlcedoBase

/// Estimates of work, in seconds of one core.
///
/// Long jobs start first, and deadlines grow with the work. Estimates need not be exact: only their order counts, and
/// deadlines are many times as long. The constants are seconds per million pixels for libvips 8.14 and the encoders
/// of Debian 12 on an AMD EPYC core (`Benchmarks/efforts`).
package enum WorkEstimate {
    /// Estimates decoding and reducing a source.
    package static func decoding(_ facts: ImageFacts) -> Double {
        decoding(facts.type, megapixels: megapixels(facts.displayedSize, frames: facts.frames))
    }

    /// Estimates decoding and reducing a number of pixels.
    package static func decoding(_ type: ImageType?, megapixels: Double) -> Double {
        let each = type?.traits.cost ?? 0.05
        return megapixels * each
    }

    /// Estimates encoding a picture of this size.
    package static func encoding(
        _ size: PixelSize, frames: Int, as format: OutputFormat, _ encoding: ImageEncoding
    ) -> Double {
        self.encoding(megapixels: megapixels(size, frames: frames), as: format, encoding)
    }

    /// Estimates encoding a number of pixels.
    package static func encoding(
        megapixels: Double, as format: OutputFormat, _ encoding: ImageEncoding
    ) -> Double {
        let effort = encoding.effort[format] ?? ImageEncoding.defaultEffort(for: format) ?? 0
        let options = encoding.options[format] ?? EncoderOptions()
        var each = format.traits.cost(effort, options)
        if format.traits.isLossy, encoding.quality[format] == .lossless { each *= 3 }
        // A few qualities are tried, with a look at each.
        if case .target = encoding.quality[format], format.traits.isLossy { each = each * 4 + 0.06 }
        // Several qualities are tried until one is small enough.
        if encoding.budget != nil { each *= 7 }
        return megapixels * each
    }

    /// Estimates making the picture that is encoded: its part of the reduction, color and steps.
    package static func making(megapixels: Double) -> Double { megapixels * 0.01 }

    package static func megapixels(_ size: PixelSize, frames: Int) -> Double {
        Double(size.width) * Double(size.height) * Double(frames) / 1e6
    }
}

extension ImagePlan.Output {
    /// Estimated seconds of making and encoding it.
    package var expected: Double {
        let megapixels = WorkEstimate.megapixels(PixelSize(width: width, height: height), frames: frames)
        return WorkEstimate.making(megapixels: megapixels)
            + WorkEstimate.encoding(megapixels: megapixels, as: id.format, encoding)
    }
}

extension ImageLimits {
    /// Returns the deadline in seconds of a step that should take `expected` seconds: ``seconds``, scaled up for more
    /// work than is common.
    package func deadline(expecting expected: Double) -> Double {
        // On a slow and busy machine, three seconds of work may take a whole minute.
        seconds * max(1, expected / 3)
    }
}
