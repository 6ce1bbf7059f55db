extension ImageIndex.Format {
    /// The value of `srcset` for files of one format.
    ///
    /// Files made for a density have an `x` descriptor. Others have a `w` descriptor where a browser has a choice to
    /// make or `sizes` tells it how wide the picture is shown. A single file without `sizes` has none: HTML asks for
    /// `sizes` beside every `w`, and without it a browser would take the picture to be as wide as the window.
    ///
    /// - Parameters:
    ///   - files: The files, by width.
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

    /// A density as `srcset` and `image-set()` have it, without its `x`.
    static func descriptor(_ density: Double) -> String {
        Int(exactly: density).map(String.init) ?? density.description
    }
}
