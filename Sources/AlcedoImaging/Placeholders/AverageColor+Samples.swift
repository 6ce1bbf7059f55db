import AlcedoBase

extension AverageColor {
    /// The mean colour of a large picture, from some of its own pixels and from the whole picture, small.
    ///
    /// A small picture has been mixed from stored values already, which loses light where detail is fine. Samples have
    /// all the light, but are not all of the picture. So what of the light follows from the stored values is taken
    /// from the small one, and only the rest from the samples: the regression estimator of sampling (W. G. Cochran,
    /// *Sampling Techniques*, chapter 7). It is exact where the picture has two values, or is one.
    ///
    /// - Parameters:
    ///   - samples: Pixels of the picture, where they lie does not matter.
    ///   - small: The whole picture, small; asked for when `samples` are not all pixels.
    ///   - original: The size of the picture.
    static func of(
        samples: PlaceholderPixels, small: () throws -> PlaceholderPixels, original: PixelSize
    ) rethrows -> Color {
        if samples.count == original.width * original.height { return of(samples) }
        let small = try small()
        // What the samples have missed altogether is seen in the small one.
        guard let counts = SampleCounts(samples) else { return of(small) }
        guard let whole = SampleCounts(small) else { return of(samples) }
        return Color(
            red: LinearLight.encode(light(counts.red, whole.red)),
            green: LinearLight.encode(light(counts.green, whole.green)),
            blue: LinearLight.encode(light(counts.blue, whole.blue)))
    }

    private static func light(_ samples: SampleCounts.Channel, _ whole: SampleCounts.Channel) -> Double {
        let (light, value) = (samples.light, samples.value)
        let variance = samples.mean { (Double($0) - value) * (Double($0) - value) }
        // Of one value: the samples say nothing of how light follows from it.
        guard variance > 0 else { return whole.light }
        let covariance = samples.mean { (Double($0) - value) * (LinearLight.decode($0) - light) }
        return min(max(light + covariance / variance * (whole.value - value), 0), 1)
    }
}
