import AlcedoImaging

extension SourceOutcome.Variant {
    /// Takes out every format that a later one makes pointless: its files together are smaller or as large, and
    /// browsers that read the earlier format read the later one as well.
    ///
    /// A format goes as a whole: with only some of its widths, browsers would choose among those.
    mutating func dropLargerFormats() {
        var formats: [OutputFormat] = []
        var bytes: [OutputFormat: Int] = [:]
        for file in files {
            if bytes[file.record.format] == nil { formats.append(file.record.format) }
            bytes[file.record.format, default: 0] += file.record.bytes
        }
        let kept = formats.indices.filter { index in
            let (own, age) = (bytes[formats[index]] ?? 0, Self.age(formats[index]))
            return !formats[(index + 1)...].contains { Self.age($0) <= age && (bytes[$0] ?? 0) <= own }
        }
        let names = Set(kept.map { formats[$0] })
        files.removeAll { !names.contains($0.record.format) }
    }

    /// Order in which browsers came to read the formats: each that reads one reads those before it. A JPEG before a smaller
    /// WebP stays, for browsers without WebP.
    private static func age(_ format: OutputFormat) -> Int {
        switch format {
        case .jpeg, .png, .gif: 0
        case .webp: 1
        case .avif: 2
        case .jxl: 3
        }
    }
}
