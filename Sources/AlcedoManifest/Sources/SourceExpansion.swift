import AlcedoBase
import AlcedoLoading
import AlcedoRecipes

/// A single pass over the entries of a manifest; see ``SourceResolver`` for the rules.
struct SourceExpansion {
    let manifest: Manifest
    let problems = Problems()
    let owned: [OwnedFolder]
    var files: LocalFiles
    var drafts: [SourceDraft] = []
    // Globs so far, with their entries.
    var globs: [(path: PathSource, entry: SourceEntry, index: Int)] = []
    // Indices of the drafts found by globs, by path.
    var globbed: [String: [Int]] = [:]
    // Folders that a system keeps for itself, which globs have passed by, with the first entry of each.
    var systemFolders: [String: Diagnostic.Location?] = [:]
    // Places in which a picture names itself.
    private var ownNames: Set<Diagnostic.Location> = []
    // Files of fallbacks, by name.
    private var fallbackFiles: [String: LocalFiles.Finding] = [:]
    // Places of fallbacks that cannot be had themselves.
    private var badFallbacks: Set<Diagnostic.Location> = []
    private var steps: StepValues

    init(_ manifest: Manifest, owned: [OwnedFolder]) {
        self.manifest = manifest
        self.owned = owned
        files = LocalFiles(manifest, owned: owned)
        steps = StepValues(manifest.variants)
    }

    mutating func run() -> SourceResolution {
        for (index, entry) in manifest.sources.enumerated() {
            if Task.isCancelled { break }
            switch entry.origin {
            case .path(let path):
                if path.patterns.count == 1, let name = path.patterns[0].pattern.literalPath {
                    resolveFile(name, path, entry, index)
                } else {
                    resolveGlob(path, entry, index)
                }
            case .picture(let origin):
                var draft = SourceDraft(entry, index: index, id: entry.declaredID ?? "", .found(origin))
                draft.isForeign = origin.remote != nil
                drafts.append(draft)
            case .list(let list):
                let reader = SourceListReader(list, entry, index, manifest, steps, problems)
                drafts += reader.read(&files)
            }
        }
        reportDuplicateIDs()
        reportSystemFolders()
        return finish()
    }

    // MARK: - Results

    // Once for all entries: such a folder is in each folder of a network drive.
    private func reportSystemFolders() {
        let found = systemFolders.keys.sorted().filter { folder in
            // Another entry may name it.
            !drafts.contains { $0.shownFile?.utf8.starts(with: (folder + "/").utf8) == true }
        }
        guard let first = found.first else { return }
        let what =
            found.count == 1
            ? "the folder '\(first)', which a system keeps for itself, is left out"
            : "\(found.count) folders that a system keeps for itself are left out, such as '\(first)'"
        problems.warning(
            "\(what); if its pictures belong to the site, write its name out in 'path', otherwise in 'exclude'",
            at: systemFolders[first] ?? nil)
    }

    // Reports once per pair of entries, because overlapping globs share thousands of ids.
    private func reportDuplicateIDs() {
        struct Pair: Hashable {
            var first: Int
            var second: Int
            var isSpelling: Bool
        }
        var owners: [String: Int] = [:]
        var clashes: [Pair: (draft: Int, count: Int)] = [:]
        for (index, draft) in drafts.enumerated() {
            guard let owner = owners[draft.id] else {
                owners[draft.id] = index
                continue
            }
            let pair = Pair(
                first: drafts[owner].entry, second: draft.entry,
                isSpelling: NameSpelling(drafts[owner].shownFile, draft.shownFile) != nil)
            clashes[pair, default: (index, 0)].count += 1
        }
        for clash in clashes.values.sorted(by: { $0.draft < $1.draft }) {
            let draft = drafts[clash.draft]
            guard let owner = owners[draft.id].map({ drafts[$0] }) else { continue }
            let message: String
            if let spelling = NameSpelling(owner.shownFile, draft.shownFile) {
                message = spelling.complaint(id: draft.id, others: clash.count - 1)
            } else {
                let more = clash.count > 1 ? ", and \(clash.count - 1) more of the same entries" : ""
                message = "duplicate id '\(draft.id)'\(more); " + advice(draft, owner)
            }
            // Two entries that read the same row differ only in their own locations.
            let row = draft.row == owner.row ? nil : draft.row
            problems.error(message, at: row ?? draft.location)
        }
    }

    /// Returns the location of the first use of an id, and the remedy.
    private func advice(_ draft: SourceDraft, _ owner: SourceDraft) -> String {
        if let row = draft.row, row == owner.row {
            return "the entry at \(owner.location) reads the same list; keep one of them"
        }
        let first = "the first is at \(owner.row ?? owner.location)"
        guard globbed[draft.id] != nil else { return first }
        return draft.row != nil || owner.row != nil
            ? first
                + "; rows do not refine globs: leave the file out with 'exclude', or give the row another id"
            : first + "; an entry for one file refines only globs above it"
    }

    private mutating func finish() -> SourceResolution {
        var resolution = SourceResolution(sources: [], failures: [], diagnostics: [])
        resolution.sources.reserveCapacity(drafts.count)
        let all = manifest.variants.map(\.name)
        let ofVariants = manifest.variants.reduce(into: [:]) { found, variant in
            found[variant.name] = variant.fallback.flatMap {
                resolve($0, at: variant.fallbackLocation ?? variant.location)
            }
        }
        let named = manifest.variants.reduce(into: [:]) { $0[$1.name] = $1.media }
        let names = VariantNames(all)
        for (order, draft) in drafts.enumerated() {
            if Task.isCancelled { break }
            let onError = draft.onError ?? manifest.onError
            func fail(_ fault: SourceDraft.Fault) {
                resolution.failures.append(
                    FailedSource(
                        id: draft.id, reason: fault.reason, onError: onError, order: order,
                        location: draft.location, row: fault.row ?? draft.row))
            }
            let fallback = draft.fallback.flatMap {
                resolve($0, at: draft.fallbackLocation ?? draft.location)
            }
            let others = (draft.variants ?? all).compactMap { fallback ?? ofVariants[$0] }
            var fault: SourceDraft.Fault?
            var found: (any SourceOrigin)?
            switch draft.state {
            case .faulty(let faults):
                // A mistake in a row is not a picture that cannot be had.
                if faults.allSatisfy({ $0.row == nil }),
                    let first = others.first?.origin(id: draft.id, alt: draft.alt)
                {
                    (found, fault) = (first, faults.first)
                } else {
                    faults.forEach(fail)
                }
            case .found(let origin): found = origin
            }
            if let origin = found {
                switch media(of: draft, origin) {
                case .failure(let fault): fail(fault)
                case .success(let media):
                    // A picture from elsewhere is rasterized only if its entry requests it.
                    // What pages show instead of a variant is made with it.
                    let variants = draft.variants.map { own in
                        let others = own.flatMap { name in
                            let first = draft.alternatives[name] ?? []
                            let rest = (named[name] ?? []).filter { other in
                                !first.contains { $0.condition == other.condition }
                            }
                            return (first + rest).map(\.variant)
                        }
                        return others.isEmpty ? own : names.sorted(own + others)
                    }
                    let svg =
                        draft.isForeign && fault == nil
                        ? draft.svg ?? .refuse : fault == nil ? draft.svg ?? manifest.svg : .rasterize
                    let alt = draft.alt ?? (manifest.alt == .fromMetadata ? .embedded : nil)
                    let filling = steps.filling(of: draft, variants ?? all, alt: alt, &files, problems)
                    if let missing = filling.fault, others.isEmpty {
                        fail(missing)
                        continue
                    }
                    resolution.sources.append(
                        ResolvedSource(
                            id: draft.id, origin: origin, variants: variants ?? all, alt: alt,
                            focus: draft.focus, aspects: draft.aspects ?? [:], values: filling.values,
                            pictures: filling.pictures, media: media, alternatives: draft.alternatives,
                            onError: onError, fallback: fallback, variantFallbacks: ofVariants,
                            fault: (fault ?? filling.fault)?.reason, part: draft.part, svg: svg,
                            order: order, location: draft.location, row: draft.row))
                }
            }
        }
        addAlternatives(to: &resolution)
        resolution.diagnostics = problems.sorted
        return resolution
    }

    /// Returns what takes the place of a picture that fails, if it is there.
    private mutating func resolve(
        _ fallback: SourceEntry.Fallback, at place: Diagnostic.Location
    ) -> ResolvedFallback? {
        guard case .file(let name) = fallback else { return .drawing(fallback) }
        // Looked for once: a pattern may stand for thousands of pictures.
        let finding = fallbackFiles[name] ?? files.find(name)
        fallbackFiles[name] = finding
        switch finding {
        case .file(let absolute): return .file(FileOrigin(path: absolute, shown: name))
        case .missing(let reason), .unusable(let reason):
            if badFallbacks.insert(place).inserted {
                problems.error("'fallback': \(reason)", at: place)
            }
            return nil
        }
    }

    /// Adds a source for each `media` alternative that no entry names, with the variants of the source it replaces.
    private func addAlternatives(to resolution: inout SourceResolution) {
        guard resolution.sources.contains(where: { !$0.media.isEmpty }) else { return }
        var places: [AnyHashable: Int] = [:]
        for (place, source) in resolution.sources.enumerated()
        where places[source.origin.identity] == nil {
            places[source.origin.identity] = place
        }
        var taken = Set(resolution.idsInOrder)
        let failed = Set(resolution.failures.map(\.id))
        var order = resolution.count
        let names = VariantNames(manifest.variants.map(\.name))
        for place in resolution.sources.indices {
            for number in resolution.sources[place].media.indices {
                let owner = resolution.sources[place]
                let media = owner.media[number]
                if let known = places[media.origin.identity] {
                    resolution.sources[place].media[number].id = resolution.sources[known].id
                    // Another source already added this alternative.
                    if resolution.sources[known].isAlternative {
                        let both = resolution.sources[known].variants + owner.variants
                        resolution.sources[known].variants = names.sorted(both)
                    }
                    continue
                }
                let id = Self.id(of: media.origin, besides: owner)
                if failed.contains(id) {
                    // The alternative is already known to be unavailable.
                    resolution.sources[place].media[number].id = id
                    continue
                }
                if let reason = SourceID.fault(id) {
                    problems.error(
                        "the id of the picture for '\(media.condition)' \(reason); give it an entry with an 'id'",
                        at: media.location)
                    continue
                }
                guard taken.insert(id).inserted else {
                    problems.error(
                        "the picture for '\(media.condition)' would have the id '\(id)', which another picture has; "
                            + "give it an entry and an 'id' of its own", at: media.location)
                    continue
                }
                places[media.origin.identity] = resolution.sources.count
                resolution.sources[place].media[number].id = id
                var svg = drafts[owner.order].svg
                if media.origin.remote != nil { svg = svg ?? .refuse }
                resolution.sources.append(
                    ResolvedSource(
                        id: id, origin: media.origin, variants: owner.variants, alt: owner.alt, focus: nil,
                        aspects: owner.aspects, values: owner.values, pictures: owner.pictures, media: [],
                        alternatives: owner.alternatives,
                        onError: owner.onError, svg: svg ?? manifest.svg,
                        order: order,
                        location: media.location,
                        row: owner.row, isAlternative: true))
                order += 1
            }
        }
    }

    /// Returns the id of a picture that no entry names, relative to the same root as the source it replaces.
    private static func id(of origin: any SourceOrigin, besides owner: ResolvedSource) -> String {
        let other = owner.origin.shown.normalizedID
        if origin.file != nil, owner.file != nil, other.hasSuffix("/" + owner.id),
            let id = SourceID.id(ofFile: origin.shown, root: String(other.dropLast(owner.id.count + 1)))
        {
            return id
        }
        guard case .success(let id) = origin.impliedID else { return "" }
        return id
    }

    // Once for each place, because a pattern may stand for thousands of pictures.
    private mutating func reportOwnName(_ template: MediaTemplate, _ draft: SourceDraft, _ shown: String) {
        guard ownNames.insert(template.location).inserted else { return }
        var advice = "name another picture"
        if case .path(let path) = manifest.sources[draft.entry].origin, !path.namesOneFile {
            advice += ", or leave this one out of the pattern with 'exclude'"
        }
        problems.error(
            "'\(YAMLNode.excerpt(shown))' names itself in 'media' for '\(YAMLNode.excerpt(template.condition))'; "
                + advice, at: template.location)
    }

    private mutating func media(
        of draft: SourceDraft, _ origin: any SourceOrigin
    ) -> Result<[ResolvedMedia], SourceDraft.Fault> {
        var result: [ResolvedMedia] = []
        for template in draft.media ?? [] {
            let other: any SourceOrigin
            if template.isRemote {
                other = RemoteSource(url: SecretText(template.written))
            } else {
                var path = template.render(path: "")
                if template.hasPlaceholders, origin.file != nil {
                    path = template.render(path: origin.shown)
                }
                switch files.find(path) {
                case .file(let absolute): other = FileOrigin(path: absolute, shown: path)
                // Not every picture of a glob needs to have an alternative.
                case .missing where template.hasPlaceholders: continue
                case .missing(let reason), .unusable(let reason):
                    return .failure(
                        SourceDraft.Fault(reason: "the picture for '\(template.condition)': \(reason)"))
                }
            }
            // The path may be spelled with a dot.
            let isSameFile = origin.file != nil && other.file?.replacing("/./", with: "/") == origin.file
            if isSameFile || other.identity == origin.identity {
                reportOwnName(template, draft, origin.shown)
                continue
            }
            result.append(
                ResolvedMedia(condition: template.condition, origin: other, location: template.location))
        }
        return .success(result)
    }
}
