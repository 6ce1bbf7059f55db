import AlcedoRecipes

/// The headers of a JPEG 2000, which libvips 8.14 reads in part: the boxes of the container (ITU-T T.800, annex I) and the
/// size of the codestream (A.5.1).
package struct JPEG2000Header {
    /// How the samples of a component are stored.
    package struct Component: Hashable {
        package var depth: Int
        package var isSigned: Bool
        /// Pixels across and down for each sample.
        package var across: Int
        package var down: Int
    }

    /// `[]` if the codestream does not begin with its size.
    package private(set) var components: [Component] = []
    /// The number of the colour space (I.5.3.3); `nil` without a container, and with a profile.
    private(set) var space: Int?
    /// The ICC profile.
    package private(set) var profile: UnsafeRawBufferPointer?
    /// The part of the file without its container.
    package let codestream: UnsafeRawBufferPointer
    private var palette: (colors: ByteView, map: ByteView?)?
    private var hasContainer = false
    private var hasOffset = false

    /// - Returns: `nil` if there is no codestream.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        var stream = ByteView(bytes)
        if stream.number(0, 2) != 0xFF4F {
            let boxes = stream.boxes
            let header = boxes.first { $0.name == "jp2h" }?.content.boxes ?? []
            func content(_ name: String) -> ByteView? { header.first { $0.name == name }?.content }
            hasContainer = true
            if let color = content("colr") {
                // 1 for a number, 2 and 3 for a profile.
                let method = color.number(0, 1) ?? 0
                space = method == 1 ? color.number(3, 4) : nil
                let rest = color.from(3)?.bytes
                profile = (method == 2 || method == 3) && (rest?.count ?? 0) >= 128 ? rest : nil
            }
            palette = content("pclr").map { ($0, content("cmap")) }
            stream = boxes.first { $0.name == "jp2c" }?.content ?? ByteView(.init(start: nil, count: 0))
        }
        codestream = stream.bytes
        guard stream.number(0, 4) == 0xFF4F_FF51, let count = stream.number(40, 2) else { return }
        hasOffset = stream.number(16, 4) != 0 || stream.number(20, 4) != 0
        for index in 0..<count {
            guard let depth = stream.number(42 + 3 * index, 1), let across = stream.number(43 + 3 * index, 1),
                let down = stream.number(44 + 3 * index, 1)
            else { return }
            components.append(
                Component(depth: depth & 0x7F + 1, isSigned: depth & 0x80 != 0, across: across, down: down))
        }
    }

    /// The depth of all components; `nil` if they differ.
    package var depth: Int? {
        Set(components.map(\.depth)).count == 1 ? components[0].depth : nil
    }

    /// Whether the first components are luma and chroma. Without a container, those of fewer samples are taken for chroma, as
    /// by other decoders.
    package var isYCC: Bool {
        hasContainer ? space == 18 : hasPixelsOfLuma && components[1].across * components[1].down > 1
    }

    /// Whether libvips converts chroma to RGB, which it does for three components of a codestream whose space it does not
    /// know.
    package var isConvertedByDecoder: Bool {
        components.count == 3 && hasPixelsOfLuma && components[1].across > 1 && components[1].down > 1
    }

    private var hasPixelsOfLuma: Bool {
        guard components.count >= 3 else { return false }
        let (luma, first, second) = (components[0], components[1], components[2])
        return luma.across == 1 && luma.down == 1 && first.across == second.across
            && first.down == second.down
    }

    /// Whether to decode only the codestream: with some of these containers, versions of libvips and OpenJPEG convert colours,
    /// or fail.
    package var needsCodestream: Bool { hasContainer && (isYCC || palette != nil) }

    /// The red, green and blue of each sample of the only component, as libvips returns it: with the first bits in front.
    ///
    /// - Returns: `nil` for a kind of palette that is not read.
    package var paletteCurves: [[UInt8]]? {
        guard let (colors, map) = palette, components.count == 1, components[0].depth <= 8,
            let count = colors.number(0, 2), count > 0, colors.number(2, 4) == 0x0307_0707,
            let values = colors.part(6, 3 * count),
            // Each column from the only component.
            map?.bytes.elementsEqual([0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2]) ?? false
        else { return nil }
        let shift = 8 - components[0].depth
        return (0..<3).map { band in
            (0...255).map { values.bytes[3 * min($0 >> shift, count - 1) + band] }
        }
    }

    /// A sentence that names what libvips reads as another picture; `nil` if nothing is.
    var refusal: String? {
        let name: String? =
            if hasOffset {
                "a JPEG 2000 whose picture does not begin where its grid does (XOsiz, YOsiz)"
            } else if components.contains(where: \.isSigned) {
                "a JPEG 2000 of signed samples"
            } else if let name = spaces[space ?? 0] ?? profile.flatMap(cmyk) {
                "a JPEG 2000 in \(name)"
            } else if palette != nil, paletteCurves == nil {
                "a JPEG 2000 with a palette of this kind"
            } else {
                nil
            }
        return name.map {
            UnsupportedKind.sentence($0, "save it as PNG ('opj_decompress -i photo.jp2 -o photo.png')")
        }
    }

    /// Colour spaces other than RGB, grey and sYCC (ITU-T T.801, table M.25).
    private var spaces: [Int: String] {
        [
            1: "YCbCr", 3: "YCbCr", 4: "YCbCr", 9: "PhotoYCC", 11: "CMY", 12: "CMYK", 13: "YCCK",
            14: "CIELAB",
            19: "CIEJab", 22: "YPbPr", 23: "YPbPr", 24: "e-sYCC",
        ]
    }

    /// The data color space in the profile's header (ICC.1:2010, 7.2.6).
    private func cmyk(_ profile: UnsafeRawBufferPointer) -> String? {
        profile.count >= 20 && profile[16..<20].elementsEqual("CMYK".utf8) ? "CMYK" : nil
    }
}
