extension ImageIndex.Entry {
    /// The address of one file of a variant.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - width: The file that is just as wide, in pixels, or the next wider one; the widest if none is. Default: the
    ///     widest.
    ///   - format: The format's name, such as `webp`; default: the variant's last, which everything knows.
    /// - Throws: ``ImageIndexError/unknownVariant(name:available:)``, ``ImageIndexError/emptyVariant(name:)``.
    public func url(
        of name: String, width: Int? = nil, format: String? = nil
    ) throws(ImageIndexError) -> String {
        let format = try variant(name).format(format, of: name)
        guard let file = format.file(atLeast: width ?? .max) else { throw .emptyVariant(name: name) }
        return file.url
    }

    /// The value of `srcset` for one format of a variant.
    ///
    /// - Parameters:
    ///   - name: The variant.
    ///   - format: The format's name, such as `webp`; default: the variant's last, which everything knows.
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
    /// The narrowest file that is so wide, or else the widest there is.
    func file(atLeast width: Int) -> ImageIndex.File? {
        files.filter { $0.width >= width }.min { $0.width < $1.width } ?? files.max { $0.width < $1.width }
    }
}
