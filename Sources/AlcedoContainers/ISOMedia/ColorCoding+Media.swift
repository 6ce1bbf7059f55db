import AlcedoRecipes

extension ColorCoding {
    /// Reads the colors from the boxes of an AVIF or HEIC, or else from the coded data of an AVIF.
    ///
    /// - Returns: `nil` if neither specifies them.
    package init?(_ items: MediaItems) {
        let coded = items.coded(items.primary)
        let boxes = items.properties("colr", of: items.primary) + items.properties("colr", of: coded)
        if let box = boxes.first(where: { $0.begins("nclx") }), let primaries = box.number(4, 2),
            let transfer = box.number(6, 2), let range = box.number(10, 1)
        {
            self.init(primaries: primaries, transfer: transfer, isCamera: true)
            isLimited = range & 0x80 == 0
        } else if let header = AV1SequenceHeader(item: coded, of: items) {
            self.init(primaries: header.primaries, transfer: header.transfer, isCamera: true)
            isLimited = !header.isFullRange
        } else {
            return nil
        }
        var light = ContentLight()
        if let box = items.property("clli", of: items.primary), let most = box.number(0, 2) {
            light.content = Double(most)
        }
        if let box = items.property("mdcv", of: items.primary), let most = box.number(16, 4) {
            light.display = Double(most) / 10_000
        }
        peak = light.peak
    }
}

extension AV1SequenceHeader {
    /// Reads the header at the beginning of an item's data.
    init?(item: Int, of items: MediaItems) {
        guard items.property("av1C", of: item) != nil, let head = items.head(of: item, 512) else {
            return nil
        }
        self.init(head)
    }
}

extension MediaItems {
    package var isMonochrome: Bool {
        let item = coded(primary)
        if let box = property("av1C", of: item) { return (box.number(2, 1) ?? 0) & 0x10 != 0 }
        // HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3): chroma format, 0 for monochrome.
        if let box = property("hvcC", of: item) { return (box.number(16, 1) ?? 1) & 3 == 0 }
        return false
    }

    /// Whether the alpha of an AVIF has limited range, as older encoders wrote it. The alpha of a HEIC has full range.
    package var hasLimitedAlpha: Bool {
        guard let alpha, let header = AV1SequenceHeader(item: coded(alpha), of: self) else { return false }
        return !header.isFullRange
    }
}
