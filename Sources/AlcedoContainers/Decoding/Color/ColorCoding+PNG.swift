import AlcedoRecipes

extension ColorCoding {
    /// Reads the colors of a PNG from chunks that libpng and libspng ignore: `cICP`, which takes precedence over any
    /// profile, `cLLI` and `mDCV` (PNG, third edition, 11.3.2).
    ///
    /// - Returns: `nil` without a usable `cICP`.
    package init?(png bytes: ByteView) {
        var coding: ColorCoding?
        var light = ContentLight()
        var at = 8
        while let length = bytes.number(at, 4), let name = bytes.part(at + 4, 4),
            let content = bytes.part(at + 8, length)
        {
            if name.begins("IDAT") { break }
            if name.begins("cICP"), length == 4, let primaries = content.number(0, 1),
                let transfer = content.number(1, 1), content.number(2, 1) == 0
            {
                coding = ColorCoding(primaries: primaries, transfer: transfer, isCamera: false)
                coding?.isLimited = content.number(3, 1) == 0
            }
            if name.begins("cLLI"), let most = content.number(0, 4) { light.content = Double(most) / 10_000 }
            if name.begins("mDCV"), let most = content.number(16, 4) { light.display = Double(most) / 10_000 }
            at += 12 + length
        }
        guard var coding else { return nil }
        coding.peak = light.peak
        self = coding
    }
}
