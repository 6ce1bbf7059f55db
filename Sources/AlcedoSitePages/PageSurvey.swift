import AlcedoBase
import AlcedoIndex
import AlcedoLoading
import AlcedoPages
import AlcedoTools

/// All names in the pages of a site, collected before any page is changed.
struct PageSurvey {
    private let index: ImageIndex
    private let folder: String
    private let files: SiteFolder
    private let output: (name: String, files: SiteFolder)?
    private let tellsForeign: Bool
    private let isStrict: Bool
    private let names: ImageNames
    private var counts = SitePages.Result()
    private var shown: Set<String> = []
    // Warnings about links, which several walks may report.
    private var reported: Set<String> = []
    // Paths below the site.
    private var named: Set<String> = []
    // Whether a file exists, by address, and addresses of the index without a file.
    private var known: [Place: Bool] = [:]
    private var lost: [PageRewriter.Reference] = []
    private var lostPlaces: Set<Place> = []
    private var missing: [Place: Int] = [:]
    // Digests of sources by their sizes.
    private let originals: [Int: Set<String>]

    private struct Place: Hashable {
        var path: String?
        var hostPath: String
    }

    /// - Parameter output: The folder for the new pages, if it is another folder; its files count as well.
    init(
        index: ImageIndex, rewriter: PageRewriter, folder: String, files: SiteFolder,
        output: (name: String, files: SiteFolder)?, tellsForeign: Bool, isStrict: Bool
    ) {
        self.index = index
        self.folder = folder
        self.files = files
        self.output = output
        self.tellsForeign = tellsForeign
        self.isStrict = isStrict
        names = ImageNames(index, rewriter)
        originals = index.images.values.reduce(into: [:]) { originals, image in
            originals[image.source.bytes, default: []].insert(image.source.digest)
        }
    }

    private mutating func addLinks(_ walk: GlobWalker.Result) {
        for warning in walk.warnings where reported.insert(warning).inserted { warn(folder + "/" + warning) }
    }

    /// Adds warnings for files that are not copied to another folder.
    mutating func addLeftOut(_ walk: GlobWalker.Result) {
        addLinks(walk)
        warn(
            of: walk.linkedFolders, "link to a folder in the site is left out",
            "links to folders in the site are left out",
            "copy the folder to where pages need it")
        warn(
            of: walk.systemFolders, "folder that a system keeps for itself is left out",
            "folders that a system keeps for itself are left out", "rename what belongs to the site")
        let others = walk.hidden.filter { path in
            let name = path.split(separator: "/").last ?? ""
            return !SitePages.hiddenBesideSites.contains { name.hasPrefix($0) }
        }
        warn(
            of: others, "hidden name is left out", "hidden names are left out",
            "only \(SitePages.hiddenOfSites.joined(separator: ", ")) are copied")
    }

    /// Adds warnings for XHTML pages, which are not rewritten: an `<img>` may have an end tag, and new elements must be XML.
    mutating func addPassedOver(_ pages: [String]) {
        warn(
            of: pages, "XHTML page is left as it is", "XHTML pages are left as they are",
            "generate .html instead"
        )
    }

    private mutating func warn(of names: [String], _ one: String, _ many: String, _ advice: String) {
        guard let first = names.first else { return }
        let example = names.count == 1 ? ": " : ", such as "
        warn("\(Figures.counted(names.count, one, many))\(example)\(folder)/\(first); \(advice)")
    }

    /// Adds warnings for names that could not be read.
    mutating func add(_ walk: GlobWalker.Result) {
        addLinks(walk)
        for name in walk.unnamed {
            warn("the name '\(folder)/\(name)' is not UTF-8, so the page is left as it is")
        }
    }

    mutating func add(_ page: SitePages.Page, at name: String) {
        switch page {
        case .report: return
        case .wide:
            counts.pages += 1
            warnOfWide("page", name)
        case .rewritten(let page):
            counts.pages += 1
            counts.images += page.images
            counts.pictures += page.replaced
            counts.mended += page.mended
            if page.replaced + page.mended > 0 { counts.changed += 1 }
            for notice in page.notices { add(notice, at: name) }
            add(page, at: name)
        }
    }

    private mutating func add(_ notice: PageRewriter.Notice, at name: String) {
        let place = Diagnostic.Location(
            file: folder + "/" + name, line: notice.line, column: notice.column)
        if notice.isMistake {
            counts.mistakes.append(Diagnostic(.error, notice.message, at: place))
            return
        }
        guard notice.isForeign else {
            counts.undecided += 1
            counts.warnings.append(Diagnostic(.warning, notice.message, at: place))
            return
        }
        if !notice.isReference {
            counts.foreign += 1
            if counts.foreignExamples.count < 3 {
                counts.foreignExamples.append(.init(address: notice.address, place: place))
            }
        }
        let isUnbuilt = notice.isFileOfSite && ImageNames.isPicture(notice.address)
        if isUnbuilt {
            counts.unbuilt += 1
            if counts.unbuiltExample == nil {
                counts.unbuiltExample = .init(address: notice.address, place: place)
            }
        }
        noteSite(behind: notice.address, at: place)
        // Other addresses are only noted if they are of the site.
        let isError = isStrict && (notice.isReference || !ImageNames.isElsewhere(notice.address))
        guard isError || tellsForeign else { return }
        var message = notice.message
        if isUnbuilt {
            message += "; if it is new, run 'alcedo build' again"
        } else if let meant = names.suggestion(for: notice.address) {
            message += "; did you mean '\(meant)'?"
        } else if isError {
            // A style sheet has no elements.
            let isSheet = name.lowercased().hasSuffix(".css")
            message +=
                "; add it to the manifest" + (isSheet ? "" : ", or give its element data-alcedo=\"off\"")
        }
        if isError {
            counts.mistakes.append(Diagnostic(.error, message, at: place))
        } else {
            counts.warnings.append(Diagnostic(.warning, message, at: place))
        }
    }

    /// Whether the pages must not be written.
    var hasMistakes: Bool { !counts.mistakes.isEmpty }

    /// Warns of a file in UTF-16.
    mutating func warnOfWide(_ what: String, _ name: String) {
        warn(
            "the \(what) is UTF-16, so it is left as it is; write it as UTF-8",
            at: Diagnostic.Location(file: folder + "/" + name, line: 1, column: 1))
    }

    /// Warns of a style sheet that pages name with its digest, so that it cannot be changed.
    mutating func warnOfPinned(_ name: String) {
        warn(
            "\(folder)/\(name) names pictures and is left as it is, because pages have its digest ('integrity'); make that "
                + "after 'alcedo html', or leave it out")
    }

    mutating func add(styleSheet: PageRewriter.Page, at name: String) {
        counts.mended += styleSheet.mended
        if styleSheet.mended > 0 { counts.styleSheets += 1 }
        for notice in styleSheet.notices { add(notice, at: name) }
        add(styleSheet, at: name)
    }

    /// Adds the addresses in a text that stays as it is, such as a feed.
    mutating func add(text: PageRewriter.Page, at name: String) { add(text, at: name) }

    private mutating func add(_ page: PageRewriter.Page, at name: String) {
        shown.formUnion(page.shown)
        for reference in page.references where !Task.isCancelled {
            if let path = reference.path { named.insert(path) }
            guard reference.kind != .other else { continue }
            let place = Place(path: reference.path, hostPath: reference.hostPath)
            let isThere = known[place] ?? (files.has(reference) || output?.files.has(reference) == true)
            known[place] = isThere
            guard !isThere else { continue }
            let location = Diagnostic.Location(
                file: folder + "/" + name, line: reference.line, column: reference.column)
            if isStrict, let fault = reference.fault {
                counts.mistakes.append(Diagnostic(.error, fault, at: location))
            }
            if reference.kind == .new {
                if lostPlaces.insert(place).inserted { lost.append(reference) }
            } else if let number = missing[place] {
                counts.missing[number].count += 1
            } else {
                missing[place] = counts.missing.count
                if reference.fault != nil { counts.unpublished += 1 }
                noteSite(behind: reference.address, at: location)
                counts.missing.append(
                    .init(
                        address: reference.address, place: location,
                        suggestion: reference.fault == nil
                            ? names.suggestion(for: reference.address) : nil))
            }
        }
    }

    /// Notes the first picture of the index below an address that is not known to be that of the site.
    private mutating func noteSite(behind address: String, at place: Diagnostic.Location) {
        guard let site = names.likelySite(behind: address) else { return }
        if let first = counts.likelySite {
            if first.site == site { counts.likelySite?.address.count += 1 }
        } else {
            counts.likelySite = .init(site: site, address: .init(address: address, place: place))
        }
    }

    private mutating func warn(_ message: String, at place: Diagnostic.Location? = nil) {
        counts.warnings.append(Diagnostic(.warning, message, at: place))
    }

    /// Rejects pages that would refer to missing files.
    /// - Throws: `ToolError.noFiles(address:file:others:baseURL:)`.
    func check() throws(ToolError) {
        guard let first = lost.first else { return }
        let root = output?.name ?? folder
        throw .noFiles(
            address: first.address, file: first.path.map { root + "/" + $0 }, others: lost.count - 1,
            baseURL: index.baseURL)
    }

    /// Returns the result for all pages.
    func result() -> SitePages.Result {
        var result = counts
        // A file that pages name may be the source of an image with another id.
        let copies = named.filter(mayBeSource)
        let digests = Set(shown.compactMap { index[$0]?.source.digest } + copies.compactMap(files.digest))
        result.unshown = index.entries.filter { id, image in
            !shown.contains(id) && (image.source.digest.isEmpty || !digests.contains(image.source.digest))
        }
        .map(\.id)
        result.shown = index.order.count - result.unshown.count
        return result
    }

    /// Whether a file has the size of an original.
    func mayBeSource(_ file: String) -> Bool { files.bytes(at: file).map { originals[$0] != nil } ?? false }

    /// Whether a file is an original that no page and no style sheet names.
    func isUnusedSource(_ file: String) -> Bool {
        guard !named.contains(file), let bytes = files.bytes(at: file), let digests = originals[bytes]
        else { return false }
        return files.digest(at: file).map(digests.contains) ?? false
    }
}
