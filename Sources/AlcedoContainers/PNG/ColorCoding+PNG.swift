import AlcedoRecipes

extension ColorCoding {
    /// Reads the colors of a PNG from chunks that its decoders ignore (W3C PNG, third edition, 4.3 and 11.3.2): `cICP`, which
    /// takes precedence over a profile, with `cLLI` and `mDCV`; and without any of `cICP`, `iCCP` and `sRGB`, `gAMA` and `cHRM`.
    ///
    /// - Returns: `nil` if the samples are sRGB, or a profile says what they are.
    package init?(png bytes: UnsafeRawBufferPointer) {
        let file = ByteView(bytes)
        var coding: ColorCoding?
        var light = ContentLight()
        var (gamma, corners): (Double?, Chromaticities?) = (nil, nil)
        var isNamed = false
        for chunk in PNGChunks(bytes).prefix(while: { $0.name != "IDAT" }) {
            guard let content = file.part(chunk.content.lowerBound, chunk.content.count) else { break }
            switch chunk.name {
            case "cICP":
                guard content.count == 4, content.number(2, 1) == 0, let primaries = content.number(0, 1),
                    let transfer = content.number(1, 1)
                else { continue }
                coding = ColorCoding(primaries: primaries, transfer: transfer, isCamera: false)
                coding?.isLimited = content.number(3, 1) == 0
            case "cLLI": light.content = Double(content.number(0, 4) ?? 0) / 10_000
            case "mDCV": light.display = Double(content.number(16, 4) ?? 0) / 10_000
            case "iCCP", "sRGB": isNamed = true
            case "gAMA": gamma = content.number(0, 4).map { Double($0) / 100_000 }
            case "cHRM":
                let numbers = (0..<8).compactMap { content.number(4 * $0, 4) }.map { Double($0) / 100_000 }
                corners = Chromaticities(numbers)
            default: continue
            }
        }
        if var coding {
            coding.peak = light.peak
            self = coding
            return
        }
        guard !isNamed, let gamma, gamma > 0 else { return nil }
        // As in browsers: alone, a gamma close to that of sRGB means sRGB, and chromaticities without one mean nothing
        // (Chromium 156; 5 percent is the threshold of libpng).
        if corners == nil, abs(gamma * 2.2 - 1) < 0.05 { return nil }
        self.init(primaries: corners ?? .sRGB, transfer: .gamma(1 / gamma))
    }
}
