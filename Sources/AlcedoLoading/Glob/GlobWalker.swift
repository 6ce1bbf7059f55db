package import AlcedoBase

/// Finds the files below a folder that match patterns.
///
/// Only folders that can hold a match are opened. What a wildcard never enters or matches, and only a name that is
/// written out does: names that begin with a dot, build folders (`node_modules`, `DerivedData`; SwiftPM's `.build`
/// has a dot), folders that a system keeps for itself (`#recycle`), and packages inside the package (folders with a
/// `Package.swift` of their own).
///
/// Links: a link to a file is followed if the file is below the root. A link to a folder is followed if its name is
/// written out and it stays below the root; wildcards pass it by, so nothing is found twice and no walk is endless.
/// A link that leads out is not followed unless it leads to an allowed folder; one that would have matched is reported.
package struct GlobWalker: Sendable {
    /// Whether wildcards do not enter a folder of this name, whether or not it begins with a dot.
    package static func passes(_ name: String) -> Bool { buildFolders.contains(name) || isOfSystem(name) }

    private static let buildFolders: Set<String> = ["node_modules", "DerivedData"]

    /// Folders in which network drives and systems keep thumbnails, deleted files, former states, what a repair has found, and
    /// what an archive of macOS has besides its files. Names that begin with a dot are passed anyway.
    private static let systemFolders: Set<String> = [
        "#recycle", "#snapshot", "$recycle.bin", "@eadir", "@recently-snapshot", "@recycle", "@sharebin",
        "@sharesnap", "@syno", "@tmp", "__macosx", "found.000", "lost+found", "network trash folder",
        "recycler", "system volume information", "~snapshot",
    ]

    /// Whether a system keeps a folder of this name for itself. Most of these systems ignore case.
    private static func isOfSystem(_ name: String) -> Bool { systemFolders.contains(name.lowercased()) }

    /// What a walk found.
    package struct Result: Hashable, Sendable {
        /// The files, relative to the root, sorted by the bytes of their normalization form C. The names themselves
        /// are as the file system has them.
        package var files: [String] = []
        /// Files that match, and folders in which matches may be, that cannot be opened because their names are no
        /// UTF-8. Such bytes are written as `\xE9`.
        package var unnamed: [String] = []
        /// Links that match and lead out of the root or nowhere, one sentence each.
        package var warnings: [String] = []
        /// Links to folders below the root that match, which wildcards pass by.
        package var linkedFolders: [String] = []
        /// Names that begin with a dot and match nothing, in the folders that were walked.
        package var hidden: [String] = []
        /// Folders that a system keeps for itself, which wildcards would enter otherwise.
        package var systemFolders: [String] = []
    }

    private let root: String
    private let bounds: PathBounds
    private let skipped: Set<String>
    private let mayAllow: Bool

    /// Prepares a walk.
    ///
    /// - Parameters:
    ///   - root: The absolute path of the folder that patterns are relative to.
    ///   - skipping: Absolute paths of folders that are never entered, not even where they are written out.
    ///   - bounds: Where links may lead; by default, below the root only.
    ///   - mayAllow: Whether the manifest can allow links to other folders.
    package init(
        root: String, skipping: [String] = [], bounds: PathBounds? = nil, mayAllow: Bool = true
    ) {
        self.mayAllow = mayAllow
        self.root = Self.realPath(root) ?? root
        self.bounds = bounds ?? PathBounds(root: root)
        // Both forms: as given, and as the walk meets it when something above is a link.
        skipped = Set(skipping.flatMap { [$0, Self.realPath($0) ?? $0] })
    }

    /// Walks.
    ///
    /// - Parameters:
    ///   - patterns: A file is found if any of them matches.
    ///   - exclusions: What matches one of these is left out, a folder with everything below it. Their wildcards
    ///     match hidden names too.
    /// - Throws: `FileSystemError` for a folder that cannot be listed; nothing is passed over in silence.
    package func files(
        matching patterns: [GlobPattern], excluding exclusions: [GlobPattern] = []
    ) throws(FileSystemError) -> Result {
        var result = Result()
        let alternatives = patterns.flatMap(\.alternatives)
        var start = Folder(path: "", names: [], states: [], isWrittenOut: true)
        for index in alternatives.indices { start.add(State(pattern: index, segment: 0), in: alternatives) }
        var pending = [start]
        // A cancelled walk ends with a part of the files; its caller notices.
        while !Task.isCancelled, let folder = pending.popLast() {
            try visit(folder, alternatives, exclusions, &pending, &result)
        }
        result.files = Self.sorted(result.files)
        result.warnings.sort()
        result.unnamed.sort()
        result.linkedFolders.sort()
        result.hidden.sort()
        result.systemFolders.sort()
        return result
    }

    // A place in a pattern: everything before `segment` has matched the folders on the way.
    private struct State: Hashable {
        var pattern: Int
        var segment: Int
    }

    private struct Folder {
        var path: String
        // The path taken apart, for exclusions.
        var names: [GlobName]
        var states: [State]
        var isWrittenOut: Bool

        mutating func add(_ state: State, in alternatives: [[GlobSegment]]) {
            guard !states.contains(state) else { return }
            states.append(state)
            let segments = alternatives[state.pattern]
            // `**` may stand for no folder at all, but not at the end.
            if segments[state.segment] == .anyFolders, state.segment + 1 < segments.count {
                add(State(pattern: state.pattern, segment: state.segment + 1), in: alternatives)
            }
        }
    }

    // How a name in a folder continues the patterns.
    private struct Match {
        var isFile = false
        // Whether it would be a folder of the patterns if no system kept it for itself.
        var isPassed = false
        var folder: Folder
    }

    private func visit(
        _ folder: Folder, _ alternatives: [[GlobSegment]], _ exclusions: [GlobPattern],
        _ pending: inout [Folder], _ result: inout Result
    ) throws(FileSystemError) {
        FileWatch.current?.willList(absolute(folder.path)) { name, isFolder in
            matters(name, isFolder: isFolder, in: folder, alternatives, exclusions)
        }
        let entries: [FileSystem.DirectoryEntry]
        do {
            entries = try FileSystem.entries(ofDirectory: absolute(folder.path))
        } catch {
            // A missing folder in a pattern has no match.
            if error.isMissing { return }
            throw FileSystemError(error.operation, folder.path.isEmpty ? "." : folder.path, code: error.code)
        }
        if !folder.isWrittenOut,
            entries.contains(where: { $0.name == "Package.swift" && $0.kind == .regular })
        {
            return
        }
        for entry in entries where entry.kind != .other {
            let path = folder.path.isEmpty ? entry.name : folder.path + "/" + entry.name
            let name = GlobName(entry.name)
            var found = match(name, entry.name, folder.states, alternatives)
            guard found.isFile || !found.folder.states.isEmpty else {
                if found.isPassed, entry.kind == .directory, entry.isText,
                    !exclusions.contains(where: { $0.isAbout(folder.names + [name]) })
                {
                    result.systemFolders.append(path)
                }
                if name.isHidden, entry.isText { result.hidden.append(path) }
                continue
            }
            found.folder.path = path
            found.folder.names = folder.names + [name]
            if exclusions.contains(where: { $0.matches(found.folder.names, includingHidden: true) }) {
                continue
            }
            // A folder of which nothing is wanted is not opened: it may be one that cannot be.
            if entry.kind == .directory,
                exclusions.contains(where: { $0.matchesAll(below: found.folder.names) })
            {
                continue
            }
            guard entry.isText else {
                if found.isFile || entry.kind == .directory { result.unnamed.append(path) }
                continue
            }
            switch entry.kind {
            case .regular:
                if found.isFile { result.files.append(path) }
            case .directory:
                if !found.folder.states.isEmpty, !skipped.contains(absolute(path)) {
                    pending.append(found.folder)
                }
            case .symbolicLink:
                try follow(found, path, &pending, &result)
            case .other:
                break
            }
        }
    }

    private func match(
        _ compared: GlobName, _ name: String, _ states: [State], _ alternatives: [[GlobSegment]]
    ) -> Match {
        let isOfSystem = Self.isOfSystem(name)
        let isAvoided = compared.isHidden || isOfSystem || Self.buildFolders.contains(name)
        var match = Match(folder: Folder(path: "", names: [], states: [], isWrittenOut: false))
        for state in states {
            let segments = alternatives[state.pattern]
            let isLast = state.segment + 1 == segments.count
            if segments[state.segment] == .anyFolders {
                guard !isAvoided else {
                    match.isPassed = isOfSystem
                    continue
                }
                match.folder.add(state, in: alternatives)
                if isLast { match.isFile = true }
            } else if segments[state.segment].matches(compared, includingHidden: false) {
                if isLast {
                    match.isFile = true
                } else {
                    let isWrittenOut = segments[state.segment].literalName != nil
                    guard isWrittenOut || !isAvoided else {
                        match.isPassed = isOfSystem
                        continue
                    }
                    match.folder.isWrittenOut = match.folder.isWrittenOut || isWrittenOut
                    match.folder.add(
                        State(pattern: state.pattern, segment: state.segment + 1), in: alternatives)
                }
            }
        }
        return match
    }

    /// Returns whether a walk could end differently with another file or folder of this name.
    private func matters(
        _ name: String, isFolder: Bool, in folder: Folder, _ alternatives: [[GlobSegment]],
        _ exclusions: [GlobPattern]
    ) -> Bool {
        if !folder.isWrittenOut, name == "Package.swift" { return true }
        let compared = GlobName(name)
        let found = match(compared, name, folder.states, alternatives)
        guard found.isFile || !found.folder.states.isEmpty && (isFolder || found.folder.isWrittenOut) else {
            return false
        }
        let path = absolute(folder.path.isEmpty ? name : folder.path + "/" + name)
        return !skipped.contains(path)
            && !exclusions.contains { $0.matches(folder.names + [compared], includingHidden: true) }
    }

    private func follow(
        _ match: Match, _ path: String, _ pending: inout [Folder], _ result: inout Result
    ) throws(FileSystemError) {
        let isWanted = match.isFile || match.folder.isWrittenOut
        if isWanted { FileWatch.current?.willRead(absolute(path)) }
        guard let target = Self.realPath(absolute(path)) else {
            if isWanted { result.warnings.append("\(path) is a broken link; it is left out") }
            return
        }
        let kind = try FileSystem.status(of: target)?.kind
        guard bounds.hold(target) || target == root else {
            if isWanted {
                // Wildcards follow no link to a folder.
                let isAllowable = mayAllow && (kind != .directory || match.folder.isWrittenOut)
                let way = isAllowable ? ", unless 'allow-outside' in the manifest names the folder" : ""
                result.warnings.append(
                    "\(path) is a link that leads out of the folder; it is not followed\(way)")
            }
            return
        }
        switch kind {
        case .regular where match.isFile:
            if !isSkipped(target) { result.files.append(path) }
        case .directory where match.folder.isWrittenOut:
            if !isSkipped(target) { pending.append(match.folder) }
        case .directory where match.isFile:
            if !isSkipped(target) { result.linkedFolders.append(path) }
        default: break
        }
    }

    private func isSkipped(_ path: String) -> Bool {
        skipped.contains { path == $0 || Self.isBelow($0, path) }
    }

    private func absolute(_ path: String) -> String {
        path.isEmpty ? root : root + "/" + path
    }

    // MARK: - Paths

    /// The absolute path without links, or `nil` where nothing is.
    package static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether `path` is below `folder`; both absolute and without links.
    package static func isBelow(_ folder: String, _ path: String) -> Bool {
        folder == "/" ? path != "/" && path.hasPrefix("/") : path.utf8.starts(with: (folder + "/").utf8)
    }

    /// Paths in the order of the bytes of their normalization form C, each once.
    package static func sorted(_ paths: [String]) -> [String] {
        let keyed = paths.map { (key: GlobName($0).bytes, path: $0) }.sorted { left, right in
            left.key == right.key
                ? left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
                : left.key.lexicographicallyPrecedes(right.key)
        }
        var result: [String] = []
        for (_, path) in keyed {
            // Compared by bytes: two forms of one name are two files.
            if let last = result.last, last.utf8.elementsEqual(path.utf8) { continue }
            result.append(path)
        }
        return result
    }
}
