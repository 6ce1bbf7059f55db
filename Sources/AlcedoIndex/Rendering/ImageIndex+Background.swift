extension ImageIndex.Entry {
    /// Returns the value of `background-image`, with every format and with larger files for denser screens: an
    /// `image-set(…)` as in *CSS Images Module Level 4*.
    ///
    /// ```swift
    /// let style = try "background-image:\(image.backgroundImage("hero", width: 960))"
    /// ```
    ///
    /// Unlike an `<img>`, a background cannot choose a file by its width. For a variant with several widths, pass the
    /// display width; a variant with densities has a file for each.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - width: The display width in CSS pixels; default: the width of the widest file.
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
    /// Returns files, each with the screen density that it is for.
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
