public import AlcedoBase

/// Everything that can be said of a job before a pixel is decoded: a pure function of the source's facts and the
/// whole set of requests.
///
/// It says how the source is decoded, which picture is made from which, how large each one is, and in which
/// formats it is written. The engine follows it, and cache keys are computed from it.
public struct ImagePlan: Sendable {
    /// One file to make.
    public struct Output: Sendable {
        /// Which one.
        public var id: OutputID
        /// Everything besides the source's bytes and the engine that decides the file's bytes: recipe, derivation
        /// and encoder settings.
        public var recipe: ContentDigest
    }

    /// The files to make, by request and within it in the order of its encodings.
    public var outputs: [Output]
    /// The requests that cannot be met, by index, with the reason.
    public var failures: [Int: ImagingError]
    /// Decides the placeholders' bytes, as ``Output/recipe`` does for a file.
    public var placeholderRecipe: ContentDigest
}
