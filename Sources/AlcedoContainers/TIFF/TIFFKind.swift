import AlcedoBase
import AlcedoRecipes

/// Kinds of TIFF that are not supported.
package enum TIFFKind {
    /// Returns what libtiff or libvips does not support, according to the first directory; `nil` if nothing is unusual.
    static func reason(_ bytes: UnsafeRawBufferPointer) -> String? {
        if let reason = cameraRaw(bytes) { return reason }
        guard let directory = TIFFDirectory(bytes) else { return nil }
        let bits = directory.numbers(258)
        let format = directory.numbers(339).first ?? 1
        let advice = "save it with 8 or 16 bits"
        if Set(bits).count > 1 {
            return sentence(
                "a TIFF with \(bits.prefix(8).map(String.init).joined(separator: ", ")) bits in its channels",
                advice)
        }
        if let bits = bits.first, let reason = samples(bits: bits, format: format) { return reason }
        if directory.numbers(284).first == 2, directory.has(322) {
            return sentence(
                "a TIFF with tiles of separate planes",
                "interleave its channels ('tiffcp -p contig old.tif new.tif', or 'gdal_translate -co INTERLEAVE=PIXEL "
                    + "old.tif new.tif')")
        }
        guard let compression = directory.numbers(259).first, let name = compressions[compression] else {
            return nil
        }
        return sentence("a TIFF compressed as \(name)", "save it with LZW or Deflate, or without compression")
    }

    /// Returns why samples of this depth and format (tags 258 and 339) are not supported; `nil` if they are.
    static func samples(bits: Int, format: Int) -> String? {
        let advice = "save it with 8 or 16 bits"
        if format == 5 || format == 6 { return sentence("a TIFF of complex numbers", advice) }
        if format == 3, bits != 32 { return sentence("a TIFF of \(bits)-bit floating-point numbers", advice) }
        if ![1, 2, 4, 8, 16, 32].contains(bits) {
            return sentence("a TIFF with \(bits) bits in each channel", advice)
        }
        return nil
    }

    /// The scanners of Aperio write YCbCr as 33003 and RGB as 33005, other programs RGB as both, and libvips takes all of it
    /// for YCbCr.
    static func aperio(_ compression: Int) -> String {
        sentence(
            "a TIFF compressed as Aperio's JPEG 2000 (\(compression))",
            "convert it with Python's tifffile ('import tifffile as t; t.imwrite(\"new.tif\", "
                + "t.imread(\"old.tif\"))')")
    }

    /// What to do with a camera raw file.
    static let advice = "export it as JPEG, PNG or TIFF"

    /// Detects camera raw data in a TIFF, of which decoders would read the preview or the sensor mosaic.
    package static func cameraRaw(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard let directory = TIFFDirectory(bytes) else { return nil }
        // 50706 is DNGVersion; 32803 and 34892 are color filter array and linear raw data (DNG 1.4, chapter 4).
        let raw = [32803, 34892]
        let parts = directory.parts
        let kind: String? =
            if !directory.numbers(50706).isEmpty {
                "DNG"
            } else if bytes[8..<10].elementsEqual("CR".utf8), bytes[2] == 0x2A {
                "Canon CR2"
            } else if ([directory] + parts + directory.followers).contains(where: { directory in
                directory.numbers(262).contains { raw.contains($0) }
            }) {
                "such as NEF or ARW"
            } else {
                nil
            }
        if let kind { return sentence("a camera raw file (\(kind))", advice) }
        guard let own = directory.size, let whole = largerPicture(than: own, directory, parts) else {
            return nil
        }
        return sentence(
            "a TIFF whose first picture is only a preview (\(own.width)x\(own.height) of "
                + "\(whole.width)x\(whole.height) pixels), as in a camera raw file", advice)
    }

    /// Returns the size of the picture that the first one is a preview of. The sub-directories of a pyramid are smaller
    /// than its first picture, and the pages of a document are no reduced ones.
    private static func largerPicture(
        than own: PixelSize, _ directory: TIFFDirectory, _ parts: [TIFFDirectory]
    ) -> PixelSize? {
        let whole = directory.isReduced ? directory.followers.filter { !$0.isReduced } : []
        return (parts + whole).compactMap(\.size).first { $0.width > own.width && $0.height > own.height }
    }

    private static func sentence(_ kind: String, _ advice: String) -> String {
        UnsupportedKind.sentence(kind, advice)
    }

    /// Registered compressions that are not supported, or not by every build of libtiff.
    private static let compressions = [
        6: "JPEG as before 1995", 32767: "Sony ARW",
        34712: "JPEG 2000", 34713: "Nikon NEF", 34715: "JBIG2", 34892: "lossy JPEG of DNG", 34933: "PNG",
        34934: "JPEG XR", 50002: "JPEG XL", 52546: "JPEG XL", 65000: "Kodak DCR", 65535: "Pentax PEF",
    ]
}

extension TIFFDirectory {
    /// The size of the picture; `nil` for a directory without one.
    fileprivate var size: PixelSize? {
        guard let width = numbers(256).first, let height = numbers(257).first, width > 0, height > 0 else {
            return nil
        }
        return PixelSize(width: width, height: height)
    }

    /// Whether the picture is a smaller version of another one (tags NewSubfileType and SubfileType).
    fileprivate var isReduced: Bool {
        (numbers(254).first ?? 0) & 1 == 1 || numbers(255).first == 2
    }
}
