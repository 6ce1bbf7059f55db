import AlcedoBase

extension Value {
    /// Reads `video` of a source: `{ at: 2s }`, in seconds.
    func moment() -> Double? {
        guard let mapping = MappingReader(node, "'video' in this source", known: ["at"], problems) else {
            return nil
        }
        guard let value = mapping["at"] else {
            mapping.missing("at", "say the time of the picture, such as 'at: 2s'")
            return nil
        }
        let text = value.node.text ?? ""
        let digits = text.hasSuffix("s") ? text.dropLast() : text[...]
        guard digits.contains(/^[0-9]+(\.[0-9]+)?$/), let seconds = Double(digits), seconds <= 86_400 else {
            value.mustBe("a time in seconds, such as 2s or 1.5")
            return nil
        }
        return seconds
    }

    /// Reads `video` of a variant.
    func videoFormats() -> [Variant.VideoFormat]? {
        let items: [Located<Variant.VideoFormat>]? = list(scalarToo: true) { item in
            item.choice(synonyms: ["h264": .mp4, "m4v": .mp4, "mov": .mp4, "vp9": .webm, "vp8": .webm])
        }
        if node.sequence?.isEmpty == true { fault("is empty; give at least one format, such as mp4") }
        return items.map { unique($0, \.rawValue) }
    }
}
