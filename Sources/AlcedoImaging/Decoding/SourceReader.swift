import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// Opens the encoded bytes of one source. The bytes must stay valid as long as any image derived from the opened ones
/// has pixels to compute.
struct SourceReader {
    let bytes: UnsafeRawBufferPointer
    let type: ImageType
    let truncation: TruncationPolicy
    /// The only frame or page to read, from 0; `nil` for the whole picture.
    let page: Int?
    let colors: SourceColors
    /// The animation of a PNG, if it is one.
    private let movie: PNGMovie?
    /// The number of frames of a PNG that is an animation.
    var movieFrames: Int? { movie?.frames.count }
    /// The file in a form that its decoder handles correctly; `nil` if it needs no repair.
    private let repaired: [UInt8]?
    /// Whether an SVG was found to be beyond the limits of libxml2, and within those of this engine.
    private let isLargeSVG = Locked(false)

    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)`` for a type that is not decoded, and for a ``WrongPicture``;
    ///   ``/AlcedoRecipes/ImagingError/library(reason:)`` without libvips.
    init(bytes: UnsafeRawBufferPointer, type: ImageType?, truncation: TruncationPolicy, page: Int? = nil)
        throws
    {
        guard let type, type.isSupported else {
            throw DecodeReason.unsupported(type, bytes)
        }
        if let reason = WrongPicture.reason(type, bytes) {
            throw ImagingError.decode(.unsupported, reason: reason)
        }
        // Whatever reads pixels begins with a reader.
        try Vips.start()
        self.bytes = bytes
        self.type = type
        self.truncation = truncation
        self.page = page
        colors = SourceColors(bytes, type: type, page: page ?? 0)
        movie = type == .png ? PNGMovie(bytes) : nil
        repaired =
            switch type {
            case .gif: GIFTransparency.repaired(bytes)
            case .webp: WebPTransparency.repaired(bytes)
            case .avif, .heic: page == nil ? MediaItems.repaired(bytes) : nil
            case .svg: SVGLengths.inPixels(bytes)
            default: nil
            }
    }

    /// Reads the header and checks it against the limits.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``.
    func facts(limits: ImageLimits) throws -> ImageFacts {
        if let operation = type.traits.operation, alcedo_vips_has_operation(operation) == 0 {
            throw ImagingError.decode(
                .unsupported,
                reason:
                    "this libvips was built without \(type.name); install one with \(type.traits.library), as those of "
                    + "Debian and Homebrew are, or save the picture as PNG")
        }
        if type == .bmp {
            let file = try BitmapFile(bytes)
            try limits.check(file.size, frames: 1)
            return ImageFacts(
                type: type, width: file.size.width, height: file.size.height, hasAlpha: file.hasAlpha)
        }
        if type == .tiff, let reason = TIFFKind.cameraRaw(bytes) {
            throw ImagingError.decode(.unsupported, reason: reason)
        }
        if let page { try checkPage(page) }
        if type == .svg, svgRoot?.isTooLarge == true { throw DecodeReason.uncountable }
        let header = try open(frames: 1)
        if type == .pdf { return try pageFacts(header, limits: limits) }
        let frames =
            page != nil
            ? 1 : movie?.frames.count ?? (type.mayBeAnimated ? max(1, Int(header.info.pages)) : 1)
        let stored = header.size
        try limits.check(stored, frames: frames)
        // Whether any frame has transparency is known only once all are open.
        let whole = frames > 1 && movie == nil ? try open(frames: -1) : header
        let orientation = type.traits.decoderTurns ? 1 : Int(header.info.orientation)
        let shown = orientation >= 5 ? stored.transposed : stored
        if type == .svg { return try drawingFacts(header, limits: limits) }
        return ImageFacts(
            type: type, width: shown.width, height: shown.height,
            frames: page != nil ? 1 : movie?.frames.count ?? whole.frames,
            orientation: orientation,
            // What the frames leave uncovered is transparent.
            hasAlpha: whole.hasAlpha || movie != nil)
    }

    /// Runs `body` with the bytes that the decoder reads.
    func withDecodedBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        guard let repaired else { return try body(bytes) }
        return try repaired.withUnsafeBytes(body)
    }

    /// Opens the picture for a single read from top to bottom; nothing is decoded yet.
    ///
    /// - Parameters:
    ///   - scale: The factor by which an SVG is scaled.
    ///   - frames: 1, or -1 for all.
    ///   - toneMapped: Called with `PQ` or `HLG` when the picture is tone-mapped to sRGB.
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``.
    func open(
        scale: Double = 1, frames: Int, toneMapped: (String) -> Void = { _ in }
    ) throws -> PixelImage {
        if let refusal = colors.refusal { throw ImagingError.decode(.unsupported, reason: refusal) }
        var image = try load(bytes, scale: scale, frames: frames)
        if let movie, frames != 1 || page != nil || movie.hidesStill {
            let most = page.map { $0 + 1 } ?? (frames == 1 ? 1 : Int.max)
            image = try movie.image(bytes, most: most, like: image) { try load($0, frames: 1) }
            if frames == 1 || page != nil { image = try image.frame(page ?? 0) }
        } else {
            image.direct = DirectSource(bytes: bytes, type: type)
        }
        return type.isDrawing ? image : try colors.applied(to: image, type: type, toneMapped: toneMapped)
    }

    /// - Parameter shrink: The factor by which a JPEG is shrunk on load: 1, 2, 4 or 8.
    func load(_ bytes: UnsafeRawBufferPointer, shrink: Int = 1, scale: Double = 1, frames: Int) throws
        -> PixelImage
    {
        // libvips sees the still picture of an animated PNG, whose frames are read one by one.
        try load(bytes, shrink: shrink, scale: scale, frames: frames, page: movie == nil ? page : nil)
    }

    func load(
        _ bytes: UnsafeRawBufferPointer, shrink: Int = 1, scale: Double = 1, frames: Int, page: Int?
    ) throws -> PixelImage {
        // Once its size is known to be within the limits.
        let repaired = type == .bmp ? try BitmapFile(bytes).tiff(truncation) : repaired
        return try (repaired ?? []).withUnsafeBytes { other in
            try loadAsItIs(
                repaired == nil ? colors.codestream ?? bytes : other, shrink: shrink, scale: scale,
                frames: frames, page: page,
                // Repaired bytes do not outlive the reader, nor does the document around a nested SVG.
                isLent: repaired == nil && type != .svg)
        }
    }

    /// - Parameter isLent: Whether the bytes stay valid as long as the picture is needed.
    func loadAsItIs(
        _ bytes: UnsafeRawBufferPointer, shrink: Int, scale: Double, frames: Int, page: Int?,
        isLent: Bool
    ) throws -> PixelImage {
        func open(_ loader: alcedo_loader) throws(Vips.Failure) -> OpaquePointer {
            try Vips.image { out in
                alcedo_image_load(
                    bytes.baseAddress, bytes.count, isLent ? 1 : 0, loader, Int32(shrink), scale,
                    Int32(frames), Int32(page ?? -1), truncation == .fail ? 1 : 0, out)
            }
        }
        do {
            let handle: OpaquePointer
            do {
                handle = try open(isLargeSVG.withLock { $0 } ? ALCEDO_LOAD_LARGE_SVG : type.loader)
            } catch  where type == .svg && !error.isTooLarge && DrawnElements.isBounded(bytes) {
                // libxml2 alone reads no more than 10 MB in a row, and 256 levels.
                handle = try open(ALCEDO_LOAD_LARGE_SVG)
                isLargeSVG.withLock { $0 = true }
            }
            var info = alcedo_image_info()
            alcedo_image_describe(handle, &info)
            let delays = (0..<info.delays).map { Int(alcedo_image_delay(handle, $0)) }
            guard frames != 1, info.page_height < info.height else {
                return PixelImage(owning: handle)
            }
            return PixelImage(
                owning: handle, frameHeight: Int(info.page_height), delays: delays, loop: Int(info.loop))
        } catch {
            throw error.isTooLarge
                ? DecodeReason.uncountable
                : DecodeReason.failure(type: type, bytes: bytes, text: error.text)
        }
    }

    /// Returns the metadata of the source, as found by its decoder or in places where the decoder does not look.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/decode(_:reason:)``.
    func metadata() throws -> SerializationContext.Metadata {
        switch type {
        case .tiff: return TIFFBlocks.read(bytes)
        case .jxl: return ContainerBlocks.jxl(bytes)
        case .gif: return ContainerBlocks.gif(bytes)
        case .svg, .bmp, .jp2, .pdf: return SerializationContext.Metadata()
        default: break
        }
        if type == .png, let early = PNGBlocks(bytes)?.early {
            do {
                return try early.withUnsafeBytes { metadata(in: try load($0, frames: 1)) }
            } catch ImagingError.decode {
                // Only the late chunks can be damaged: without well-formed early ones there would be no picture.
            }
        }
        return metadata(in: try open(frames: 1))
    }

    private func metadata(in header: PixelImage) -> SerializationContext.Metadata {
        func blob(_ name: String) -> Data? { header.blob(name).map { Data($0) } }
        var metadata = SerializationContext.Metadata(
            exif: blob("exif-data"), xmp: blob("xmp-data"), iptc: blob("iptc-data"))
        if metadata.xmp == nil, type == .avif || type == .heic {
            // libvips 8.14 exposes XMP here only as one of several numbered MIME items.
            metadata.xmp = (0..<8).lazy.compactMap { blob("heif-mime-\($0)") }.first { XMPPacket($0) != nil }
        }
        return metadata
    }
}
