/// A variant of an image for code that cannot throw, such as the result builders of Swim, Plot and Ignite.
///
/// ```swift
/// Images.kingfisher.hero.required.picture(sizes: "100vw")
/// try index.required("kingfisher.jpg", "hero").img(alt: "A kingfisher")
/// ```
///
/// - Precondition: The index can be read and has the image and the variant, and the page or the manifest has a text
///   alternative. Otherwise the program stops with the message of the ``ImageIndexError`` and the line of the page, in
///   release builds, too, as it does for an array index out of range: a page without its picture would otherwise be
///   published. Use the functions that throw if the name of an image comes from outside.
public struct RequiredVariant: Sendable {
    private enum Place: Sendable {
        case catalog(ImageCatalog)
        case index(ImageIndex)
    }

    private let place: Place
    private let id: String
    private let name: String

    init(_ variant: CatalogVariant) {
        place = .catalog(variant.image.catalog)
        id = variant.image.id
        name = variant.name
    }

    init(_ index: ImageIndex, _ id: String, _ name: String) {
        place = .index(index)
        self.id = id
        self.name = name
    }

    private func index() throws(ImageIndexError) -> ImageIndex {
        switch place {
        case .catalog(let catalog): try catalog.index()
        case .index(let index): index
        }
    }

    /// Returns the variant from the index.
    public func variant(file: StaticString = #fileID, line: UInt = #line) -> ImageIndex.Variant {
        Required.value(file, line) { () throws(ImageIndexError) in try index().image(id).variant(name) }
    }

    /// Returns a `<picture>` that includes the image's alternatives for media conditions; see
    /// ``ImageIndex/picture(_:_:sizes:alt:options:)``.
    public func picture(
        sizes: String? = nil, alt: String? = nil, options: PictureOptions = PictureOptions(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().picture(id, name, sizes: sizes, alt: alt, options: options)
        }
    }

    /// Returns a single `<img>`; see ``ImageIndex/Entry/img(_:format:sizes:alt:options:)``.
    public func img(
        format: String? = nil, sizes: String? = nil, alt: String? = nil,
        options: PictureOptions = PictureOptions(), file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).img(name, format: format, sizes: sizes, alt: alt, options: options)
        }
    }

    /// Returns the address of one file; see ``ImageIndex/Entry/url(of:width:format:)``.
    public func url(
        width: Int? = nil, format: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).url(of: name, width: width, format: format)
        }
    }

    /// Returns the value of `srcset`; see ``ImageIndex/Entry/srcset(_:format:)``.
    public func srcset(
        format: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).srcset(name, format: format)
        }
    }

    /// Returns the preloads of the picture and of its alternatives for media conditions; see
    /// ``ImageIndex/preload(_:_:sizes:)``.
    public func preload(
        sizes: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().preload(id, name, sizes: sizes)
        }
    }

    /// Returns the value of `background-image`; see ``ImageIndex/Entry/backgroundImage(_:width:)``.
    public func backgroundImage(
        width: Int? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).backgroundImage(name, width: width)
        }
    }

    /// Returns the `<meta>` tags of Open Graph; see ``ImageIndex/Entry/openGraph(_:site:alt:)``.
    public func openGraph(
        site: String, alt: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).openGraph(name, site: site, alt: alt)
        }
    }

    /// Returns structured data for search engines; see
    /// ``ImageIndex/Entry/structuredData(_:site:license:acquireLicensePage:creditText:)``.
    public func structuredData(
        site: String, license: String? = nil, acquireLicensePage: String? = nil, creditText: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).structuredData(
                name, site: site, license: license, acquireLicensePage: acquireLicensePage,
                creditText: creditText)
        }
    }
}

extension RequiredVariant {
    /// A variant of an image without a text alternative, which the functions therefore require.
    public struct Undescribed: Sendable {
        /// The same variant, for functions that need no text alternative.
        public let described: RequiredVariant

        init(_ variant: CatalogVariant.Undescribed) {
            described = RequiredVariant(variant.described)
        }

        /// Returns the variant from the index.
        public func variant(file: StaticString = #fileID, line: UInt = #line) -> ImageIndex.Variant {
            described.variant(file: file, line: line)
        }

        /// Returns a `<picture>`; see ``RequiredVariant/picture(sizes:alt:options:file:line:)``.
        public func picture(
            sizes: String? = nil, alt: String, options: PictureOptions = PictureOptions(),
            file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.picture(sizes: sizes, alt: alt, options: options, file: file, line: line)
        }

        /// Returns a single `<img>`; see ``RequiredVariant/img(format:sizes:alt:options:file:line:)``.
        public func img(
            format: String? = nil, sizes: String? = nil, alt: String,
            options: PictureOptions = PictureOptions(), file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.img(format: format, sizes: sizes, alt: alt, options: options, file: file, line: line)
        }

        /// Returns the address of one file; see ``RequiredVariant/url(width:format:file:line:)``.
        public func url(
            width: Int? = nil, format: String? = nil, file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.url(width: width, format: format, file: file, line: line)
        }

        /// Returns the value of `srcset`; see ``RequiredVariant/srcset(format:file:line:)``.
        public func srcset(
            format: String? = nil, file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.srcset(format: format, file: file, line: line)
        }

        /// Returns the preloads of the picture; see ``RequiredVariant/preload(sizes:file:line:)``.
        public func preload(
            sizes: String? = nil, file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.preload(sizes: sizes, file: file, line: line)
        }

        /// Returns the value of `background-image`; see ``RequiredVariant/backgroundImage(width:file:line:)``.
        public func backgroundImage(
            width: Int? = nil, file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.backgroundImage(width: width, file: file, line: line)
        }

        /// Returns the `<meta>` tags of Open Graph; see ``RequiredVariant/openGraph(site:alt:file:line:)``.
        public func openGraph(
            site: String, alt: String, file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.openGraph(site: site, alt: alt, file: file, line: line)
        }

        /// Returns structured data for search engines; see
        /// ``RequiredVariant/structuredData(site:license:acquireLicensePage:creditText:file:line:)``.
        public func structuredData(
            site: String, license: String? = nil, acquireLicensePage: String? = nil,
            creditText: String? = nil, file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.structuredData(
                site: site, license: license, acquireLicensePage: acquireLicensePage,
                creditText: creditText, file: file, line: line)
        }
    }
}
