import AlcedoBase
import AlcedoLoading

/// Reads one row of a list.
struct ListRowReader {
    let list: SourceList
    let entry: SourceEntry
    /// The number of the entry in the manifest.
    let index: Int
    let manifest: Manifest
    /// The names of the manifest's variants.
    let names: VariantNames
    /// The columns that steps of variants take words from.
    let columns: [String]

    /// The result of one row, before it is merged with others.
    struct Result {
        var draft: SourceDraft
        var row: ListRow
        /// Faults of the row itself, as opposed to the file it names.
        var faults: [SourceDraft.Fault]
    }

    /// - Parameter number: The row number, counted from 1.
    func result(_ node: YAMLNode, number: Int, _ files: inout LocalFiles) -> Result {
        let faults = Problems()
        var row = ListRow()
        var state: SourceDraft.State?
        var hasBadID = false
        if node.mapping == nil {
            faults.error("the row must be a mapping, not \(node.summary)", at: node.location)
        } else {
            node.duplicateKeys.forEach(faults.add)
            row = read(node, faults)
            for name in columns { row.values[name] = words(name, in: node, faults) }
            hasBadID = row.id == nil && value("id", in: node, Problems()) != nil
            let isNameless = row.data != nil || list.canvas != nil && row.path == nil && row.url == nil
            if isNameless, row.id == nil, !hasBadID {
                faults.error(
                    row.data != nil ? "a 'data' row needs an id" : "a row without a picture needs an id",
                    at: node.location)
            }
            state = origin(of: row, node, faults, &files)
        }
        // A row with an unreadable id must not fall back to the id derived from its picture.
        var implied = hasBadID ? nil : row.impliedID(list)
        if row.id == nil, let id = implied, let reason = SourceID.fault(id) {
            if !faults.hasErrors {
                faults.error("the id derived from the picture's path or URL \(reason)", at: node.location)
            }
            implied = nil
        }
        let id = row.id ?? implied ?? "\(list.file)#\(number)"
        let found = faults.sorted.map { SourceDraft.Fault(reason: $0.message, row: $0.location) }
        var draft = SourceDraft(
            entry, index: index, id: id,
            found.isEmpty ? state ?? .failed("the row is empty") : .faulty(found))
        draft.row = node.location
        draft.isForeign = row.url != nil || row.data != nil
        draft.values.merge(row.values.mapValues { AltTemplate(literal: $0) }) { $1 }
        if let alt = row.alt { draft.alt = AltTemplate(literal: alt) }
        draft.focus = row.focus ?? draft.focus
        draft.aspects = row.aspects ?? draft.aspects
        draft.variants = row.variants ?? draft.variants
        // Normalize, so that rows compare equal whether the id is explicit or implied and however the path is written.
        row.id = id
        row.path = row.path.map { ListRow.shown($0, list) }
        return Result(draft: draft, row: row, faults: found)
    }

    /// Returns the words of a row under a name: those of a column, or of a value within others, `author.name`.
    private func words(_ name: String, in row: YAMLNode, _ faults: Problems) -> String? {
        guard let node = row.column(name) else { return nil }
        if let items = node.sequence, items.allSatisfy({ $0.scalar != nil }) {
            return items.compactMap { $0.isNull ? nil : $0.text }.joined(separator: ", ")
        }
        guard node.scalar != nil else {
            faults.error("'\(YAMLNode.excerpt(name))' must be text, not \(node.summary)", at: node.location)
            return nil
        }
        return node.isNull ? "" : node.text ?? ""
    }

    private func value(_ key: String, in row: YAMLNode, _ faults: Problems) -> Value? {
        let path: [String]
        if let keys = list.keys {
            guard let mapped = keys[key] else { return nil }
            path = mapped
        } else {
            path = [key]
        }
        guard let node = row.value(at: path), !node.isNull else { return nil }
        return Value(node, "'\(path.joined(separator: "."))'", faults)
    }

    private func read(_ node: YAMLNode, _ faults: Problems) -> ListRow {
        var row = ListRow()
        // Exports write empty text for missing values. An empty id is a fault, because it was probably lost.
        func text(_ key: String) -> String? {
            value(key, in: node, faults)?.text().flatMap { $0.trimmingSpace().isEmpty ? nil : $0 }
        }
        row.id = id(in: node, faults)
        row.path = text("path")
        row.url = text("url")
        row.data = text("data")
        row.cacheKey = text("cache-key")
        row.alt = value("alt", in: node, faults)?.text()
        row.focus = value("focus", in: node, faults)?.focalPoint()
        row.aspects = value("aspect", in: node, faults)?.aspects(names)
        row.variants = value("variants", in: node, faults)?.variantNames(names)
        if let value = value("alternatives", in: node, faults) {
            let urls = value.list(scalarToo: true) { item in
                item.nonEmptyText("a URL").flatMap { check($0, item) ? $0 : nil }
            }
            row.alternatives = urls?.map(\.value) ?? []
        }
        return row
    }

    private func id(in node: YAMLNode, _ faults: Problems) -> String? {
        guard let value = value("id", in: node, faults) else { return nil }
        if case .string(let text) = value.node.scalar, text.trimmingSpace().isEmpty {
            value.fault("is empty; leave it out where a row has no id of its own")
            return nil
        }
        return value.sourceID()
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
            // An unusable value has already been reported.
            if given.isEmpty, faults.hasErrors { return nil }
            if given.isEmpty, let canvas = list.canvas { return .found(CanvasOrigin(canvas: canvas)) }
            let what =
                given.isEmpty ? "none of them" : "'\(given.joined(separator: "' and '"))'"
            faults.error("expected one of 'path', 'url' or 'data', received \(what)", at: node.location)
            return nil
        }
        if let url = row.url, let value = value("url", in: node, faults), check(url, value) {
            let remote = RemoteSource(
                url: SecretText(url), alternatives: row.alternatives, pin: list.pin, cacheKey: row.cacheKey)
            return .found(remote)
        }
        if let data = row.data, let value = value("data", in: node, faults) {
            if let reason = SourceID.dataFault(data) { value.fault(reason) }
            return .found(DataOrigin(uri: data, byteLimit: manifest.limits.bytes))
        }
        if let path = row.path, let value = value("path", in: node, faults) {
            return file(path, value, &files)
        }
        return nil
    }

    private func file(_ path: String, _ value: Value, _ files: inout LocalFiles) -> SourceDraft.State? {
        guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
            value.fault("must stay in the list's folder, without '..' and without '/' at the beginning")
            return nil
        }
        guard path.split(separator: "/").contains(where: { $0 != "." }) else {
            value.fault("names no file")
            return nil
        }
        let shown = ListRow.shown(path, list)
        let folder = files.directory + (list.folder.isEmpty ? "" : "/" + list.folder)
        switch files.find(shown, inside: GlobWalker.realPath(folder) ?? folder) {
        case .file(let absolute): return .found(FileOrigin(path: absolute, shown: shown))
        case .missing(let reason), .unusable(let reason): return .failed(reason)
        }
    }
}

extension YAMLNode {
    /// The value under a name, or under names with dots between them.
    func column(_ name: String) -> YAMLNode? {
        self[name] ?? value(at: name.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    }
}
