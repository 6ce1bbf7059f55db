import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// A source whose rows may come from a decoder that is called directly, several times as fast as through libvips.
///
/// libvips opens every source, for its header, metadata and profile, and decodes those that the other decoder does not
/// take: all that are unusual or damaged. So its errors and warnings are the same with and without.
struct DirectSource {
    /// The file. They stay valid as long as the opened picture has pixels to compute.
    let bytes: UnsafeRawBufferPointer
    let type: ImageType
    /// What inspects the pixels in libvips's place.
    private(set) var watch: OpaquePointer?

    /// - Returns: `nil` if codecs are not called directly.
    init?(bytes: UnsafeRawBufferPointer, type: ImageType) {
        guard EngineIdentity.callsCodecs else { return nil }
        self.bytes = bytes
        self.type = type
    }

    func watched(by watch: OpaquePointer) -> DirectSource {
        var source = self
        source.watch = watch
        return source
    }

    /// Returns the components of an opened picture.
    ///
    /// - Parameter image: The picture as libvips has opened it.
    /// - Returns: `nil` if libvips has to read the picture.
    func planes(of image: PixelImage) -> JPEGPlanes? {
        type == .jpeg ? JPEGPlanes(bytes, of: image, watch: watch) : nil
    }

    /// Decodes the file far enough for reading not to fail.
    ///
    /// - Parameter image: The picture as libvips has opened it.
    /// - Returns: `nil` if libvips has to read the picture.
    func rows(of image: PixelImage) -> (any DirectRows)? {
        switch type {
        case .png: PNGRows(bytes, of: image, watch: watch)
        default: nil
        }
    }
}

/// The rows of an opened picture, in the layout of libvips.
protocol DirectRows {
    /// Passes all rows to `take`, from top to bottom. Call it once.
    func read(_ take: alcedo_rows, _ context: UnsafeMutableRawPointer)
}
