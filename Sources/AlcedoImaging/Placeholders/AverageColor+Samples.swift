import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

extension AverageColor {
    /// Returns the mean color of a large picture, from samples of its pixels and from a small version of it.
    ///
    /// The small version averages stored values, which loses light in fine detail. Samples keep all the light but do
    /// not cover the whole picture. So the light that follows from stored values is taken from the small version, and
    /// only the rest from the samples: the regression estimator of sampling (W. G. Cochran, *Sampling Techniques*,
    /// chapter 7). It is exact for pictures of at most two values.
    ///
    /// - Parameters:
    ///   - samples: Pixels of the picture, in any order.
    ///   - small: Returns the whole picture, small; called only if `samples` are not all pixels.
    ///   - original: The size of the picture.
    static func of(
        samples: PlaceholderPixels, small: () throws -> PlaceholderPixels, original: PixelSize
    ) rethrows -> SRGBColor {
        if samples.count == original.width * original.height { return of(samples) }
        let small = try small()
        // The small version may show what the samples missed.
        guard let counts = SampleCounts(samples) else { return of(small) }
        guard let whole = SampleCounts(small) else { return of(samples) }
        return SRGBColor(
            red: LinearLight.encode(light(counts.red, whole.red)),
            green: LinearLight.encode(light(counts.green, whole.green)),
            blue: LinearLight.encode(light(counts.blue, whole.blue)))
    }

    private static func light(_ samples: SampleCounts.Channel, _ whole: SampleCounts.Channel) -> Double {
        let (light, value) = (samples.light, samples.value)
        let variance = samples.mean { (Double($0) - value) * (Double($0) - value) }
        // With a single value, the samples do not show how light depends on it.
        guard variance > 0 else { return whole.light }
        let covariance = samples.mean { (Double($0) - value) * (LinearLight.decode($0) - light) }
        return min(max(light + covariance / variance * (whole.value - value), 0), 1)
    }
}
