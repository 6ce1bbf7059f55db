import AlcedoRecipes

/// The sample layout of a page of a TIFF (TIFF 6.0), as far as libvips ignores it.
package struct TIFFLayout: Hashable {
    var bits = 1
    var compression = 1
    package var photometric = 0
    package var samples = 1
    /// The kind of each sample beyond the colors; `nil` if unspecified.
    var extra: [Int]?
    /// 1 unsigned, 2 signed, 3 floating point, 4 unknown, 5 and 6 complex.
    var sampleFormat = 1
    /// 1 for CMYK.
    var inkSet = 1
    /// Pixels across and down that share chroma samples.
    var subsampling = [2, 2]
    /// Weights of red, green and blue in luma.
    package var luma = [0.299, 0.587, 0.114]
    /// The white of CIELAB, as x and y of CIE 1931; `nil` for D50, which all programs mean that write no white.
    package var white: [Double]?
    /// Reference black and white of luma and both chroma components.
    package var references: [Double] = [0, 255, 128, 255, 128, 255]

    /// - Parameter page: Counted from 0.
    /// - Returns: `nil` for bytes without a TIFF directory.
    package init?(_ bytes: UnsafeRawBufferPointer, page: Int) {
        guard let directory = TIFFDirectory(bytes, page: page) else { return nil }
        func number(_ tag: Int, _ missing: Int) -> Int { directory.numbers(tag).first ?? missing }
        bits = number(258, 1)
        compression = number(259, 1)
        photometric = number(262, 0)
        samples = number(277, 1)
        extra = directory.has(338) ? directory.numbers(338) : nil
        sampleFormat = number(339, 1)
        inkSet = number(332, 1)
        let (groups, weights, range, point) = (
            directory.numbers(530), directory.fractions(529), directory.fractions(532),
            directory.fractions(318)
        )
        if photometric == 8, point.count == 2, point.allSatisfy({ 0.2...0.5 ~= $0 }) { white = point }
        if groups.count == 2 { subsampling = groups }
        // Other weights describe no valid colors.
        if weights.count == 3, weights.allSatisfy({ 0...1 ~= $0 }), weights[1] > 0.01 { luma = weights }
        if range.count == 6, (0..<3).allSatisfy({ abs(range[2 * $0 + 1] - range[2 * $0]) >= 1 }) {
            references = range
        }
    }

    /// The number of color samples.
    package var colours: Int {
        switch photometric {
        case 2, 6, 8, 9, 10: 3
        case 5: 4
        default: 1
        }
    }

    package var isLab: Bool { (8...10).contains(photometric) }

    /// Whether samples are YCbCr when they come out. The decoders of JPEG and JPEG 2000 convert theirs to RGB.
    package var isYCbCr: Bool { photometric == 6 && ![6, 7, 34_712].contains(compression) }

    /// Index of the alpha sample, if any: 1 and 2 in ExtraSamples. 0 is application-specific, such as a selection, and
    /// hides nothing. A single unspecified extra sample is taken as alpha, as by other readers.
    package var alpha: Int? {
        guard samples > colours else { return nil }
        guard let extra else { return samples == colours + 1 ? colours : nil }
        return extra.prefix(samples - colours).firstIndex { $0 == 1 || $0 == 2 }.map { colours + $0 }
    }

    /// Why the picture cannot be shown as intended; `nil` if it can be, or if libvips itself refuses it.
    package var refusal: String? {
        switch photometric {
        case 4: return "it is a transparency mask and not a picture"
        case 5 where inkSet != 1: return "its inks are not cyan, magenta, yellow and black; convert it to RGB"
        case 5 where samples < 4: return "it has \(samples) inks where CMYK has 4; convert it to RGB"
        case 6 where isYCbCr && bits != 8:
            return "its YCbCr has \(bits) bits for each sample, and only 8 are supported; convert it to RGB"
        case 6 where isYCbCr && subsampling != [1, 1]:
            return
                "its YCbCr has colours for groups of pixels, which is supported in JPEG only; convert it to RGB"
        case 8...10 where samples < 3: return "its CIELAB has no colours; convert it to grey"
        case 8...10 where bits != 8 && bits != 16:
            return
                "its CIELAB has \(bits) bits for each sample, and only 8 and 16 are supported; convert it to RGB"
        case 32_844, 32_845: return "its colours are LogLuv, which is not supported; convert it to RGB"
        default: break
        }
        if let reason = TIFFKind.samples(bits: bits, format: sampleFormat) { return reason }
        if 33_003...33_005 ~= compression { return TIFFKind.aperio(compression) }
        if colours == 4 ? bits != 8 && bits != 16 : bits < 8 && samples > 1 {
            return
                "it has \(bits) bits for each of several samples, which is not supported; convert it to 8 or 16"
        }
        switch sampleFormat {
        case 2 where !isLab:
            return
                "its samples are signed, and the values of black and white are not declared; convert it to "
                + "unsigned samples"
        case 3 where isLab || colours == 4:
            return "it has floating-point samples of \(bits) bits in an unsupported form; convert it to "
                + "16 bits, or to grey or RGB of 32"
        default: return nil
        }
    }
}
