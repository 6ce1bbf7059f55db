import AlcedoBase
import AlcedoLoading

/// Reads the rows of a list.
///
/// Without `keys`, rows use Alcedo's own names; with `keys`, only the mapped keys are read. A key is a dotted path,
/// with numbers as array indices, and `null` counts as missing. Text is literal, without variables or placeholders.
/// Paths are relative to the list's folder and must not leave it, not even through links.
struct SourceListReader {
    private let list: SourceList
    private let entry: SourceEntry
    private let index: Int
    private let manifest: Manifest
    private let steps: StepValues
    private let problems: Problems

    init(
        _ list: SourceList, _ entry: SourceEntry, _ index: Int, _ manifest: Manifest, _ steps: StepValues,
        _ problems: Problems
    ) {
        (self.list, self.entry, self.index) = (list, entry, index)
        (self.manifest, self.steps, self.problems) = (manifest, steps, problems)
    }

    func read(_ files: inout LocalFiles) -> [SourceDraft] {
        guard let root = document(), let rows = rows(in: root) else { return [] }
        let reader = ListRowReader(
            list: list, entry: entry, index: index, manifest: manifest,
            names: VariantNames(
                manifest.variants.map(\.name),
                cropped: manifest.variants.filter { $0.aspect != nil }.map(\.name),
                inline: manifest.variants.filter(\.isInline).map(\.name)),
            columns: steps.names(of: nil).map(\.name))
        var merge = ListMerge()
        for (number, node) in rows.enumerated() {
            if Task.isCancelled { break }
            merge.add(reader.result(node, number: number + 1, &files), at: node.location)
        }
        reportColumns(rows)
        return merge.drafts
    }

    /// Reports placeholders that no row has a value for: most are misspelt.
    private func reportColumns(_ rows: [YAMLNode]) {
        let wanted = steps.names(of: entry.variants).map(\.name)
        guard !wanted.isEmpty, !rows.isEmpty else { return }
        var found: Set<String> = []
        for row in rows where found.count < wanted.count {
            for name in wanted where !found.contains(name) && row.column(name) != nil { found.insert(name) }
        }
        let columns = rows.first?.mapping?.compactMap(\.key.text) ?? []
        steps.report(missingIn: list.file, entry, columns: columns, found: found, problems)
    }

    // MARK: - The file

    private func document() -> YAMLNode? {
        let absolute = manifest.directory + "/" + list.file
        FileWatch.current?.willRead(absolute)
        let data: Data
        do {
            guard let real = try manifest.bounds.resolve(absolute) else {
                // Neither opened nor quoted.
                problems.error(
                    "the list '\(list.file)' is a link that \(PathBounds.fault())", at: list.fileLocation)
                return nil
            }
            data = try FileSystem.read(real, limit: YAMLText.largestFile)
        } catch {
            if error.isMissing, entry.isOptional { return nil }
            problems.error(
                "the list '\(list.file)' cannot be read: \(reason(error))", at: list.fileLocation)
            return nil
        }
        do {
            let name = list.file.lowercased()
            if name.hasSuffix(".json") { return try JSONParser.parse(data, file: shownFile) }
            if name.hasSuffix(".csv") || name.hasSuffix(".tsv") {
                return try CSVParser.parse(data, file: shownFile)
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

    private func reason(_ error: FileSystemError) -> String {
        let isPattern = list.file.contains { "*?[{".contains($0) }
        let missing = "there is no such file" + (isPattern ? "; 'list' takes one file, not a pattern" : "")
        return switch error.code {
        case EFBIG: "it has more than \(YAMLText.largestFile / 1_000_000) MB; split it into several lists"
        case EINVAL: "it is not a regular file"
        case EISDIR: "it is a folder; name the file with the rows"
        default: error.isMissing ? missing : error.reason
        }
    }

    // The path of the list as the user would write it, in the same form as the path of the manifest.
    private var shownFile: String {
        guard let cut = manifest.path.lastIndex(of: "/") else { return list.file }
        return manifest.path[...cut] + list.file
    }

    private func rows(in root: YAMLNode) -> [YAMLNode]? {
        guard let node = root.value(at: list.items, passing: { problems.add($0) }) else {
            let way = list.items.joined(separator: ".")
            problems.error("'items' leads nowhere: '\(list.file)' has no '\(way)'", at: entry.location)
            return nil
        }
        guard let rows = node.sequence else {
            let advice =
                if node.scalar != nil, list.items.isEmpty {
                    "; a list is JSON, YAML or CSV, and '[]' where there are no rows"
                } else {
                    list.items.isEmpty ? "; set 'items' to the place of the rows" : ""
                }
            problems.error(
                "the list must be an array of rows, not \(node.summary)\(advice)", at: node.location)
            return nil
        }
        return rows
    }
}

extension SourceList {
    /// The folder of the file, relative to the manifest.
    var folder: String {
        file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
    }
}
