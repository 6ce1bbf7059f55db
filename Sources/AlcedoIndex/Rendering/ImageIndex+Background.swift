extension ImageIndex.Entry {
    /// The value of `background-image` with every format, and with a sharper file for sharper screens: `image-set(…)`
    /// as *CSS Images Module Level 4* has it.
    ///
    /// ```swift
    /// let style = try "background-image:\(image.backgroundImage("hero", width: 960))"
    /// ```
    ///
    /// A background cannot choose by its width as an `<img>` can. Of a variant with several widths, say how wide it is
    /// shown; a variant with densities has a file for each.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - width: How wide it is shown, in CSS pixels; default: as wide as its widest file.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``.
    public func backgroundImage(_ name: String, width: Int? = nil) throws(ImageIndexError) -> String {
        let variant = try variant(name)
        let candidates = variant.formats.flatMap { format in
            format.candidates(width: width).map { file, density in
                "url(\(CSSText.string(file.url))) type(\(CSSText.string(format.type))) "
                    + "\(ImageIndex.Format.descriptor(density))x"
            }
        }
        guard !candidates.isEmpty else { throw .emptyVariant(name: name) }
        return "image-set(\(candidates.joined(separator: ", ")))"
    }
}

extension ImageIndex.Format {
    /// Files with the density of the screen that each is for.
    fileprivate func candidates(width: Int?) -> [(file: ImageIndex.File, density: Double)] {
        if hasDensities { return files.map { ($0, $0.density ?? 1) } }
        guard let first = file(atLeast: width ?? .max) else { return [] }
        var candidates: [(file: ImageIndex.File, density: Double)] = [(first, 1)]
        for density in [2, 3] {
            guard let width, case let (wanted, isTooWide) = width.multipliedReportingOverflow(by: density),
                !isTooWide, let file = file(atLeast: wanted), let last = candidates.last,
                file.width > last.file.width
            else { continue }
            candidates.append((file, Double(density)))
        }
        return candidates
    }
}
