/// One variant of an image, for places that cannot throw: the result builders in which Swim, Plot and Ignite have pages
/// written.
///
/// ```swift
/// Images.kingfisher.hero.required.picture(sizes: "100vw")
/// try index.required("kingfisher.jpg", "hero").img(alt: "A kingfisher")
/// ```
///
/// - Precondition: The image and the variant are in the index, the index can be read, and the page or the manifest has a
///   text alternative. Otherwise the program stops with the message of the ``ImageIndexError`` and the line of the page, as
///   it does for an index beyond the end of an array, in release builds, too: a page that is generated without its picture
///   would be published. Where the name of an image comes from outside, use the functions that throw.
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

    /// The variant as the index has it.
    public func variant(file: StaticString = #fileID, line: UInt = #line) -> ImageIndex.Variant {
        Required.value(file, line) { () throws(ImageIndexError) in try index().image(id).variant(name) }
    }

    /// A `<picture>`, with what the image has for media conditions; see
    /// ``ImageIndex/picture(_:_:sizes:alt:options:)``.
    public func picture(
        sizes: String? = nil, alt: String? = nil, options: PictureOptions = PictureOptions(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().picture(id, name, sizes: sizes, alt: alt, options: options)
        }
    }

    /// An `<img>` alone; see ``ImageIndex/Entry/img(_:format:sizes:alt:options:)``.
    public func img(
        format: String? = nil, sizes: String? = nil, alt: String? = nil,
        options: PictureOptions = PictureOptions(), file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).img(name, format: format, sizes: sizes, alt: alt, options: options)
        }
    }

    /// The address of one file; see ``ImageIndex/Entry/url(of:width:format:)``.
    public func url(
        width: Int? = nil, format: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).url(of: name, width: width, format: format)
        }
    }

    /// The value of `srcset`; see ``ImageIndex/Entry/srcset(_:format:)``.
    public func srcset(
        format: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).srcset(name, format: format)
        }
    }

    /// The value of `background-image`; see ``ImageIndex/Entry/backgroundImage(_:width:)``.
    public func backgroundImage(
        width: Int? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).backgroundImage(name, width: width)
        }
    }

    /// The `<meta>` tags of Open Graph; see ``ImageIndex/Entry/openGraph(_:site:alt:)``.
    public func openGraph(
        site: String, alt: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> String {
        Required.value(file, line) { () throws(ImageIndexError) in
            try index().image(id).openGraph(name, site: site, alt: alt)
        }
    }

    /// Structured data for search engines; see
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
    /// The same for an image without a text alternative: the compiler asks for one.
    public struct Undescribed: Sendable {
        /// The same, for what needs no text.
        public let described: RequiredVariant

        init(_ variant: CatalogVariant.Undescribed) {
            described = RequiredVariant(variant.described)
        }

        /// The variant as the index has it.
        public func variant(file: StaticString = #fileID, line: UInt = #line) -> ImageIndex.Variant {
            described.variant(file: file, line: line)
        }

        /// A `<picture>`; see ``RequiredVariant/picture(sizes:alt:options:file:line:)``.
        public func picture(
            sizes: String? = nil, alt: String, options: PictureOptions = PictureOptions(),
            file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.picture(sizes: sizes, alt: alt, options: options, file: file, line: line)
        }

        /// An `<img>` alone; see ``RequiredVariant/img(format:sizes:alt:options:file:line:)``.
        public func img(
            format: String? = nil, sizes: String? = nil, alt: String,
            options: PictureOptions = PictureOptions(), file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.img(format: format, sizes: sizes, alt: alt, options: options, file: file, line: line)
        }

        /// The address of one file; see ``RequiredVariant/url(width:format:file:line:)``.
        public func url(
            width: Int? = nil, format: String? = nil, file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.url(width: width, format: format, file: file, line: line)
        }

        /// The value of `srcset`; see ``RequiredVariant/srcset(format:file:line:)``.
        public func srcset(
            format: String? = nil, file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.srcset(format: format, file: file, line: line)
        }

        /// The value of `background-image`; see ``RequiredVariant/backgroundImage(width:file:line:)``.
        public func backgroundImage(
            width: Int? = nil, file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.backgroundImage(width: width, file: file, line: line)
        }

        /// The `<meta>` tags of Open Graph; see ``RequiredVariant/openGraph(site:alt:file:line:)``.
        public func openGraph(
            site: String, alt: String, file: StaticString = #fileID, line: UInt = #line
        ) -> String {
            described.openGraph(site: site, alt: alt, file: file, line: line)
        }

        /// Structured data for search engines; see
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
