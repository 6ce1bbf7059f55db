import AlcedoManifest
import AlcedoRecipes

extension SourceOutcome.Variant {
    /// Removes every format made redundant by a later one: the later format's files are no larger in total, and every
    /// browser that reads the earlier format also reads the later one.
    ///
    /// A format is removed as a whole, because browsers would choose among its remaining widths.
    mutating func dropLargerFormats() {
        var formats: [OutputFormat] = []
        var bytes: [OutputFormat: Int] = [:]
        for file in files {
            if bytes[file.record.format] == nil { formats.append(file.record.format) }
            bytes[file.record.format, default: 0] += file.record.bytes
        }
        let kept = formats.indices.filter { index in
            let (own, age) = (bytes[formats[index]] ?? 0, formats[index].browserAge)
            // A JPEG listed before a smaller WebP stays, for browsers without WebP.
            return !formats[(index + 1)...].contains { $0.browserAge <= age && (bytes[$0] ?? 0) <= own }
        }
        let names = Set(kept.map { formats[$0] })
        files.removeAll { !names.contains($0.record.format) }
    }
}
