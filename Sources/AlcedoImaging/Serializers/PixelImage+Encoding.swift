public import AlcedoBase
import AlcedoContainers
public import AlcedoRecipes
import CVipsShims

extension PixelImage {
    /// Encodes the picture in its own colors: a CMYK picture becomes a CMYK JPEG, a 16-bit one a 16-bit PNG or JPEG XL.
    ///
    /// Anything that a format cannot hold is converted: to 8 bits, to sRGB, to the first frame; for JPEG, transparency
    /// is flattened onto white. A color profile other than sRGB is embedded. No other metadata is written.
    ///
    /// JPEG is written with quantization tables of Alcedo's own, optimized Huffman tables and 4:2:0 chroma; PNG with level 7 of libdeflate and either no
    /// filter (drawings) or one chosen for each row (photographs); AVIF with 8 bits and 4:2:0.
    ///
    /// - Parameters:
    ///   - format: The output format.
    ///   - quality: The quality; the format's default if `nil`. A target takes several tries (``/AlcedoRecipes/QualityTarget``).
    ///   - effort: The effort of the encoder, on libvips's scale, and 0 to 6 for JPEG; the format's default if `nil`.
    ///   - settings: Settings that only some formats have.
    /// - Throws: ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)``.
    public func encoded(
        as format: OutputFormat, quality: ImageQuality? = nil, effort: Int? = nil,
        options settings: EncoderOptions = EncoderOptions()
    ) throws -> Data {
        guard let saver = format.saver, format.isAvailable else {
            throw ImagingError.encode(
                .unsupported, format: format,
                reason: "libvips \(EngineIdentity.libraryVersion) was built without it; "
                    + "leave '\(format.rawValue)' out of 'formats', or install a libvips that has it")
        }
        let quality = quality ?? ImageEncoding.defaultQuality(for: format)
        if case .target(let target) = quality {
            return try TargetEncoder(format: format, target: target, effort: effort, options: settings)
                .encode(self).data
        }
        let image: PixelImage
        do {
            var prepared = try prepared(for: format)
            // AVIF compresses invisible colors like all others, and they bleed into visible ones.
            if format.traits.bleedsInvisible, quality != .lossless {
                prepared = try prepared.withPremultipliedAlpha { $0 }
            }
            image = try prepared.rendered()
        } catch ImagingError.process(_, let reason) {
            throw ImagingError.encode(format: format, reason: reason)
        }
        var options = alcedo_save_options()
        options.saver = saver.code
        switch quality {
        case .lossy(let value): options.quality = Int32(value)
        case .lossless:
            guard format.traits.hasLossless else {
                throw ImagingError.encode(
                    .unsupported, format: format, reason: "\(format.name) has no lossless mode")
            }
            options.quality = 100
            options.lossless = 1
        case .target: break
        }
        options.effort = Int32(effort ?? ImageEncoding.defaultEffort(for: format) ?? -1)
        options.interlace = settings.progressive ? 1 : 0
        options.full_chroma = settings.chroma == .full ? 1 : 0
        options.dither = settings.dither
        options.near_lossless = settings.nearLossless ? 1 : 0
        // 2, 4, 16 and 256 colors need 1, 2, 4 and 8 bits.
        options.palette_bits = Int32(settings.colors.map { $0.trailingZeroBitCount } ?? 0)
        if format == .png {
            options.filter_rows = alcedo_image_flatness(image.handle) < Self.flatnessOfDrawings ? 1 : 0
        }
        if image.frames > 1 {
            options.page_height = Int32(image.frameHeight)
            options.loop = Int32(clamping: min(image.loop, format.traits.maxLoop))
        }
        if format == .jpeg,
            let data = try image.encodedJPEG(
                quality: Int(options.quality), effort: Int(options.effort), settings)
        {
            return data
        }
        if format == .png, options.palette_bits == 0,
            let data = try image.encodedPNG(
                filtersRows: options.filter_rows != 0, color: Self.colorChunks(of: image, options))
        {
            return data
        }
        return try Self.saved(image, options, as: format)
    }

    /// Returns what libvips writes of the picture's profile, which libpng checks: the chunks about colors of a PNG of one
    /// pixel.
    private static func colorChunks(of image: PixelImage, _ options: alcedo_save_options) throws -> Data {
        guard image.info.has_profile != 0 else { return Data() }
        let pixel = CropRectangle(
            origin: PixelPoint(x: 0, y: 0), size: PixelSize(width: 1, height: 1))
        let file = try saved(image.cropped(to: pixel), options, as: .png)
        do throws(ContainerError) {
            return try ContainerPNG(file).color
        } catch {
            throw damaged(error, .png)
        }
    }

    /// Encodes the picture by libvips, with its profile.
    private static func saved(
        _ image: PixelImage, _ options: alcedo_save_options, as format: OutputFormat
    ) throws -> Data {
        var options = options
        let profile = image.blob("icc-profile-data") ?? []
        let delays = image.frames > 1 ? image.delays.map { Int32(clamping: shownDelay($0, format)) } : []
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let result = profile.withUnsafeBytes { profile in
            delays.withUnsafeBufferPointer { delays in
                options.profile = profile.isEmpty ? nil : profile.baseAddress
                options.profile_size = profile.count
                options.delays = delays.isEmpty ? nil : delays.baseAddress
                options.delay_count = Int32(delays.count)
                return alcedo_image_save(image.handle, &options, &bytes, &count)
            }
        }
        guard result == 0, let bytes else {
            let text = Vips.takeError()
            throw ImagingError.encode(format: format, reason: reason(text))
        }
        let data = Data(
            bytesNoCopy: bytes, count: count, deallocator: .custom { memory, _ in alcedo_free(memory) })
        if format.traits.isCleanAsSaved { return data }
        // The encoders of libvips 8.14 add an EXIF block of their own: always to WebP, and to JPEG with a profile.
        do throws(ContainerError) {
            return try ContainerCleaner.clean(data, format: format, keeping: .colorProfile)
        } catch {
            throw damaged(error, format)
        }
    }

    private static func damaged(_ error: ContainerError, _ format: OutputFormat) -> ImagingError {
        .encode(.broken, format: format, reason: "the encoder wrote a damaged file: \(error.reason)")
    }

    /// libheif loads its encoders as plug-ins, and Debian 13 has a package for each.
    private static func reason(_ text: String) -> String {
        if text.contains("Unsupported compression") {
            return "libheif has no encoder for it here; install one (Debian: libheif-plugin-aomenc)"
        }
        return text.isEmpty ? "the encoder failed" : text
    }

    /// Returns the delay as browsers show it: Chromium, Firefox and WebKit show 10 milliseconds and less as 100.
    /// libvips writes this value into a WebP, but its handling of GIF delays depends on its version. A GIF holds
    /// hundredths of a second, of which libvips would make one of 11 to 14 milliseconds, so they become two.
    private static func shownDelay(_ delay: Int, _ format: OutputFormat) -> Int {
        delay <= 10 ? 100 : format == .gif ? max(20, delay) : delay
    }

    /// Share of equal neighbors above which a PNG is smaller without row filters. Of 34 pictures, photographs had 0.06
    /// to 0.56 and lost 1 to 44% of their size to filters; icons, logos and diagrams had 0.86 to 1, and most grew.
    static let flatnessOfDrawings = 0.7

    /// Returns the picture in a form that the format can hold.
    func prepared(for format: OutputFormat) throws -> PixelImage {
        let traits = format.traits
        var image = format.holdsAnimation || frames == 1 ? self : try frame(0)
        if traits.holdsCMYK, image.isCMYK, image.is8Bit, !image.hasAlpha { return image }
        if traits.holds16Bits, image.isDisplay { return image }
        // A gray profile does not fit a format that has at least three channels.
        let needsSRGB = !traits.holdsProfile || image.isCMYK || image.isGray && !traits.holdsGray
        image = needsSRGB ? try image.toSRGB() : try image.toEightBit()
        return format.holdsTransparency
            ? image : try image.flattened(onto: SRGBColor(red: 255, green: 255, blue: 255))
    }

    var isCMYK: Bool { info.space == ALCEDO_SPACE_CMYK }

    /// Whether the picture is gray or RGB, with 8 or 16 bits.
    var isDisplay: Bool {
        info.format != ALCEDO_FORMAT_OTHER
            && (info.space == ALCEDO_SPACE_RGB || info.space == ALCEDO_SPACE_GREY)
    }
}
