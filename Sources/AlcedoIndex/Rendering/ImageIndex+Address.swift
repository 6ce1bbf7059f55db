extension ImageIndex.Entry {
    /// Returns the address of one file of a variant.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - width: Selects the narrowest file of at least this many pixels, or else the widest; default: the widest.
    ///   - format: The format's name, such as `webp`; default: the variant's last, which every browser supports.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``.
    public func url(
        of name: String, width: Int? = nil, format: String? = nil
    ) throws(ImageIndexError) -> String {
        let format = try variant(name).format(format, of: name)
        guard let file = format.file(atLeast: width ?? .max) else { throw .emptyVariant(name: name) }
        return file.url
    }

    /// Returns the value of `srcset` for one format of a variant.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - format: The format's name, such as `webp`; default: the variant's last, which every browser supports.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)`` also
    ///   for an inline variant, which has nothing to load.
    public func srcset(_ name: String, format: String? = nil) throws(ImageIndexError) -> String {
        let variant = try variant(name)
        let format = try variant.format(format, of: name)
        guard let srcset = ImageIndex.Format.srcset(of: format.files, sizes: variant.sizes) else {
            throw .emptyVariant(name: name)
        }
        return srcset
    }
}

extension ImageIndex.Format {
    /// Returns the narrowest file of at least this width, or else the widest.
    package func file(atLeast width: Int) -> ImageIndex.File? {
        files.filter { $0.width >= width }.min { $0.width < $1.width } ?? files.max { $0.width < $1.width }
    }
}
