import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CCodecs
import CVipsShims

extension PixelImage {
    /// Encodes a picture in memory as a JPEG, with quantization tables of Alcedo's own, optimized Huffman tables, and the
    /// picture's profile.
    ///
    /// - Parameters:
    ///   - quality: 1 to 100. At a number, photographs have the SSIMULACRA 2 score that they have with the tables that
    ///     libjpeg scales, and about 12 % fewer bytes.
    ///   - effort: 0: codes of the specification; from 1 on, codes made for the picture; from 5 on, coefficients are chosen for
    ///     their bits as well, which saves another 5 %.
    ///   - settings: How chroma and scans are stored.
    /// - Returns: `nil` for a picture that libvips has to write: in other colors than gray and RGB, or too large.
    /// - Throws: ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)`` when memory is short or the pixels cannot be computed.
    func encodedJPEG(quality: Int, effort: Int, _ settings: EncoderOptions) throws -> Data? {
        guard EngineIdentity.callsCodecs, isDisplay, is8Bit, !hasAlpha else { return nil }
        let profile = blob("icc-profile-data") ?? []
        var options = alcedo_jpeg_options()
        options.width = info.width
        options.height = info.height
        options.channels = info.bands
        options.quality = Int32(quality)
        options.full_chroma = settings.chroma == .full ? 1 : 0
        options.effort = Int32(effort)
        options.progressive = settings.progressive ? 1 : 0
        options.profile_size = profile.count
        guard alcedo_jpeg_writer_fits(&options) != 0 else { return nil }
        let writer = profile.withUnsafeBytes {
            options.profile = $0.baseAddress
            return alcedo_jpeg_writer_new(&options)
        }
        guard let writer else { throw Self.isShort }
        defer { alcedo_jpeg_writer_free(writer) }
        let status = alcedo_image_read(
            handle, { alcedo_jpeg_writer_push(OpaquePointer($0), $1, $2, $4) },
            UnsafeMutableRawPointer(writer))
        guard status == 0 else {
            throw ImagingError.encode(format: .jpeg, reason: Vips.takeError())
        }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard alcedo_jpeg_writer_finish(writer, &bytes, &count) == 0, let bytes else { throw Self.isShort }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }

    private static var isShort: ImagingError { .encode(format: .jpeg, reason: "out of memory") }
}
