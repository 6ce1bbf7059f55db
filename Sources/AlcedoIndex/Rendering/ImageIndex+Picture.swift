extension ImageIndex.Entry {
    /// A variant by name.
    ///
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``.
    public func variant(_ name: String) throws(ImageIndexError) -> ImageIndex.Variant {
        guard let variant = variants[name] else {
            throw .unknownVariant(name: name, available: variants.keys.sorted())
        }
        return variant
    }

    /// A `<picture>` that lets the browser choose format and size, and keeps its place free while it loads.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - sizes: How wide the picture is shown; default: what the manifest says.
    ///   - alt: The text for those who cannot see it; default: what the manifest says, else empty.
    ///   - options: When it is loaded, and what is seen until then.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``.
    public func picture(
        _ name: String, sizes: String? = nil, alt: String? = nil, options: PictureOptions = PictureOptions()
    ) throws(ImageIndexError) -> String {
        let variant = try variant(name)
        guard let fallback = variant.fallback else { throw .emptyVariant(name: name) }
        let sizes = sizes ?? variant.sizes
        var html = "<picture>"
        if !variant.isOneFile {
            for format in variant.formats {
                let srcset = ImageIndex.Format.srcset(of: format.files, sizes: sizes)
                guard let srcset else { continue }
                html += HTMLText.tag(
                    "source",
                    [
                        ("type", format.type), ("srcset", srcset),
                        ("sizes", format.hasDensities ? nil : sizes),
                    ])
            }
        }
        html += HTMLText.tag(
            "img",
            [
                ("class", options.imageClass),
                ("src", fallback.src),
                ("width", String(fallback.width)), ("height", String(fallback.height)),
                ("alt", alt ?? self.alt ?? ""),
                ("loading", options.loading == .lazy ? "lazy" : nil),
                ("decoding", "async"),
                ("fetchpriority", options.fetchPriority),
                ("style", try placeholderStyle(options.placeholder, for: variant)),
            ])
        return html + "</picture>"
    }
}

extension ImageIndex.Variant {
    /// What `<img>` itself shows: as the index has it, or the only file of an inline variant.
    var fallback: ImageIndex.Fallback? {
        if let img { return img }
        guard let file = formats.last?.files.last else { return nil }
        return ImageIndex.Fallback(height: file.height, src: file.url, width: file.width)
    }

    /// Whether there is nothing to choose between.
    var isOneFile: Bool { formats.count == 1 && formats[0].files.count == 1 }
}

extension ImageIndex.Format {
    /// Whether its files were made for densities; those are chosen without `sizes`.
    var hasDensities: Bool { files.contains { $0.density != nil } }
}
