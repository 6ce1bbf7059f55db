import AlcedoBase
import AlcedoLoading
import Foundation

/// Reads the rows of a list.
///
/// Without `keys` rows use Alcedo's own names; with it exactly the keys that it maps are looked at. A value is found
/// by names with dots between them, and by numbers in arrays. A value that is missing or `null` is not there. Text is
/// taken as it is: no variables, no placeholders. Paths begin in the list's folder and stay there, also through
/// links.
struct SourceListReader {
    private let list: SourceList
    private let entry: SourceEntry
    private let index: Int
    private let manifest: Manifest
    private let problems: Problems

    init(_ list: SourceList, _ entry: SourceEntry, _ index: Int, _ manifest: Manifest, _ problems: Problems) {
        (self.list, self.entry, self.index) = (list, entry, index)
        (self.manifest, self.problems) = (manifest, problems)
    }

    mutating func read(_ files: inout LocalFiles) -> [SourceDraft] {
        guard let root = document(), let rows = rows(in: root) else { return [] }
        var drafts: [SourceDraft] = []
        var known: [String: (draft: Int, row: ListRow)] = [:]
        for (number, node) in rows.enumerated() {
            let (draft, row) = draft(node, number + 1, &files)
            guard let earlier = known[draft.id] else {
                known[draft.id] = (drafts.count, row)
                drafts.append(draft)
                continue
            }
            // Exports repeat rows, one for each category a product is in.
            if earlier.row == row { continue }
            let first = drafts[earlier.draft].row?.line ?? 0
            drafts[earlier.draft].state = .failed(
                "the rows in lines \(first) and \(node.location.line) of '\(list.file)' give it different values"
            )
        }
        return drafts
    }

    // MARK: - The file

    private func document() -> YAMLNode? {
        let absolute = manifest.directory + "/" + list.file
        let data: Data
        do {
            data = try FileSystem.read(absolute, limit: YAMLText.largestFile)
        } catch {
            if error.isMissing, entry.isOptional { return nil }
            let reason = error.isMissing ? "there is no such file" : error.reason
            problems.error("the list '\(list.file)' cannot be read: \(reason)", at: list.fileLocation)
            return nil
        }
        do {
            if list.file.lowercased().hasSuffix(".json") {
                return try JSONParser.parse(data, file: shownFile)
            }
            let (root, found) = try YAMLParser.parse(data, file: shownFile)
            found.forEach(problems.add)
            if root == nil { problems.error("the list '\(list.file)' is empty", at: list.fileLocation) }
            return root
        } catch {
            problems.add(error)
            return nil
        }
    }

    // The file as the user would name it: beside the manifest as they named that.
    private var shownFile: String {
        guard let cut = manifest.path.lastIndex(of: "/") else { return list.file }
        return manifest.path[...cut] + list.file
    }

    private func rows(in root: YAMLNode) -> [YAMLNode]? {
        guard let node = Self.find(list.items, in: root) else {
            let way = list.items.joined(separator: ".")
            problems.error("'items' leads nowhere: '\(list.file)' has no '\(way)'", at: entry.location)
            return nil
        }
        guard let rows = node.sequence else {
            let advice = list.items.isEmpty ? "; say with 'items' where the rows are" : ""
            problems.error(
                "the list must be an array of rows, not \(node.summary)\(advice)", at: node.location)
            return nil
        }
        return rows
    }

    private static func find(_ path: [String], in root: YAMLNode) -> YAMLNode? {
        var node = root
        for part in path {
            if let items = node.sequence {
                guard let index = Int(part), items.indices.contains(index) else { return nil }
                node = items[index]
            } else if let value = node[part] {
                node = value
            } else {
                return nil
            }
        }
        return node
    }

    // MARK: - Rows

    private func value(_ key: String, in row: YAMLNode, _ faults: Problems) -> Value? {
        let path: [String]
        if let keys = list.keys {
            guard let mapped = keys[key] else { return nil }
            path = mapped
        } else {
            path = [key]
        }
        guard let node = Self.find(path, in: row), !node.isNull else { return nil }
        return Value(node, "'\(path.joined(separator: "."))'", faults)
    }

    private func draft(_ node: YAMLNode, _ number: Int, _ files: inout LocalFiles) -> (SourceDraft, ListRow) {
        let faults = Problems()
        var row = ListRow()
        var state: SourceDraft.State?
        if node.mapping == nil {
            faults.error("the row must be a mapping, not \(node.summary)", at: node.location)
        } else {
            row = read(node, faults)
            state = origin(of: row, node, faults, &files)
        }
        let id = row.id ?? row.impliedID(list) ?? "\(list.file)#\(number)"
        if row.data != nil, row.id == nil { faults.error("a 'data' row needs an id", at: node.location) }
        let fault = faults.sorted.first
        var draft = SourceDraft(
            entry, index: index, id: id,
            fault.map { .failed($0.message) } ?? state ?? .failed("the row is empty"))
        draft.row = fault?.location ?? node.location
        draft.isForeign = row.path == nil
        if let alt = row.alt { draft.alt = AltTemplate(literal: alt) }
        draft.focus = row.focus ?? draft.focus
        draft.variants = row.variants ?? draft.variants
        return (draft, row)
    }

    private func read(_ node: YAMLNode, _ faults: Problems) -> ListRow {
        var row = ListRow()
        // Exports write an empty text where there is nothing.
        func text(_ key: String) -> String? {
            value(key, in: node, faults)?.text().flatMap { $0.trimmingSpace().isEmpty ? nil : $0 }
        }
        if text("id") != nil { row.id = value("id", in: node, faults)?.sourceID() }
        row.path = text("path")
        row.url = text("url")
        row.data = text("data")
        row.cacheKey = text("cache-key")
        row.alt = value("alt", in: node, faults)?.text()
        row.focus = value("focus", in: node, faults)?.focalPoint()
        row.variants = value("variants", in: node, faults)?.variantNames(manifest.variants.map(\.name))
        if let value = value("alternatives", in: node, faults) {
            let urls = value.list(scalarToo: true) { item in
                item.nonEmptyText("a URL").flatMap { check($0, item) ? $0 : nil }
            }
            row.alternatives = urls?.map(\.value) ?? []
        }
        return row
    }

    private func check(_ url: String, _ value: Value) -> Bool {
        switch RemoteAddress.read(url) {
        case .failure(let fault):
            value.fault(fault.reason)
            return false
        case .success(let address):
            guard address.scheme == "http", !manifest.network.allows(host: address.host) else { return true }
            value.fault("is plain http, and 'allow' in 'network' does not name \(address.host)")
            return false
        }
    }

    private func origin(
        of row: ListRow, _ node: YAMLNode, _ faults: Problems, _ files: inout LocalFiles
    ) -> SourceDraft.State? {
        let given = [("path", row.path), ("url", row.url), ("data", row.data)].filter { $0.1 != nil }.map(\.0)
        guard given.count == 1 else {
            let what =
                given.isEmpty ? "none of 'path', 'url' and 'data'" : "'\(given.joined(separator: "' and '"))'"
            faults.error("a row names one picture, but this one has \(what)", at: node.location)
            return nil
        }
        if let url = row.url, let value = value("url", in: node, faults), check(url, value) {
            let remote = RemoteSource(
                url: SecretText(url), alternatives: row.alternatives, pin: list.pin, cacheKey: row.cacheKey)
            return .found(.url(remote))
        }
        if let data = row.data, let value = value("data", in: node, faults) {
            if let reason = SourceID.dataFault(data) { value.fault(reason) }
            return .found(.data(data))
        }
        if let path = row.path, let value = value("path", in: node, faults) {
            return file(path, value, &files)
        }
        return nil
    }

    private func file(_ path: String, _ value: Value, _ files: inout LocalFiles) -> SourceDraft.State? {
        guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
            value.fault("must stay in the list's folder, without '..' and '/' at its beginning")
            return nil
        }
        let shown = ListRow.shown(path, list)
        let folder = files.directory + (list.folder.isEmpty ? "" : "/" + list.folder)
        switch files.find(shown, inside: GlobWalker.realPath(folder) ?? folder) {
        case .file(let absolute): return .found(.file(path: absolute, shown: shown))
        case .missing(let reason), .unusable(let reason): return .failed(reason)
        }
    }
}

extension SourceList {
    /// The folder of the file, relative to the manifest.
    var folder: String {
        file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
    }
}
