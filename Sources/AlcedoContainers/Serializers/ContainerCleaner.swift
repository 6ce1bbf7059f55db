package import AlcedoBase
package import AlcedoRecipes

/// Removes everything from an encoded file except its picture, without touching the picture.
///
/// Encoders add more than requested: libvips 8.14.1 writes an EXIF block into every WebP, even the source's own with
/// its position, regardless of its options. The container is therefore parsed and rebuilt from the parts to keep;
/// compressed pixels are copied unchanged.
package enum ContainerCleaner {
    /// Returns the file with nothing but the picture and the parts to keep.
    ///
    /// Data that affects pixels always stays: a JPEG's Adobe marker, a PNG's transparency and frames, a GIF's delays
    /// and loop count, an AVIF's alpha and rotation. Bytes after the end of the picture are dropped. Cleaning twice
    /// changes nothing more. The ICC profile of a JPEG XL is coded with its pixels, and stays.
    ///
    /// - Parameters:
    ///   - data: One complete file.
    ///   - format: The format of the file.
    ///   - parts: The parts to keep besides the picture, if present.
    /// - Throws: `ContainerError` if `data` is not such a file, is an AVIF sequence, or an AVIF with unknown parts.
    package static func clean(
        _ data: Data, format: OutputFormat, keeping parts: ContainerParts
    ) throws(ContainerError) -> Data {
        try format.container.cleaned(data, keeping: parts)
    }

    /// Returns a source's file for other eyes: its picture as it is displayed, with its colors and its orientation, and
    /// nothing about the place, the camera and their owner.
    ///
    /// - Parameters:
    ///   - data: One complete file.
    ///   - format: The format of the file.
    /// - Throws: `ContainerError` as for ``clean(_:format:keeping:)``, and if the result is not whole.
    package static func showable(_ data: Data, format: OutputFormat) throws(ContainerError) -> Data {
        let cleaned = try clean(data, format: format, keeping: [.colorProfile, .quietOrientation])
        let exif = try format.container.exif(in: data)
        guard let orientation = exif.flatMap({ ImageMetadata(exif: $0).orientation }),
            let block = ExifFilter.orientation(orientation)
        else {
            try format.container.check(cleaned)
            return cleaned
        }
        let turned = try inserting(exif: block, into: cleaned, format: format)
        try format.container.check(turned)
        return turned
    }

    /// Returns the file with this EXIF block and this XMP packet in place of its own. JPEG, PNG, WebP and GIF are
    /// cleaned of everything but `ContainerParts.all`.
    ///
    /// - Parameters:
    ///   - exif: A TIFF structure, with or without `Exif` and two zero bytes before it. Ignored for GIF.
    ///   - xmp: A packet in UTF-8.
    ///   - data: One complete file. An AVIF or JPEG XL must have neither block.
    ///   - format: The format of the file.
    /// - Throws: `ContainerError` if `data` is not such a file, or if a block is too long for it (65,527 bytes of
    ///   EXIF or 65,504 of XMP in a JPEG).
    package static func inserting(
        exif: Data? = nil, xmp: Data? = nil, into data: Data, format: OutputFormat
    ) throws(ContainerError) -> Data {
        let prefix = Data("Exif\0\0".utf8)
        let tiff = exif.map { $0.starts(with: prefix) ? $0.dropFirst(prefix.count) : $0 }
        return try format.container.inserting(tiff: tiff, xmp: xmp, into: data)
    }
}

/// Parts that a file may keep besides its picture.
package struct ContainerParts: OptionSet, Hashable, Sendable {
    /// One bit for each part.
    package let rawValue: UInt8

    /// Creates a set from its bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The entire EXIF block.
    package static let exif = ContainerParts(rawValue: 1)
    /// The XMP packet.
    package static let xmp = ContainerParts(rawValue: 2)
    /// Photoshop's block with IPTC fields, in a JPEG.
    package static let iptc = ContainerParts(rawValue: 4)
    /// The ICC profile; in a PNG also the chunks that specify the color space without one.
    package static let colorProfile = ContainerParts(rawValue: 8)
    /// The orientation in an EXIF block at a place where the decoder does not look, which then stays there: after the pixels
    /// of a PNG, or in a WebP whose header does not announce it.
    package static let quietOrientation = ContainerParts(rawValue: 16)
    /// All parts above, with their place. Other extras (comments, thumbnails, dates, resolutions) are never kept.
    package static let all: ContainerParts = [.exif, .xmp, .iptc, .colorProfile]
}

/// An error for bytes that are not a file of the expected format.
package struct ContainerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The format that was expected.
    package var format: OutputFormat
    /// What is wrong, with the byte offset if there is one.
    package var reason: String

    /// `webp: the file ends within a chunk, at byte 30`.
    package var description: String { "\(format.name): \(reason)" }
}
