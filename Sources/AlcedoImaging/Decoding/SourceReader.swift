import AlcedoBase
import CVipsShims
import Foundation

/// Opens the encoded bytes of one source. The bytes must stay where they are as long as anything that was made from
/// the pictures it opens still has pixels to compute.
struct SourceReader {
    let bytes: UnsafeRawBufferPointer
    let type: ImageType
    let truncation: TruncationPolicy

    /// - Throws: ``ImagingError/decode(reason:)`` for a type that is not decoded.
    init(bytes: UnsafeRawBufferPointer, type: ImageType?, truncation: TruncationPolicy) throws {
        guard let type, type.isSupported else {
            throw ImagingError.decode(reason: DecodeReason.unsupported(type))
        }
        self.bytes = bytes
        self.type = type
        self.truncation = truncation
    }

    /// What the header says, after checking it against the limits.
    ///
    /// - Throws: ``ImagingError/decode(reason:)``.
    func facts(limits: ImageLimits) throws -> ImageFacts {
        try Vips.start()
        let header = try open(frames: 1)
        let frames = mayBeAnimated ? max(1, Int(header.info.pages)) : 1
        let stored = header.size
        try limits.check(stored, frames: frames)
        // Whether any frame has transparency only shows when all are opened.
        let whole = frames > 1 ? try open(frames: -1) : header
        let orientation = decoderTurns ? 1 : Int(header.info.orientation)
        let shown = orientation >= 5 ? stored.transposed : stored
        if type == .svg { return try drawingFacts(header, limits: limits) }
        return ImageFacts(
            type: type, width: shown.width, height: shown.height, frames: whole.frames,
            orientation: orientation,
            hasAlpha: whole.hasAlpha)
    }

    /// Opens the picture for reading from top to bottom, once; nothing is decoded yet.
    ///
    /// - Parameters:
    ///   - shrink: 1, 2, 4 or 8: how much smaller a JPEG is decoded.
    ///   - scale: How much larger or smaller an SVG is drawn.
    ///   - frames: 1, or -1 for all.
    /// - Throws: ``ImagingError/decode(reason:)``.
    func open(shrink: Int = 1, scale: Double = 1, frames: Int) throws -> Image {
        try load(bytes, shrink: shrink, scale: scale, frames: frames)
    }

    func load(_ bytes: UnsafeRawBufferPointer, shrink: Int = 1, scale: Double = 1, frames: Int) throws
        -> Image
    {
        do {
            let handle = try Vips.image { out in
                alcedo_image_load(
                    bytes.baseAddress, bytes.count, loader, Int32(shrink), scale, Int32(frames),
                    truncation == .fail ? 1 : 0, out)
            }
            if type == .avif || type == .heic, ColorBox.isDisplayP3(bytes) {
                _ = alcedo_image_assume_profile(handle, "p3")
            }
            var info = alcedo_image_info()
            alcedo_image_describe(handle, &info)
            let delays = (0..<info.delays).map { Int(alcedo_image_delay(handle, $0)) }
            guard frames != 1, info.page_height < info.height else {
                return Image(owning: handle)
            }
            return Image(
                owning: handle, frameHeight: Int(info.page_height), delays: delays, loop: Int(info.loop))
        } catch {
            throw ImagingError.decode(
                reason: error.isTooLarge
                    ? DecodeReason.uncountable
                    : DecodeReason.failure(type: type, bytes: bytes, text: error.text))
        }
    }

    /// What the source says about itself, as far as its decoder finds it, or in the places where it does not look.
    ///
    /// - Throws: ``ImagingError/decode(reason:)``.
    func metadata() throws -> SourceMetadata {
        switch type {
        case .tiff: return TIFFBlocks.read(bytes)
        case .jxl: return ContainerBlocks.jxl(bytes)
        case .gif: return ContainerBlocks.gif(bytes)
        case .svg: return SourceMetadata()
        default: break
        }
        let header = try open(frames: 1)
        func blob(_ name: String) -> Data? { header.blob(name).map { Data($0) } }
        var metadata = SourceMetadata(exif: blob("exif-data"), xmp: blob("xmp-data"), iptc: blob("iptc-data"))
        if metadata.xmp == nil, type == .avif || type == .heic {
            // libvips 8.14 knows XMP in these only as a text of some kind, numbered among all that are there.
            metadata.xmp = (0..<8).lazy.compactMap { blob("heif-mime-\($0)") }.first { XMPPacket($0) != nil }
        }
        return metadata
    }

    /// Whether libvips reads more than the first picture of such a file as frames.
    private var mayBeAnimated: Bool {
        switch type {
        case .gif, .webp: true
        case .jxl: OutputFormat.jxl.holdsAnimation
        default: false
        }
    }

    /// Whether the decoder itself turns the picture upright. Turning it again would be wrong.
    private var decoderTurns: Bool {
        switch type {
        case .avif, .heic, .jxl, .svg: true
        default: false
        }
    }

    private var loader: alcedo_loader {
        switch type {
        case .jpeg: ALCEDO_LOAD_JPEG
        case .png: ALCEDO_LOAD_PNG
        case .gif: ALCEDO_LOAD_GIF
        case .webp: ALCEDO_LOAD_WEBP
        case .avif, .heic: ALCEDO_LOAD_HEIF
        case .jxl: ALCEDO_LOAD_JXL
        case .tiff: ALCEDO_LOAD_TIFF
        // The initialiser lets nothing else through.
        default: ALCEDO_LOAD_SVG
        }
    }
}
