/// A variant that is known to be in an index, of an image whose text alternative is in the manifest.
///
/// Its functions are those of ``ImageIndex`` and ``ImageIndex/Entry``. All of them throw ``ImageIndexError`` if the
/// index cannot be read, or does not match the generated code.
public struct CatalogVariant: Sendable {
    /// The image.
    public let image: CatalogImage
    /// The variant's name.
    public let name: String

    /// Creates a reference to a variant.
    public init(_ image: CatalogImage, _ name: String) {
        self.image = image
        self.name = name
    }

    /// Returns the variant from the index.
    ///
    /// - Throws: ``ImageIndexError``.
    public func variant() throws(ImageIndexError) -> ImageIndex.Variant {
        try image.entry().variant(name)
    }

    /// Returns a `<picture>` that includes the image's alternatives for media conditions; see
    /// ``ImageIndex/picture(_:_:sizes:alt:options:)``.
    ///
    /// - Throws: ``ImageIndexError``.
    public func picture(
        sizes: String? = nil, alt: String? = nil, options: PictureOptions = PictureOptions()
    ) throws(ImageIndexError) -> String {
        try image.catalog.index().picture(image.id, name, sizes: sizes, alt: alt, options: options)
    }

    /// Returns a single `<img>`; see ``ImageIndex/Entry/img(_:format:sizes:alt:options:)``.
    ///
    /// - Throws: ``ImageIndexError``.
    public func img(
        format: String? = nil, sizes: String? = nil, alt: String? = nil,
        options: PictureOptions = PictureOptions()
    ) throws(ImageIndexError) -> String {
        try image.entry().img(name, format: format, sizes: sizes, alt: alt, options: options)
    }

    /// Returns the address of one file; see ``ImageIndex/Entry/url(of:width:format:)``.
    ///
    /// - Throws: ``ImageIndexError``.
    public func url(width: Int? = nil, format: String? = nil) throws(ImageIndexError) -> String {
        try image.entry().url(of: name, width: width, format: format)
    }

    /// Returns the value of `srcset`; see ``ImageIndex/Entry/srcset(_:format:)``.
    ///
    /// - Throws: ``ImageIndexError``.
    public func srcset(format: String? = nil) throws(ImageIndexError) -> String {
        try image.entry().srcset(name, format: format)
    }

    /// Returns the preloads of the picture and of its alternatives for media conditions; see
    /// ``ImageIndex/preload(_:_:sizes:)``.
    ///
    /// - Throws: ``ImageIndexError``.
    public func preload(sizes: String? = nil) throws(ImageIndexError) -> String {
        try image.catalog.index().preload(image.id, name, sizes: sizes)
    }

    /// Returns the value of `background-image`; see ``ImageIndex/Entry/backgroundImage(_:width:)``.
    ///
    /// - Throws: ``ImageIndexError``.
    public func backgroundImage(width: Int? = nil) throws(ImageIndexError) -> String {
        try image.entry().backgroundImage(name, width: width)
    }

    /// Returns the `<meta>` tags of Open Graph; see ``ImageIndex/Entry/openGraph(_:site:alt:)``.
    ///
    /// - Throws: ``ImageIndexError``.
    public func openGraph(site: String, alt: String? = nil) throws(ImageIndexError) -> String {
        try image.entry().openGraph(name, site: site, alt: alt)
    }

    /// Returns structured data for search engines; see
    /// ``ImageIndex/Entry/structuredData(_:site:license:acquireLicensePage:creditText:)``.
    ///
    /// - Throws: ``ImageIndexError``.
    public func structuredData(
        site: String, license: String? = nil, acquireLicensePage: String? = nil, creditText: String? = nil
    ) throws(ImageIndexError) -> String {
        try image.entry().structuredData(
            name, site: site, license: license, acquireLicensePage: acquireLicensePage, creditText: creditText
        )
    }

    /// A variant of an image without a text alternative, which the functions therefore require.
    ///
    /// Pass an empty text for a decorative picture, or add `alt` to the manifest.
    public struct Undescribed: Sendable {
        /// The same variant, for functions that need no text alternative.
        public let described: CatalogVariant

        /// Creates a reference to a variant.
        public init(_ image: CatalogImage, _ name: String) {
            described = CatalogVariant(image, name)
        }

        /// Returns the variant from the index.
        ///
        /// - Throws: ``ImageIndexError``.
        public func variant() throws(ImageIndexError) -> ImageIndex.Variant { try described.variant() }

        /// Returns a `<picture>`; see ``CatalogVariant/picture(sizes:alt:options:)``.
        ///
        /// - Throws: ``ImageIndexError``.
        public func picture(
            sizes: String? = nil, alt: String, options: PictureOptions = PictureOptions()
        ) throws(ImageIndexError) -> String {
            try described.picture(sizes: sizes, alt: alt, options: options)
        }

        /// Returns a single `<img>`; see ``CatalogVariant/img(format:sizes:alt:options:)``.
        ///
        /// - Throws: ``ImageIndexError``.
        public func img(
            format: String? = nil, sizes: String? = nil, alt: String,
            options: PictureOptions = PictureOptions()
        ) throws(ImageIndexError) -> String {
            try described.img(format: format, sizes: sizes, alt: alt, options: options)
        }

        /// Returns the address of one file; see ``CatalogVariant/url(width:format:)``.
        ///
        /// - Throws: ``ImageIndexError``.
        public func url(width: Int? = nil, format: String? = nil) throws(ImageIndexError) -> String {
            try described.url(width: width, format: format)
        }

        /// Returns the value of `srcset`; see ``CatalogVariant/srcset(format:)``.
        ///
        /// - Throws: ``ImageIndexError``.
        public func srcset(format: String? = nil) throws(ImageIndexError) -> String {
            try described.srcset(format: format)
        }

        /// Returns the preloads of the picture; see ``CatalogVariant/preload(sizes:)``.
        ///
        /// - Throws: ``ImageIndexError``.
        public func preload(sizes: String? = nil) throws(ImageIndexError) -> String {
            try described.preload(sizes: sizes)
        }

        /// Returns the value of `background-image`; see ``CatalogVariant/backgroundImage(width:)``.
        ///
        /// - Throws: ``ImageIndexError``.
        public func backgroundImage(width: Int? = nil) throws(ImageIndexError) -> String {
            try described.backgroundImage(width: width)
        }

        /// Returns the `<meta>` tags of Open Graph; see ``CatalogVariant/openGraph(site:alt:)``.
        ///
        /// - Throws: ``ImageIndexError``.
        public func openGraph(site: String, alt: String) throws(ImageIndexError) -> String {
            try described.openGraph(site: site, alt: alt)
        }

        /// Returns structured data for search engines; see
        /// ``CatalogVariant/structuredData(site:license:acquireLicensePage:creditText:)``.
        ///
        /// - Throws: ``ImageIndexError``.
        public func structuredData(
            site: String, license: String? = nil, acquireLicensePage: String? = nil,
            creditText: String? = nil
        ) throws(ImageIndexError) -> String {
            try described.structuredData(
                site: site, license: license, acquireLicensePage: acquireLicensePage, creditText: creditText)
        }
    }
}
