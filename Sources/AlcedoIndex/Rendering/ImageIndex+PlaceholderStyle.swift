extension ImageIndex.Entry {
    /// The inline variant with the fewest bytes, the best placeholder; `nil` if there is none.
    public var inlinePlaceholder: ImageIndex.File? {
        variants.filter { $0.value.isInline }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .compactMap { $0.value.formats.last?.files.last }
            .min { $0.bytes < $1.bytes }
    }

    /// Returns the value of `style` that shows a placeholder behind a picture, or `nil` for none.
    ///
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)`` for a missing placeholder variant.
    package func placeholderStyle(
        _ placeholder: PictureOptions.Placeholder, for variant: ImageIndex.Variant
    ) throws(ImageIndexError) -> String? {
        let file: ImageIndex.File?
        switch placeholder {
        case .none:
            return nil
        case .automatic:
            guard variant.formats.contains(where: { $0.format == "jpeg" }) else { return nil }
            file = inlinePlaceholder
        case .color:
            file = nil
        case .variant(let name):
            file = try self.variant(name).formats.last?.files.last
        }
        var style: [String] = []
        if let color = placeholders?.dominantColor ?? placeholders?.averageColor {
            style.append("background-color:\(color)")
        }
        if let file {
            style.append("background-image:url(\(CSSText.string(file.url)))")
            style.append("background-size:cover")
            style.append("background-origin:content-box")
        }
        guard !style.isEmpty else { return nil }
        // Only behind the picture, not in padding or borders that a page adds.
        style.append("background-clip:content-box")
        return style.joined(separator: ";")
    }
}
