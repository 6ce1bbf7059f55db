import AlcedoManifest
import AlcedoRecipes

extension SourceOutcome.Variant {
    /// Removes files that a `srcset` could not distinguish, since steps after the resize may give several `widths` the
    /// same result. The last file of each width stays, which was made from the largest picture.
    mutating func dropEqualWidths() {
        struct Descriptor: Hashable {
            var format: OutputFormat
            var width: Int
        }
        var seen: Set<Descriptor> = []
        var kept: [SourceOutcome.File] = []
        for file in files.reversed() {
            let descriptor = Descriptor(format: file.record.format, width: file.record.width)
            // Files with a density are distinguished by it.
            if file.density != nil || seen.insert(descriptor).inserted { kept.append(file) }
        }
        files = kept.reversed()
    }
}
