public import AlcedoBase
import AlcedoCache
import AlcedoIndex
import AlcedoLoading
public import AlcedoManifest

/// An HTML page about the images of a site: their variants, their costs, and what failed.
///
/// ```swift
/// let result = try SiteReport(options: BuildOptions(manifest: "images.yml")).write()
/// ```
public struct SiteReport: Sendable {
    private let options: BuildOptions
    private let manifest: Manifest?
    private let extensions: SiteExtensions
    private let environment: [String: String]

    /// Creates a report on the site of a manifest. Reads nothing yet.
    ///
    /// - Parameters:
    ///   - manifest: The manifest, unless it is read from the file that the options name.
    ///   - extensions: The names that the program adds to those of manifests.
    public init(
        options: BuildOptions, manifest: Manifest? = nil, extensions: SiteExtensions = SiteExtensions(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.options = options
        self.manifest = manifest
        self.extensions = extensions
        self.environment = environment
    }

    /// Writes an HTML page that shows every image of the index with its variants side by side, their costs, and the
    /// failures of the last build.
    ///
    /// The page loads nothing from elsewhere. It is written atomically; nothing else is written, and no picture is
    /// decoded. `BuildOptions.only` selects images.
    ///
    /// - Throws: `ManifestMistakes`; `ImageIndexError` before the first build; `ToolError.reportTooLarge(bytes:limit:)`;
    ///   `SiteError`, also if the destination exists and is not a report; `CancellationError`.
    public func write(_ report: ReportOptions = ReportOptions()) throws -> ReportResult {
        try SiteError.filing { try written(report) }
    }

    private func written(_ report: ReportOptions) throws -> ReportResult {
        let site = try Site(options, environment: environment, manifest: manifest, extensions: extensions)
        let index = try site.index()
        let destination = report.destination.map(Site.absolute) ?? Self.place(in: site)
        try Self.refuse(report.destination ?? destination, at: destination)

        let resolution = SourceResolver(site.manifest, owned: site.ownedFolders).resolve()
        try Task.checkCancellation()
        if resolution.diagnostics.contains(where: { $0.severity == .error }) {
            throw ManifestMistakes(diagnostics: resolution.diagnostics)
        }
        let ids = resolution.idsInOrder
        let patterns = try options.only.map { text in
            do {
                return try GlobPattern(text)
            } catch {
                throw SiteError.selection("'\(text)': \(error)")
            }
        }
        for pattern in patterns {
            guard (ids + index.order).contains(where: { pattern.matches($0, includingHidden: true) }) else {
                throw SiteError.selection("'\(pattern)' matches no id; a report without --only lists all ids")
            }
        }
        let store = DiskStore(directory: site.cacheDirectory, isReadOnly: true)
        var data = ReportData(
            index, manifest: options.manifest, selection: options.only,
            selected: { id in patterns.isEmpty || patterns.contains { $0.matches(id, includingHidden: true) }
            },
            ids: ids,
            last: LastFailures(stored: store.loadFields(named: LastFailures.name(forOutput: site.output))),
            former: Self.former(LastChange.name(forOutput: site.output), in: store),
            indexDate: try FileSystem.status(of: site.indexPath, followingLinks: true)?.modified ?? 0)
        var pictures = ReportPictures(
            output: site.output, page: FileSystem.folder(of: destination), isLinked: report.isLinked,
            originals: report.showsOriginals ? Self.localFiles(of: resolution.sources) : [:])
        try pictures.find(data.sources, limit: report.limit)
        data.notices += pictures.notices

        // Its markers hide the page from git.
        if report.destination == nil { try DiskStore(directory: site.cacheDirectory).prepareLayout() }
        try FileSystem.writeAtomically(to: destination) { stream in
            try ReportPage(data: data, pictures: pictures).write(to: &stream)
        }
        var result = ReportResult()
        result.sources = data.sources.count
        result.files = data.sources.reduce(0) { $0 + $1.files.count }
        result.failures = data.failures.count
        result.notices = data.notices.count
        result.bytes = try FileSystem.status(of: destination)?.size ?? 0
        result.path = destination
        let former = Site.absolute(DiskStore.reportName)
        if report.destination == nil, former != destination, try Self.isReport(former) {
            result.former = former
        }
        return result
    }

    /// The index before the last change; `nil` if there was none, or the cache has forgotten it.
    private static func former(_ name: String, in store: DiskStore) -> (index: ImageIndex, moment: Int)? {
        guard let change = LastChange(stored: store.loadFields(named: name)),
            let data = store.data(for: change.index)
        else { return nil }
        do {
            return (try ImageIndex(data: data), change.moment)
        } catch {
            return nil
        }
    }

    private static func localFiles(of sources: [ResolvedSource]) -> [String: String] {
        var files: [String: String] = [:]
        for source in sources {
            if let path = source.file { files[source.id] = path }
        }
        return files
    }

    /// Result of a clean-up.
    package struct CleanResult: Hashable, Sendable {
        /// Number of files deleted.
        package var deleted = 0
        /// The path of a file that stands where the report would be, but is not a report.
        package var left: String?
    }

    /// Deletes the report in the folder of the cache. Pages that were written elsewhere are not known, and stay.
    ///
    /// - Throws: `ManifestMistakes` or `SiteError`.
    package func clean() throws -> CleanResult {
        try SiteError.filing {
            let site = try Site(options, environment: environment, manifest: manifest, extensions: extensions)
            let path = Self.place(in: site)
            var result = CleanResult()
            guard try FileSystem.status(of: path) != nil else { return result }
            if try Self.isReport(path) {
                if try FileSystem.removeFile(at: path) { result.deleted = 1 }
            } else {
                result.left = path
            }
            return result
        }
    }

    private static func place(in site: Site) -> String { site.cacheDirectory + "/" + DiskStore.reportName }

    private static func isReport(_ path: String) throws -> Bool {
        guard try FileSystem.status(of: path)?.kind == .regular else { return false }
        let beginning = try FileSystem.readBeginning(of: path, count: 1024, followingLinks: false)
        return ReportPage.isReport(Array(beginning))
    }

    /// Refuses to overwrite anything but a report.
    private static func refuse(_ written: String, at path: String) throws {
        if try FileSystem.status(of: path) == nil { return }
        if try isReport(path) { return }
        throw SiteError.inTheWay(
            "\(written) exists and is not an Alcedo report; name another file with --to")
    }
}
