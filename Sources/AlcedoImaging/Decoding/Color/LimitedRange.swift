import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import CVipsShims

/// Samples of limited range that libheif returns unchanged: those of monochrome pictures, and alpha. In color pictures,
/// libheif expands them during the conversion to RGB.
///
/// The installed version is tested once with a picture of each kind: expanding twice is as wrong as never.
enum LimitedRange {
    /// Returns the picture with the samples that its decoder left in limited range expanded to full range.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/process(step:reason:)``.
    static func expanded(_ image: PixelImage, grey: Bool, alpha: Bool) throws -> PixelImage {
        let colours = image.bands - (image.hasAlpha ? 1 : 0)
        var image = image
        func expand(_ first: Int, _ count: Int) throws {
            image = try image.derived("range") {
                // Black is 16 and white 235 of 255, times 256 for 16 bits (ITU-T H.273, 8.3).
                let unit: Int32 = image.is8Bit ? 1 : 256
                return alcedo_image_expand_range(
                    image.handle, Int32(first), Int32(count), 16 * unit, 235 * unit, $0)
            }
        }
        if grey, image.is8Bit ? leavesGrey8 : leavesGrey10 { try expand(0, colours) }
        if alpha, image.hasAlpha, image.is8Bit ? leavesAlpha8 : leavesAlpha10 { try expand(colours, 1) }
        return image
    }

    private static let leavesGrey8 = isLeft(grey8, band: 0)
    private static let leavesGrey10 = isLeft(grey10, band: 0)
    private static let leavesAlpha8 = isLeft(alpha8, band: 3)
    private static let leavesAlpha10 = isLeft(alpha10, band: 3)

    /// Whether black comes out as stored, 16 of 255. A picture that cannot be decoded leaves nothing to expand.
    private static func isLeft(_ base64: String, band: Int) -> Bool {
        guard let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) else { return false }
        return data.withUnsafeBytes { bytes in
            var handle: OpaquePointer?
            guard
                alcedo_image_load(
                    bytes.baseAddress, bytes.count, 1, ALCEDO_LOAD_HEIF, 1, 1, 1, -1, 1, &handle) == 0,
                let handle
            else { return false }
            let image = PixelImage(owning: handle)
            guard image.bands > band, let pixels = try? image.pixels() else { return false }
            // The high byte of a 16-bit sample: all machines that Swift runs on are little-endian.
            let sample = image.is8Bit ? pixels[band] : pixels[2 * band + 1]
            return sample >= 8
        }
    }

    // Black or transparent pictures of 16×16 pixels, made with avifenc 0.11 (--range limited --yuv 400; the alpha is
    // 16, with its sequence header changed to color_range 0).

    private static let grey8 = """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAPBtZXRhAAAAAAAAAChoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAbGli
        YXZpZgAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAEUAAAAFgAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAA
        AAEAAGF2MDFDb2xvcgAAAABoaXBycAAAAElpcGNvAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAOcGl4aQAAAAABCAAAAAxhdjFDgQAc
        AAAAABNjb2xybmNseAABAA0ABgAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAB5tZGF0EgAKCBgM/9lgIaDEMggQAAAeGLNWKg==
        """

    private static let grey10 = """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAPBtZXRhAAAAAAAAAChoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAbGli
        YXZpZgAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAEUAAAAFwAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAA
        AAEAAGF2MDFDb2xvcgAAAABoaXBycAAAAElpcGNvAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAOcGl4aQAAAAABCgAAAAxhdjFDgQBc
        AAAAABNjb2xybmNseAABAA0ABgAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAB9tZGF0EgAKCBgM/9ngIaDEMgkQAAAeGLEzp+A=
        """

    private static let alpha8 = """
        AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAGNbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA
        AGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAAByAAAABkAAgAAAAEAAAG1AAAAEwAAAEJpaW5m
        AAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAABppcmVmAAAAAAAAAA5h
        dXhsAAIAAQABAAAAw2lwcnAAAACdaXBjbwAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAMAAAA
        ABNjb2xybmNseAABAA0ABoAAAAAOcGl4aQAAAAABCAAAAAxhdjFDgQAcAAAAADhhdXhDAAAAAHVybjptcGVnOm1wZWdCOmNpY3A6
        c3lzdGVtczphdXhpbGlhcnk6YWxwaGEAAAAAHmlwbWEAAAAAAAAAAgABBAECgwQAAgQBBYYHAAAANG1kYXQSAAoFGAz/2UQyCBAA
        AB4Ys1YqEgAKCRgM/9kgIaDQgDIKEAAAABS5uMDi4A==
        """

    private static let alpha10 = """
        AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAGNbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA
        AGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAAByQAAABkAAgAAAAEAAAG1AAAAFAAAAEJpaW5m
        AAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAABppcmVmAAAAAAAAAA5h
        dXhsAAIAAQABAAAAw2lwcnAAAACdaXBjbwAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwoKCgAAAAxhdjFDgQBMAAAA
        ABNjb2xybmNseAABAA0ABoAAAAAOcGl4aQAAAAABCgAAAAxhdjFDgQBcAAAAADhhdXhDAAAAAHVybjptcGVnOm1wZWdCOmNpY3A6
        c3lzdGVtczphdXhpbGlhcnk6YWxwaGEAAAAAHmlwbWEAAAAAAAAAAgABBAECgwQAAgQBBYYHAAAANW1kYXQSAAoFGAz/2cQyCRAA
        AB4YsTOn4BIACgkYDP/ZoCGg0IAyChAAAAAUubcNFC4=
        """
}
