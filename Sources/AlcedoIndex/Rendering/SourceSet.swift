extension ImageIndex.Format {
    /// Returns the value of `srcset` for files of one format.
    ///
    /// Files for a density have an `x` descriptor. Others have a `w` descriptor if there are several, or if `sizes`
    /// provides the display width. A single file without `sizes` has none: HTML requires `sizes` beside every `w`,
    /// and without it a browser assumes that the picture is as wide as the viewport.
    ///
    /// - Parameters:
    ///   - files: The files, ordered by width.
    ///   - sizes: The variant's `sizes`, if it has any.
    /// - Returns: `nil` if there is nothing to load: no files, or only inline ones.
    public static func srcset(of files: [ImageIndex.File], sizes: String?) -> String? {
        let loaded = files.filter { $0.file != nil }
        guard !loaded.isEmpty else { return nil }
        let usesWidths = loaded.count > 1 || sizes != nil
        return loaded.map { file in
            if let density = file.density { return "\(file.url) \(descriptor(density))x" }
            return usesWidths ? "\(file.url) \(file.width)w" : file.url
        }
        .joined(separator: ", ")
    }

    /// Returns the value of `sizes` beside ``srcset(of:sizes:)``, or `nil` if it has no `w` descriptors: HTML requires
    /// `sizes` beside every `w`, except where the picture is lazy and its layout decides.
    ///
    /// - Parameter sizes: The variant's `sizes`; by default `100vw`, as a browser assumes without the attribute.
    package func sizes(_ sizes: String?) -> String? {
        if hasDensities { return nil }
        return files.count { $0.file != nil } > 1 ? sizes ?? "100vw" : sizes
    }

    /// Formats a density for `srcset` and `image-set()`, without the `x`.
    static func descriptor(_ density: Double) -> String {
        Int(exactly: density).map(String.init) ?? density.description
    }
}
