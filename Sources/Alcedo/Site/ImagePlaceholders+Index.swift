import AlcedoImaging
import AlcedoIndex
import Foundation

extension ImageIndex.Placeholders {
    /// Placeholders as the index writes them.
    init(_ placeholders: ImagePlaceholders) {
        self.init(
            averageColor: placeholders.averageColor?.hex, blurhash: placeholders.blurhash,
            dominantColor: placeholders.dominantColor?.hex, palette: placeholders.palette?.map(\.hex),
            thumbhash: placeholders.thumbhash?.base64EncodedString())
    }
}
