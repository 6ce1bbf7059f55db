package import AlcedoBase
package import AlcedoContainers
package import AlcedoRecipes
import CVipsShims

extension FormatSerializer: CacheSerializer {
    /// Encodes a picture and adds the metadata of the source that the policy keeps.
    ///
    /// EXIF is written into all formats but GIF, XMP into all. The XMP is generated from the fields that were read,
    /// because the source's own packet may contain a position anywhere. IPTC's older form is not written; readers use
    /// XMP instead.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)``.
    package func data(with image: PixelImage, context: SerializationContext) throws -> Data {
        try file(with: image, context: context, original: nil, pictures: ScoredPictures()).data
    }

    /// A file, and how its quality came about if that is a target.
    struct File {
        var data: Data
        var found: EncodedImage.FoundQuality?
    }

    /// Encodes a picture, or returns the source's own file if it is not larger.
    ///
    /// - Parameters:
    ///   - original: The source's file with the same picture and no metadata; see `OriginalFile`.
    ///   - pictures: What the formats of the picture share.
    /// - Throws: ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)``.
    func file(
        with image: PixelImage, context: SerializationContext, original: Data?, pictures: ScoredPictures
    ) throws -> File {
        // Without its profile, a picture in other colors would look wrong, so a minimal one is in sRGB.
        var image = minimal ? try image.toSRGB() : image
        if let original {
            let original = try described(original, image, context)
            if original.count <= budget?.bytes ?? .max {
                let made = try best(image, context, pictures)
                return original.count <= made.data.count ? File(data: original) : made
            }
        }
        if budget != nil { image = try image.rendered() }
        let best = try best(image, context, pictures)
        guard let budget, best.data.count > budget.bytes else { return best }
        return try file(with: image, below: best, within: budget, context: context, pictures: pictures)
    }

    /// Encodes a picture as requested.
    private func best(
        _ image: PixelImage, _ context: SerializationContext, _ pictures: ScoredPictures
    ) throws -> File {
        guard case .target(let target) = quality, format.isLossy else {
            return File(data: try data(with: image, quality: quality, context: context))
        }
        let made = try TargetEncoder(
            format: format, target: target, effort: effort, options: options, takesAverage: minimal,
            pictures: pictures
        ).encode(image)
        return File(data: try described(made.data, image, context), found: made.found)
    }

    /// Encodes a picture at the highest quality that meets the budget, below that of a file that does not.
    ///
    /// File size grows with quality, but not strictly: the result always meets the budget, but a better one may exist
    /// in rare cases.
    private func file(
        with image: PixelImage, below best: File, within budget: ByteBudget, context: SerializationContext,
        pictures: ScoredPictures
    ) throws -> File {
        let most: Int
        switch (quality, best.found) {
        case (.lossy(let value), _): most = value
        case (.target, let found?): most = found.quality ?? 100
        default:
            throw ImagingError.encode(
                .overBudget, format: format,
                reason:
                    "\(best.data.count) bytes are more than the \(budget.bytes) that 'max-bytes' allows, and the file is "
                    + "lossless; raise 'max-bytes', lower the size\(Self.fewerColors(format)), or use a lossy "
                    + "format")
        }
        var options = options
        if best.found?.hasFullChroma == true { options.chroma = .full }
        var found: (quality: Int, data: Data)?
        var smallest = best.data.count
        var (low, high) = (min(budget.minQuality, most), most - 1)
        var tries = 0
        while low <= high {
            // Try the lowest quality first: if its file is too large, there is no need to try any other.
            let middle = smallest == best.data.count ? low : (low + high + 1) / 2
            let data = try data(with: image, quality: .lossy(middle), options: options, context: context)
            tries += 1
            if data.count <= budget.bytes {
                found = (middle, data)
                low = middle + 1
            } else {
                high = middle - 1
            }
            smallest = min(smallest, data.count)
            if found == nil { break }
        }
        guard let found else {
            throw ImagingError.encode(
                .overBudget, format: format,
                reason: "\(smallest) bytes at quality \(min(budget.minQuality, most)) are more than the "
                    + "\(budget.bytes) that 'max-bytes' allows; raise 'max-bytes', or lower 'min-quality' or the size"
            )
        }
        guard var outcome = best.found else { return File(data: found.data) }
        outcome.quality = found.quality
        outcome.encodes += tries
        outcome.outcome = .limited
        if outcome.score != nil { outcome.score = try score(of: found.data, image, pictures) }
        return File(data: found.data, found: outcome)
    }

    private func score(of data: Data, _ image: PixelImage, _ pictures: ScoredPictures) throws -> Double {
        do {
            let picture = try image.prepared(for: format).frame(0).rendered()
            return try pictures.picture(picture).score.score(data, format)
        } catch ImagingError.process(_, let reason) {
            throw ImagingError.encode(format: format, reason: reason)
        }
    }

    private static func fewerColors(_ format: OutputFormat) -> String {
        format.traits.settings.contains(.colors) ? " or 'colors' of '\(format.rawValue)'" : ""
    }

    private func data(
        with image: PixelImage, quality: ImageQuality, options: EncoderOptions? = nil,
        context: SerializationContext
    ) throws -> Data {
        try described(
            image.encoded(as: format, quality: quality, effort: effort, options: options ?? self.options),
            image,
            context)
    }

    /// Returns the file with the metadata of the source that the policy keeps.
    private func described(_ bytes: Data, _ image: PixelImage, _ context: SerializationContext) throws -> Data
    {
        if minimal || metadata == .none { return bytes }
        let exif = !format.traits.holdsEXIF ? nil : exif(context, isSRGB: image.isSRGB(in: format))
        let xmp = XMPWriter.packet(context.fields, policy: metadata)
        if exif == nil, xmp == nil { return bytes }
        do throws(ContainerError) {
            return try ContainerCleaner.inserting(exif: exif, xmp: xmp, into: bytes, format: format)
        } catch {
            throw ImagingError.encode(format: format, reason: error.reason)
        }
    }

    // The maximum that every format holds. A longer block is omitted rather than cut: either half may matter, and the
    // names are in XMP as well.
    static let longestEXIF = 65_533

    private func exif(_ context: SerializationContext, isSRGB: Bool) -> Data? {
        let blocks: [() -> Data?] = [
            {
                metadata == .all
                    ? ExifFilter.all(
                        from: context.metadata.exif, fields: context.fields, keepsPosition: keepsPosition,
                        isSRGB: isSRGB) : nil
            },
            { ExifFilter.copyright(context.fields) },
        ]
        return blocks.lazy.compactMap { $0() }.first { $0.count <= Self.longestEXIF }
    }
}

extension PixelImage {
    /// Whether the picture is written in the colors of sRGB: gray counts, and becomes sRGB in formats without gray;
    /// CMYK stays CMYK in a JPEG.
    fileprivate func isSRGB(in format: OutputFormat) -> Bool {
        if isGray, !format.traits.holdsGray { return true }
        return blob("icc-profile-data") == nil
            && (!format.traits.holdsCMYK || info.space != ALCEDO_SPACE_CMYK)
    }
}
