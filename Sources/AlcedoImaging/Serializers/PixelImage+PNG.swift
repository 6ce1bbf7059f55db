import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CCodecs
import CVipsShims

extension PixelImage {
    /// Encodes a picture in memory as a PNG without a palette, compressed by libdeflate, which takes a third of the time
    /// of zlib.
    ///
    /// - Parameters:
    ///   - filtersRows: Whether to choose a filter for each row.
    ///   - color: Chunks about the colors, complete.
    /// - Returns: `nil` for a picture that libvips has to write: in pieces, because it is very large, or after a
    ///   conversion.
    /// - Throws: ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)`` when memory is short.
    func encodedPNG(filtersRows: Bool, color: Data) throws -> Data? {
        let shape = alcedo_png_shape(
            width: info.width, height: info.height, channels: info.bands, sample_bytes: is8Bit ? 1 : 2)
        guard EngineIdentity.callsCodecs, isDisplay, bands - (hasAlpha ? 1 : 0) == (isGray ? 1 : 3),
            alcedo_png_writer_fits(shape) != 0
        else { return nil }
        guard let writer = alcedo_png_writer_new(shape, filtersRows ? 1 : 0) else { throw Self.isShort }
        defer { alcedo_png_writer_free(writer) }
        let status = alcedo_image_read(
            handle, { alcedo_png_writer_push(OpaquePointer($0), $1, $2, $4) }, UnsafeMutableRawPointer(writer)
        )
        guard status == 0 else {
            throw ImagingError.encode(format: .png, reason: Vips.takeError())
        }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let written = color.withUnsafeBytes {
            alcedo_png_writer_finish(writer, $0.baseAddress, $0.count, &bytes, &count)
        }
        guard written == 0, let bytes else { throw Self.isShort }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }

    private static var isShort: ImagingError { .encode(format: .png, reason: "out of memory") }
}
