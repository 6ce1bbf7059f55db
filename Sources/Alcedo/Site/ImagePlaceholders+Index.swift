import AlcedoImaging
import AlcedoIndex
import Foundation

extension ImageIndex.Placeholders {
    /// Creates the index's form of the placeholders.
    init(_ placeholders: ImagePlaceholders) {
        self.init(
            averageColor: placeholders.averageColor?.hex, blurhash: placeholders.blurhash,
            dominantColor: placeholders.dominantColor?.hex, palette: placeholders.palette?.map(\.hex),
            thumbhash: placeholders.thumbhash?.base64EncodedString())
    }
}
