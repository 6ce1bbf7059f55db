extension ImageIndex {
    /// The icons of a site in browser tabs, bookmarks and on home screens.
    public struct Favicon: Codable, Hashable, Sendable {
        /// The files, first those that browsers choose last.
        public var files: [File]
        /// The folder of the files, relative to the output folder: `..` for the one above it.
        public var folder: String
        /// The path of the picture that they are made from, relative to the manifest.
        public var source: String
        /// The color of the browser around the page, if the manifest has one.
        public var themeColor: String?

        /// Creates icons.
        public init(files: [File], folder: String, source: String, themeColor: String? = nil) {
            self.files = files
            self.folder = folder
            self.source = source
            self.themeColor = themeColor
        }

        /// A file of the set.
        public struct File: Codable, Hashable, Sendable {
            /// The size in bytes.
            public var bytes: Int
            /// The digest of the bytes in the form of subresource integrity; `nil` for the source itself, if it is an SVG that
            /// already stands at this place.
            public var digest: String?
            /// The name in the folder: `favicon.ico`.
            public var file: String
            /// The `rel` of its link in pages; `nil` for a file that only the web app manifest names.
            public var rel: String?
            /// The sizes, as in the HTML attribute `sizes`; `nil` without pixels.
            public var sizes: String?
            /// The media type.
            public var type: String
            /// The percent-encoded address.
            public var url: String

            /// Creates a file.
            public init(
                bytes: Int, digest: String?, file: String, rel: String? = nil, sizes: String? = nil,
                type: String, url: String
            ) {
                self.bytes = bytes
                self.digest = digest
                self.file = file
                self.rel = rel
                self.sizes = sizes
                self.type = type
                self.url = url
            }
        }
    }
}
