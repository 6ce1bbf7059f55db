public import AlcedoBase
public import AlcedoIndex

extension SitePages {
    /// The result of rewriting the pages of a site.
    public struct Result: Hashable, Sendable {
        /// Number of pages that were read.
        public var pages = 0
        /// Number of pages that were changed.
        public var changed = 0
        /// Number of style sheets that were changed.
        public var styleSheets = 0
        /// Number of files written to another folder, pages and all others.
        public var written = 0
        /// Number of replaced `<img>` elements.
        public var pictures = 0
        /// Number of other addresses that now lead to files of the index, in pages and in style sheets.
        public var mended = 0
        /// Number of `<img>` elements in all pages.
        public var images = 0
        /// Number of `<img>` elements that show other images.
        public var foreign = 0
        /// The first three of these.
        public var foreignExamples: [Address] = []
        /// Number of `<img>` elements that show pictures of the site that are not in the index; a part of ``foreign``.
        public var unbuilt = 0
        /// The first of these.
        public var unbuiltExample: Address?
        /// The first address of a picture that would be one of the index if the site had another address, and that.
        package var likelySite: LikelySite?
        /// Number of `<img>` elements whose image or variant is ambiguous; each has a warning.
        public var undecided = 0
        /// Number of images of the index on the new pages.
        public var shown = 0
        /// The images of the index that no page and no style sheet names, by id.
        public var unshown: [String] = []
        /// Addresses of pictures in the site that lead to no file.
        public var missing: [Address] = []
        /// Number of these that lead to an original of the index.
        package var unpublished = 0
        /// Warnings with their places.
        public var warnings: [Diagnostic] = []
        /// Errors with their places, because of which no file was changed.
        public var mistakes: [Diagnostic] = []

        /// Creates an empty result.
        public init() {}
    }

    /// An address that the site probably has.
    package struct LikelySite: Hashable, Sendable {
        /// `https://example.org/blog`; `https://…/blog` if its host is unknown.
        package var site: String
        /// The first address of a picture in it.
        package var address: Address
    }

    /// An address of a picture in pages.
    public struct Address: Hashable, Sendable {
        /// The address as written in the pages.
        public var address: String
        /// The place of its first occurrence.
        public var place: Diagnostic.Location
        /// An address that is probably meant: that of an image with a similar name.
        public var suggestion: String?
        /// The number of occurrences.
        public var count = 1
    }
}

extension SitePages.Result {
    /// Returns an explanation if the pages show no image of a non-empty index; otherwise `nil`.
    public func reasonForNothing(of index: ImageIndex) -> Diagnostic? {
        guard pictures == 0, let first = index.entries.first else { return nil }
        if undecided > 0, images == foreign + undecided {
            let variants = Set(index.images.values.flatMap(\.variants.keys)).sorted()
            let options = variants.map { "--variant \($0)" }.joined(separator: " or ")
            return Diagnostic(
                .error,
                "no picture was put in: the variant for \(Figures.counted(undecided, "<img>", "<img>")) is not clear; "
                    + (variants.count > 1 ? "give \(options), or follow the warnings" : "follow the warnings")
            )
        }
        guard shown == 0 else { return nil }
        guard pages > 0 else {
            return Diagnostic(
                .error, "there is no .html or .htm file; name the folder with the generated pages")
        }
        guard images > 0 else {
            return Diagnostic(
                .warning, "no page has an <img>, so there was nothing to replace")
        }
        var looked = ["/" + first.id]
        if let path = first.image.source.path.map({ "/" + $0 }) ?? first.image.source.url, path != looked[0] {
            looked.append(path)
        }
        let variants = first.image.variants.sorted { $0.key < $1.key }
        if let file = variants.lazy.flatMap(\.value.formats).flatMap(\.files).first(where: { $0.file != nil })
        {
            looked.append(file.url)
        }
        let names = looked.map { "'\($0)'" }.joined(separator: ", ")
        let count = Figures.counted(index.order.count, "picture")
        var text =
            "\(Figures.grouped(images)) <img> in \(Figures.counted(pages, "page")), and none shows a picture of the index; "
            + "looked for ids, paths, files and copies of \(count), such as \(names)"
        if !foreignExamples.isEmpty {
            let found = foreignExamples.map { "'\($0.address.prefix(100))' (\($0.place))" }
            text += "; found \(found.joined(separator: ", "))"
        }
        text +=
            "; use 'root' or 'id' in the manifest to give pictures the ids that pages use, or give the address of the site with --site"
        if let likelySite {
            text += "; \(likelySite.address.address.prefix(100)) is one if that is \(likelySite.site)"
        }
        return Diagnostic(.error, text)
    }
}
