import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// A source's own file as it is published under ``/AlcedoRecipes/RequestedFormat/original`` and ``/AlcedoRecipes/RequestedFormat/verbatim``: no pixel is
/// encoded again.
///
/// Unlike an ``OriginalFile``, which replaces an encoded file where both would look the same, it is what was asked for. It
/// keeps its profile and its orientation, whatever they are.
struct PassedFile {
    let data: Data
    let facts: ImageFacts
    let context: SerializationContext

    /// The size in pixels that browsers show. libvips takes the extent of all frames for some screens of GIFs.
    var size: PixelSize {
        guard facts.type == .gif else { return facts.displayedSize }
        return data.withUnsafeBytes { EncodedHeader(bytes: $0).sizes(.gif)?.last } ?? facts.displayedSize
    }

    /// Returns the file for an output.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/encode(_:format:reason:)`` if the container cannot be cleaned, or the file is too large.
    func file(for output: ImagePlan.Output) throws -> Data {
        let (format, encoding) = (output.id.format, output.encoding)
        let file = encoding.format == .verbatim ? data : try cleaned(format, encoding)
        guard let budget = encoding.budget, file.count > budget.bytes else { return file }
        throw ImagingError.encode(
            .overBudget, format: format,
            reason:
                "the source's own file has \(file.count) bytes, more than the \(budget.bytes) that 'max-bytes' "
                + "allows; raise 'max-bytes', or write 'source' instead of 'original'")
    }

    private func cleaned(_ format: OutputFormat, _ encoding: ImageEncoding) throws -> Data {
        // Chromium shows such a file as it lies, other programs show it upright.
        if format == .webp, facts.orientation != 1 {
            throw ImagingError.encode(
                .unsupported, format: format,
                reason:
                    "its EXIF block says that it has to be turned, which browsers ignore in a WebP; write 'source' instead "
                    + "of 'original', which turns its pixels")
        }
        let reason: String
        do {
            guard facts.type != .svg else { return try drawing() }
            let picture = try ContainerCleaner.clean(
                data, format: format, keeping: [.colorProfile, .quietOrientation])
            let hasProfile =
                try ContainerCleaner.clean(data, format: format, keeping: .quietOrientation) != picture
            let file = try described(picture, format, encoding, isSRGB: !hasProfile)
            try format.container.check(file)
            try EncodedCheck(
                format: format, size: facts.displayedSize, frames: facts.frames, headerSize: size
            ).check(file)
            return file
        } catch let error as ContainerError {
            reason = error.reason
        } catch ImagingError.encode(_, _, let fault) {
            reason = fault
        }
        throw ImagingError.encode(
            .unsupported, format: format,
            reason:
                "its file cannot be cleaned without decoding (\(reason)); write 'verbatim: true' to publish it as it "
                + "is, or another format instead of 'original'")
    }

    /// Returns the cleaned drawing, which has the size that the source has.
    private func drawing() throws -> Data {
        let file = try SVGCleaner.cleaned(data)
        let size = try file.withUnsafeBytes { bytes in
            let reader = try SourceReader(bytes: bytes, type: .svg, truncation: .fail)
            return try reader.facts(limits: ImageLimits(pixels: .max, frames: .max)).displayedSize
        }
        guard size == facts.displayedSize else {
            throw SVGCleaner.failure("without what is removed, it would have another size")
        }
        return file
    }

    /// Returns the cleaned file with its orientation and the metadata that the policy keeps, as far as it does not become
    /// larger than the source. The orientation stays in any case, in a block that may have some bytes more than the source's.
    private func described(
        _ picture: Data, _ format: OutputFormat, _ encoding: ImageEncoding, isSRGB: Bool
    ) throws(ContainerError) -> Data {
        let orientation = try orientation(of: picture, format)
        for (exif, xmp) in blocks(format, encoding, orientation, isSRGB: isSRGB)
        where exif != nil || xmp != nil {
            let file = try ContainerCleaner.inserting(exif: exif, xmp: xmp, into: picture, format: format)
            if file.count <= data.count { return file }
        }
        guard format.traits.holdsEXIF, let exif = ExifFilter.orientation(orientation) else {
            return picture
        }
        return try ContainerCleaner.inserting(exif: exif, into: picture, format: format)
    }

    /// Returns the orientation of the source, or that of a block which its decoder does not read.
    private func orientation(of picture: Data, _ format: OutputFormat) throws(ContainerError) -> Int {
        guard facts.orientation == 1, format.traits.holdsEXIF else { return facts.orientation }
        return try format.container.exif(in: picture).flatMap { ImageMetadata(exif: $0).orientation }
            ?? 1
    }

    /// Returns the blocks to insert, the fullest first, the least last.
    private func blocks(
        _ format: OutputFormat, _ encoding: ImageEncoding, _ orientation: Int, isSRGB: Bool
    ) -> [(exif: Data?, xmp: Data?)] {
        let (fields, policy) = (context.fields, encoding.metadata)
        var blocks: [Data?] = []
        if format.traits.holdsEXIF {
            if policy == .all {
                blocks.append(
                    ExifFilter.all(
                        from: context.metadata.exif, fields: fields, orientation: orientation,
                        keepsPosition: encoding.keepsPosition, isSRGB: isSRGB))
            }
            if policy != .none { blocks.append(ExifFilter.copyright(fields, orientation: orientation)) }
        }
        blocks = blocks.filter { $0?.count ?? 0 <= FormatSerializer.longestEXIF }
        blocks.append(format.traits.holdsEXIF ? ExifFilter.orientation(orientation) : nil)
        let xmp = XMPWriter.packet(fields, policy: policy)
        return blocks.flatMap { xmp == nil ? [($0, nil)] : [($0, xmp), ($0, nil)] }
    }
}
