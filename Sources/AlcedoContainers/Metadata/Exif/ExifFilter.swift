package import AlcedoBase
package import AlcedoRecipes

/// Creates the EXIF block of a written picture from its source, according to ``/AlcedoRecipes/MetadataPolicy``.
///
/// The results begin with `Exif` and two zero bytes; `ContainerCleaner.inserting(exif:xmp:into:format:)` accepts
/// them unchanged. None contains a serial number or a thumbnail, nor, for written pixels, an orientation that would rotate them.
package enum ExifFilter {
    /// Returns a block with the artist and the copyright only, from any part of the source.
    ///
    /// - Parameters:
    ///   - fields: The metadata of the source.
    ///   - orientation: 1…8, for pixels that are not upright.
    /// - Returns: `nil` if the source names neither and is upright.
    package static func copyright(_ fields: ImageMetadata, orientation: Int = 1) -> Data? {
        guard let block = ExifBlock(isBigEndian: true) else { return nil }
        if let creator = fields.creator { block.set(ExifTagNumber.artist, text: creator, in: .image) }
        if let copyright = fields.copyright {
            block.set(ExifTagNumber.copyright, text: copyright, in: .image)
        }
        block.set(orientation: orientation)
        return block.encoded()
    }

    /// Returns a block with an orientation only; `nil` if the picture is upright.
    ///
    /// - Parameter orientation: 1…8.
    package static func orientation(_ orientation: Int) -> Data? {
        guard (2...8).contains(orientation), let block = ExifBlock(isBigEndian: true) else { return nil }
        block.set(orientation: orientation)
        return block.encoded()
    }

    /// Returns a block with the orientation of another block only; `nil` if it has none, or an upright one.
    static func orientation(ofTIFF tiff: Data) -> Data? {
        ImageMetadata(exif: tiff).orientation.flatMap { orientation($0) }
    }

    /// Returns a block with everything that may be published and still applies.
    ///
    /// The block keeps tags that describe the photograph rather than its file, and only those known to reveal neither
    /// the place nor the individual camera. The orientation, if any, becomes that of the written pixels.
    /// Description, creator and copyright come from XMP or IPTC if EXIF has none.
    ///
    /// - Parameters:
    ///   - exif: The source's block, with or without the prefix; `nil` if it has none.
    ///   - fields: The metadata of the source, from all of its parts.
    ///   - orientation: 1…8, for pixels that are not upright.
    ///   - keepsPosition: Whether to keep the position.
    ///   - isSRGB: Whether the written pixels are sRGB without a profile, as the block then states.
    /// - Returns: `nil` if nothing is left.
    package static func all(
        from exif: Data?, fields: ImageMetadata, orientation: Int = 1, keepsPosition: Bool = false,
        isSRGB: Bool = true
    ) -> Data? {
        guard let block = exif.flatMap({ ExifBlock($0) }) ?? ExifBlock(isBigEndian: true) else { return nil }
        block.removeEntries(of: .interoperability) { _ in true }
        block.removeEntries(of: .gps) { !keepsPosition || $0.tag > 0x1F }
        block.removeThumbnail()
        for directory in [ExifBlock.Directory.image, .exif] {
            block.removeEntries(of: directory) { !ExifTagNumber.descriptive.contains($0.tag) }
        }
        block.resetOrientation()
        block.set(orientation: orientation)
        let own = exif.map { ImageMetadata(exif: $0) } ?? ImageMetadata()
        if own.description == nil, let description = fields.description {
            block.set(ExifTagNumber.imageDescription, text: description, in: .image)
        }
        if own.creator == nil, let creator = fields.creator {
            block.set(ExifTagNumber.artist, text: creator, in: .image)
        }
        if own.copyright == nil, let copyright = fields.copyright {
            block.set(ExifTagNumber.copyright, text: copyright, in: .image)
        }
        if keepsPosition, own.position == nil, let position = fields.position {
            block.removeEntries(of: .gps) { _ in true }
            block.set(position)
        }
        if !block.entries(.exif).isEmpty {
            // 1 is sRGB; everything else is "uncalibrated", and defined by the profile.
            block.set(ExifTagNumber.colorSpace, short: isSRGB ? 1 : 0xFFFF, in: .exif)
        }
        return block.encoded()
    }
}

extension ExifBlock {
    /// Stores an orientation of pixels that are not upright.
    fileprivate func set(orientation: Int) {
        guard (2...8).contains(orientation) else { return }
        set(ExifTagNumber.orientation, short: UInt16(orientation), in: .image)
    }

    /// Stores a position, with the version that the GPS directory requires.
    fileprivate func set(_ position: ImageMetadata.Position) {
        func parts(_ value: Double) -> [(numerator: UInt32, denominator: UInt32)] {
            // Whole degrees and minutes; seconds to four decimals, which is three millimeters.
            let units = UInt64((abs(value) * 36_000_000).rounded())
            return [
                (UInt32(units / 36_000_000), 1), (UInt32(units / 600_000 % 60), 1),
                (UInt32(units % 600_000), 10_000),
            ]
        }
        set(0x0000, format: 1, count: 4, bytes: [2, 3, 0, 0], in: .gps)
        set(ExifTagNumber.gpsLatitudeRef, text: position.latitude < 0 ? "S" : "N", in: .gps)
        set(ExifTagNumber.gpsLatitude, fractions: parts(position.latitude), in: .gps)
        set(ExifTagNumber.gpsLongitudeRef, text: position.longitude < 0 ? "W" : "E", in: .gps)
        set(ExifTagNumber.gpsLongitude, fractions: parts(position.longitude), in: .gps)
        guard let altitude = position.altitude else { return }
        set(ExifTagNumber.gpsAltitudeRef, format: 1, count: 1, bytes: [altitude < 0 ? 1 : 0], in: .gps)
        set(ExifTagNumber.gpsAltitude, fractions: [(UInt32((abs(altitude) * 10).rounded()), 10)], in: .gps)
    }
}
