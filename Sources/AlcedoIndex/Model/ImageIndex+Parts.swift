extension ImageIndex {
    /// The root of an index in parts: what `index.json` is if the manifest says `index: { split: 1000 }`.
    ///
    /// An index of a million images has gigabytes, of which a page needs a few lines. In parts, a build writes the
    /// files that changed, and a program reads the files that it needs:
    ///
    /// ```swift
    /// let parts = try ImageIndex.Parts(contentsOf: "Public/images/index.json")
    /// let index = try parts.index(of: ["kingfisher.jpg", "heron.jpg"])
    /// ```
    ///
    /// ``ImageIndex/init(contentsOf:)`` reads both forms, and all images at once. Each part is an index of its own, in the
    /// format of ``ImageIndex``. Its name depends on its content, so a part that is read never changes.
    public struct Parts: Codable, Hashable, Sendable {
        /// The version of the format.
        public static let version = 2

        /// A file that the root names.
        public struct File: Codable, Hashable, Sendable {
            /// The size in bytes.
            public var bytes: Int
            /// The number of images.
            public var count: Int
            /// The SHA-256 digest of the bytes, as in `integrity` attributes.
            public var digest: String
            /// The path, relative to the folder of the root.
            public var file: String
            /// The smallest id in the file, by the bytes of its UTF-8; `nil` for the order.
            public var first: String?

            package init(bytes: Int, count: Int, digest: String, file: String, first: String? = nil) {
                self.bytes = bytes
                self.count = count
                self.digest = digest
                self.file = file
                self.first = first
            }
        }

        /// The version of the format: 2.
        public var version = Self.version
        /// The address of the variants' folder in pages, as in the manifest: `/images`.
        public var baseURL: String
        /// The program that wrote the file, with its version.
        public var generator: String
        /// The file with the ids of all images in the manifest's order.
        public var order: File
        /// The files with the images, sorted by id.
        public var parts: [File]
        /// The icons of the site, if the manifest asks for them.
        public internal(set) var siteIcons: ImageIndex.Favicon?
        /// The folder of the root, from which its paths start.
        public internal(set) var folder = ""

        private enum CodingKeys: CodingKey {
            case version, baseURL, generator, order, parts, siteIcons
        }

        package init(
            baseURL: String, generator: String, order: File, parts: [File],
            siteIcons: ImageIndex.Favicon? = nil
        ) {
            self.baseURL = baseURL
            self.siteIcons = siteIcons
            self.generator = generator
            self.order = order
            self.parts = parts
        }

        /// The number of images in all parts.
        public var count: Int { parts.reduce(0) { $0 + $1.count } }

        /// The part that has the image with this id, if there is one; `nil` if no part can have it.
        public func part(of id: String) -> File? {
            var (low, high) = (0, parts.count)
            while low < high {
                let middle = (low + high) / 2
                if ImageIndex.stands(id, before: parts[middle].first ?? "") {
                    high = middle
                } else {
                    low = middle + 1
                }
            }
            return low == 0 ? nil : parts[low - 1]
        }
    }
}
