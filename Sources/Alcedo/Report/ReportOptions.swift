/// How a report is made.
public struct ReportOptions: Hashable, Sendable {
    /// The page, relative to the current directory.
    public var destination: String
    /// Whether pictures are referred to where they are, instead of being in the page.
    public var isLinked = false
    /// Whether originals are shown beside what was made of them, as far as browsers show their formats.
    public var showsOriginals = false
    /// The most bytes that pictures may take in the page.
    public var limit = 100_000_000

    /// The usual report: everything is in the page, but for the originals.
    public init(destination: String = "report.html") {
        self.destination = destination
    }
}

/// What a report shows.
public struct ReportResult: Hashable, Sendable {
    /// Images of the index.
    public var sources = 0
    /// Files of their variants, inline ones among them.
    public var files = 0
    /// What failed in the last build.
    public var failures = 0
    /// What else is wrong: sources that have no entry, files that are not what the index says.
    public var notices = 0
    /// The size of the page.
    public var bytes = 0
}

/// A report that would be larger than it may be.
public struct ReportTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the pictures would take in the page, in bytes.
    public var bytes: Int
    /// What they may take, in bytes.
    public var limit: Int

    /// `the pictures would take 312.4 MB of the page, more than the 100.0 MB of --max-size; …`
    public var description: String {
        "the pictures would take \(ReportNumber.bytes(bytes)) of the page, more than the "
            + "\(ReportNumber.bytes(limit)) of --max-size; choose some with --only, or leave the files where they are "
            + "with --linked"
    }
}
