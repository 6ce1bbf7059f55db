import AlcedoImaging

extension SourceOutcome.Variant {
    /// Takes out files that a `srcset` could not tell apart: steps after the resize may have brought several `widths` to
    /// one. Of files with one width the last stays, which was made from the largest picture.
    mutating func dropEqualWidths() {
        struct Descriptor: Hashable {
            var format: OutputFormat
            var width: Int
        }
        var seen: Set<Descriptor> = []
        var kept: [SourceOutcome.File] = []
        for file in files.reversed() {
            let descriptor = Descriptor(format: file.record.format, width: file.record.width)
            // A density is told apart by itself.
            if file.density != nil || seen.insert(descriptor).inserted { kept.append(file) }
        }
        files = kept.reversed()
    }
}
