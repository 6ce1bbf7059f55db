import AlcedoBase
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest

/// The content of a report, except for the pictures.
struct ReportData: Sendable {
    /// A problem and its remedy.
    struct Notice: Hashable, Sendable {
        /// The id of the image.
        var source: String
        var text: String
    }

    /// The manifest as the user named it.
    var manifest: String
    /// The program that wrote the index.
    var generator: String
    /// The URL of the files' folder in pages.
    var baseURL: String
    /// The patterns that select images; empty for all images.
    var selection: [String]
    /// The images, in the manifest's order.
    var sources: [ReportSource]
    /// The failures of the last build.
    var failures: [BuildFailure] = []
    /// What the failures mean for the files, in a sentence; `nil` if nothing failed.
    var failureNote: String?
    /// Sources without an entry first, then problems of entries, then problems of files.
    var notices: [Notice] = []

    /// What the last build changed.
    var change: ReportChange?

    var totals: ReportTotals { ReportTotals(sources) }

    /// - Parameters:
    ///   - selected: Returns whether an image is requested.
    ///   - ids: The ids in the manifest, in its order.
    ///   - last: The failures of the last build.
    ///   - former: The index before the last build that changed it, and the time of that build.
    ///   - indexDate: The modification time of the index, in nanoseconds since 1970.
    init(
        _ index: ImageIndex, manifest: String, selection: [String], selected: (String) -> Bool, ids: [String],
        last: LastFailures?, former: (index: ImageIndex, moment: Int)? = nil, indexDate: Int
    ) {
        self.manifest = manifest
        self.selection = selection
        generator = index.generator
        baseURL = index.baseURL
        sources = index.entries.filter { selected($0.id) }.map { ReportSource(id: $0.id, entry: $0.image) }
        if let former {
            let before = former.index.entries.filter { selected($0.id) }.map {
                ReportSource(id: $0.id, entry: $0.image)
            }
            let change = ReportChange(before, &sources, moment: former.moment)
            if !change.isEmpty { self.change = change }
        }
        if let last {
            let said = last.said.filter { selected($0.failure.source) }
            failures = said.map(\.failure)
            if !said.isEmpty {
                failureNote = Self.note(last, of: Set(said.map(\.moment)).sorted(), indexDate: indexDate)
            }
        }
        let failed = Set(failures.map(\.source))
        for id in ids where selected(id) && index.images[id] == nil && !failed.contains(id) {
            notices.append(
                Notice(source: id, text: "it is in the manifest, but not published by any build; build it"))
        }
        let named = Set(ids)
        for source in sources {
            if source.entry.stale == true {
                notices.append(
                    Notice(
                        source: source.id,
                        text: "it failed, and the files of an earlier build are shown"))
            }
            if !named.contains(source.id) {
                notices.append(
                    Notice(
                        source: source.id,
                        text: "it is no longer in the manifest; the next build drops it"))
            }
        }
    }

    /// - Parameter moments: The times of the builds that reported the failures.
    private static func note(_ last: LastFailures, of moments: [Int], indexDate: Int) -> String {
        let texts = moments.map(ReportNumber.moment)
        let builds =
            texts.count == 1
            ? "The build of \(texts[0])"
            : "The builds of \(texts.dropLast().joined(separator: ", ")) and \(texts[texts.count - 1])"
        if indexDate > last.moment {
            return
                "\(builds) reported this. The index is newer: it was replaced by another one since, "
                + "so this may be out of date."
        }
        let older =
            last.isPublished ? "" : " The last build published nothing: the files shown here are older."
        if moments.count > 1 {
            return "\(builds) reported this, each for the images that it made.\(older)"
        }
        if moments != [last.moment] {
            return "\(builds) reported this; later builds made other images only.\(older)"
        }
        return last.isPublished
            ? "\(builds) reported this, and published everything else."
            : "\(builds) reported this, and published nothing: the files shown here are older."
    }
}
