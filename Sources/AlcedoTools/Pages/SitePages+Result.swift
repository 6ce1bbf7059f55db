public import AlcedoBase
public import AlcedoIndex

extension SitePages {
    /// What became of them.
    public struct Result: Hashable, Sendable {
        /// Pages that were read.
        public var pages = 0
        /// Pages that became others.
        public var changed = 0
        /// Files that were written to another folder, pages and what they name.
        public var written = 0
        /// Pictures that were put in.
        public var pictures = 0
        /// `<img>` elements in all pages.
        public var images = 0
        /// `<img>` elements that show no image of the index.
        public var foreign = 0
        /// The first three of them.
        public var foreignExamples: [Address] = []
        /// `<img>` elements that may show one, of which it is not clear what is to be shown; each has its warning.
        public var undecided = 0
        /// How many images of the index the pages name now.
        public var shown = 0
        /// The images of the index that no page and no style sheet names, by id.
        public var unshown: [String] = []
        /// Addresses of pictures in the site that lead to no file.
        public var missing: [Address] = []
        /// What somebody should know, with its place.
        public var warnings: [Diagnostic] = []

        /// Knows of no page yet.
        public init() {}
    }

    /// An address of a picture in pages.
    public struct Address: Hashable, Sendable {
        /// As it stands in the pages.
        public var address: String
        /// Where it stands first.
        public var place: SourceLocation
        /// In how many places it stands.
        public var count = 1
    }
}

extension SitePages.Result {
    /// What to know where pages show nothing of an index that has images; `nil` where they do.
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
        return Diagnostic(
            .error,
            text
                + "; use 'root' or 'id' in the manifest to give pictures the ids that pages use, or give the address of the site with "
                + "--site")
    }
}
