/// Options for a report.
public struct ReportOptions: Hashable, Sendable {
    /// The path of the page, relative to the current directory; `nil` for `report.html` in the folder of the cache, which git
    /// ignores.
    public var destination: String?
    /// Whether the page links to pictures instead of embedding them.
    public var isLinked = false
    /// Whether originals are shown beside their variants, as far as browsers support their formats.
    public var showsOriginals = false
    /// The maximum number of bytes of the pictures in the page.
    public var limit = 100_000_000

    /// Creates options for the default report, which embeds everything except the originals.
    public init(destination: String? = nil) {
        self.destination = destination
    }
}

/// The contents of a report.
public struct ReportResult: Hashable, Sendable {
    /// The number of images in the report.
    public var sources = 0
    /// The number of files of their variants, including inline files.
    public var files = 0
    /// The number of failures in the last build.
    public var failures = 0
    /// The number of other problems: sources without an entry, files that differ from the index.
    public var notices = 0
    /// The size of the page in bytes.
    public var bytes = 0
    /// The absolute path of the page.
    public var path = ""
    /// The path of an earlier report in the current directory, where earlier versions wrote it. It stays.
    public var former: String?
}
