extension PageRewriter {
    /// A rewritten page.
    public struct Page: Sendable {
        /// The bytes of the page.
        public var bytes: [UInt8]
        /// Number of replaced `<img>` elements.
        public var replaced: Int
        /// Number of other attributes, and addresses in style sheets, that now lead to files of the index.
        public var mended = 0
        /// Problems, in the order of the page.
        public var notices: [Notice]
        /// Number of `<img>` elements in the page.
        public var images = 0
        /// Ids of the images of the index in the rewritten page: shown, linked, or in a style.
        public var shown: Set<String> = []
        /// The addresses of the site in the rewritten page.
        public var references: [Reference] = []
        /// The paths of style sheets whose digests are in the page (`integrity`): browsers refuse them once they change. If the
        /// place of the site on its host is unknown, more folders may be before a path.
        public var pinnedStyleSheets: Set<String> = []
    }

    /// Whether one of the pinned style sheets of pages may be that at a path from the root of the site.
    package func isPinned(_ path: String, among pinned: Set<String>) -> Bool {
        pinned.contains(path) || !place.isKnown && pinned.contains { $0.hasSuffix("/" + path) }
    }

    /// A problem of an element that shows or names an image.
    public struct Notice: Hashable, Sendable {
        /// The line, counted from 1.
        public var line: Int
        /// The column in bytes, counted from 1.
        public var column: Int
        /// The address as written in the page.
        public var address: String
        /// The problem, in one sentence.
        public var message: String
        /// Whether the `<img>` shows an image outside of the index, as most icons do.
        public var isForeign: Bool
        /// Whether such an image is a file of the site.
        package var isFileOfSite = false
        /// Whether it is another address than that of an `<img>`, whose image is outside of the index.
        package var isReference = false
        /// Whether the page has a mistake in what it says to Alcedo: a variant that no image has, an unknown attribute, or
        /// wrong `sizes`.
        public var isMistake = false
    }

    /// An address of the site in a page.
    public struct Reference: Hashable, Sendable {
        /// The origin and purpose of the address.
        public enum Kind: Hashable, Sendable {
            /// A new address of a file of the index.
            case new
            /// A picture that the original page shows, or another address with the name of a picture.
            case picture
            /// Any other address.
            case other
        }

        /// The address as written in the page.
        public var address: String
        /// The decoded path from the root of the site; `nil` for an address outside of the site on its host.
        public var path: String?
        /// The decoded path from the root of the host.
        public var hostPath: String
        /// The origin and purpose of the address.
        public var kind: Kind
        /// The line of its tag in the original page, counted from 1.
        public var line: Int
        /// The column in bytes, counted from 1.
        public var column: Int
        /// Why it leads nowhere and what to do, if it is the address of an image of the index that is not published.
        package var fault: String?
    }
}
