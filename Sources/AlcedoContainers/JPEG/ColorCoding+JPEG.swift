import AlcedoRecipes

extension ColorCoding {
    /// Reads the colors of a JPEG that only its Exif block names.
    ///
    /// - Returns: `nil` for sRGB, and without a word about colors.
    package init?(jpeg bytes: UnsafeRawBufferPointer) {
        guard let block = JPEGSegments.exif(in: bytes) else { return nil }
        self.init(exif: block)
    }

    /// Reads the optional color space of DCF 2.0 (Adobe RGB), which cameras note as an unknown color space with the
    /// interoperability index R03, and some as color space 2.
    ///
    /// - Parameter block: The TIFF structure.
    init?(exif block: UnsafeRawBufferPointer) {
        guard let camera = TIFFDirectory(block)?.part(0x8769), let space = camera.numbers(0xA001).first else {
            return nil
        }
        // The index is the first tag of a directory of its own.
        let index = camera.part(0xA005)?.numbers(1) ?? []
        guard space == 2 || space == 0xFFFF && index.starts(with: "R03".utf8.map(Int.init)) else {
            return nil
        }
        self.init(primaries: .adobeRGB, transfer: .gamma(563.0 / 256))
    }
}
