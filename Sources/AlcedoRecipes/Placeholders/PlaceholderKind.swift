/// A kind of small stand-in for a picture that is still loading.
///
/// All kinds come from the decode that the pictures are made from, using the first frame of an animation: the dominant
/// color from pixels of the source, the others from one level of 64 pixels on the longer side.
public enum PlaceholderKind: String, Hashable, Sendable, CaseIterable, Codable {
    /// The color that covers most of the picture: `DominantColor`.
    case dominantColor = "dominant-color"
    /// The mean of the picture's colors: `AverageColor`.
    case averageColor = "average-color"
    /// The main colors: `Palette`.
    case palette
    /// A string that a script decodes to a blur: `BlurHash`.
    case blurhash
    /// Bytes that a script decodes to a blur with alpha and proportions: `ThumbHash`.
    case thumbhash
}
