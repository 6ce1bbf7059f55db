import AlcedoBase
import AlcedoLoading
import AlcedoRecipes

// Sources that are files of the site: one by its name, or all that match a glob.
extension SourceExpansion {
    mutating func resolveFile(_ name: String, _ path: PathSource, _ entry: SourceEntry, _ index: Int) {
        // Another page with an id of its own is another picture.
        if let found = globbed[name.normalizedID], entry.part == nil || entry.id == nil {
            if entry.id != nil, found.count > 1 {
                problems.error(
                    "'id' would name \(found.count) pictures, because \(found.count) globs above match this file",
                    at: entry.location)
                return
            }
            for draft in found {
                drafts[draft].refine(with: entry)
                if entry.id == nil, path.root != nil, let id = id(of: name, path, entry) {
                    drafts[draft].id = id
                }
            }
            return
        }
        // 'photos' is not below 'root: photos', but the mistake is another.
        let isRoot = path.root?.normalizedID == name.normalizedID
        guard let id = entry.id ?? (isRoot ? name.normalizedID : id(of: name, path, entry)) else { return }
        switch files.find(name) {
        case .file(let absolute):
            let origin = FileOrigin(path: absolute, shown: name)
            drafts.append(SourceDraft(entry, index: index, id: id, .found(origin)))
        case .missing(let reason):
            // A backslash may be intended as an escape or typed as a Windows separator.
            let isMeant = path.patterns.allSatisfy { !$0.pattern.text.contains("\\") }
            let advice =
                isMeant ? "" : "; '\\' escapes a wildcard: separate folders with '/'"
            guard !entry.isOptional else { return }
            let lost = lost(name, path, entry, .failed(reason + advice))
            drafts +=
                lost.isEmpty
                ? [SourceDraft(entry, index: index, id: id, .failed(reason + advice))] : lost
        case .unusable(let reason):
            drafts.append(SourceDraft(entry, index: index, id: id, .failed(reason)))
        }
    }

    /// Returns the pictures that globs above would have found if the file were there, with what its own entry says: it keeps
    /// its id, on which pages and `on-error: keep` depend.
    private func lost(
        _ name: String, _ path: PathSource, _ entry: SourceEntry, _ state: SourceDraft.State
    ) -> [SourceDraft] {
        guard entry.part == nil || entry.id == nil else { return [] }
        let found = globs.filter { glob in
            glob.path.patterns.contains { $0.pattern.matches(name) }
                && !glob.path.exclude.contains { $0.matches(name) }
        }
        guard entry.id == nil || found.count == 1 else { return [] }
        return found.compactMap { glob in
            let own = entry.id == nil && path.root != nil ? path : glob.path
            guard let id = SourceID.id(ofFile: name, root: own.root) else { return nil }
            var draft = SourceDraft(glob.entry, index: glob.index, id: id, state)
            draft.refine(with: entry)
            return draft
        }
    }

    mutating func resolveGlob(_ path: PathSource, _ entry: SourceEntry, _ index: Int) {
        globs.append((path, entry, index))
        for (pattern, place) in path.patterns {
            guard let owner = pattern.folders.lazy.compactMap(files.owner).first else { continue }
            problems.error("'\(pattern)' looks into \(owner.name), where Alcedo writes its files", at: place)
            return
        }
        let walker = GlobWalker(
            root: manifest.directory, skipping: owned.map(\.path), bounds: manifest.bounds)
        let place = path.patterns.first?.location ?? entry.location
        let result: GlobWalker.Result
        do {
            result = try walker.files(matching: path.patterns.map(\.pattern), excluding: path.exclude)
        } catch {
            let other = error.path == "." ? "" : ", or leave it out with 'exclude: \(error.path)'"
            problems.error("\(error); make the folder readable\(other)", at: place)
            return
        }
        for folder in result.systemFolders where systemFolders[folder] == nil {
            systemFolders[folder] = place
        }
        for warning in result.warnings.prefix(10) { problems.warning(warning, at: place) }
        if result.warnings.count > 10 {
            problems.warning(
                "\(result.warnings.count - 10) more warnings of this kind are not shown", at: place)
        }
        if !entry.isOptional, result.unnamed.isEmpty {
            for (pattern, place) in path.patterns where !result.files.contains(where: { pattern.matches($0) })
            {
                let left = path.exclude.isEmpty ? "" : " outside of 'exclude'"
                problems.error("'\(pattern)' matches no file\(left); \(advice(pattern))", at: place)
            }
        }
        for file in result.files {
            if Task.isCancelled { return }
            guard let id = id(of: file, path, entry) else { return }
            if let reason = SourceID.fault(id) {
                problems.error("the name of the file '\(file)' \(reason); rename it or exclude it", at: place)
                continue
            }
            let origin = FileOrigin(path: files.directory + "/" + file, shown: file)
            globbed[file.normalizedID, default: []].append(drafts.count)
            drafts.append(SourceDraft(entry, index: index, id: id, .found(origin)))
        }
        for file in result.unnamed {
            guard let id = id(of: file, path, entry) else { return }
            let reason = "the name '\(file)' is not UTF-8; rename it or exclude it"
            drafts.append(SourceDraft(entry, index: index, id: id, .failed(reason)))
        }
    }

    /// Returns why a pattern matches nothing, and the remedy.
    private mutating func advice(_ pattern: GlobPattern) -> String {
        let missing = pattern.folders.first {
            !$0.isEmpty && GlobWalker.realPath(files.directory + "/" + $0) == nil
        }
        if let missing {
            return
                "there is no folder '\(missing)'; if another program makes it, run that first; 'optional: true' allows that"
        }
        guard case .file = files.find(pattern.text) else { return "'optional: true' allows that" }
        return "to name the one file, write '\(GlobPattern.escaped(pattern.text))'"
    }

    private func id(of file: String, _ path: PathSource, _ entry: SourceEntry) -> String? {
        guard let id = SourceID.id(ofFile: file, root: path.root) else {
            problems.error("'\(file)' is not below 'root: \(path.root ?? "")'", at: entry.location)
            return nil
        }
        return id
    }
}
