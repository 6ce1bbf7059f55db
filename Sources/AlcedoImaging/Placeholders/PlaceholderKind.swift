/// A small stand-in for a picture that is still loading.
///
/// All of them come from the decode that everything else is made from, of an animation from its first frame: the
/// dominant colour from pixels of the source, the others from one level of 64 pixels on the longer side.
public enum PlaceholderKind: String, Hashable, Sendable, CaseIterable, Codable {
    /// The colour that covers most of it: ``DominantColor``.
    case dominantColor = "dominant-color"
    /// The mean of its colours: ``AverageColor``.
    case averageColor = "average-color"
    /// Its main colours: ``Palette``.
    case palette
    /// A text that a script unpacks to a blur: ``BlurHash``.
    case blurhash
    /// Bytes that a script unpacks to a blur with alpha and proportions: ``ThumbHash``.
    case thumbhash
}
