import AlcedoBase

/// Who has which name in an output directory, as sources are added one after the other.
struct FileNames {
    /// The files, in the order in which they were added.
    private(set) var files: [SiteFile] = []
    // Places in `files` by name without regard to case: on many file systems two such names are one file.
    private var taken: [String: Int] = [:]
    // The folders of those names, with one of the files in each.
    private var folders: [String: Int] = [:]
    // The index's own name, if it is among them.
    private let indexName: String?
    // Where the manifest speaks of the sources.
    private var places: [String: SourceLocation] = [:]
    // What the source that is being added has taken so far.
    private var taking = Taking()

    private struct Taking {
        // How many files there were before.
        var start = 0
        // Of files that no other source has, in lower case.
        var names: [String] = []
        var folders: [String] = []
        // Of all its files, as they are.
        var all: [String] = []
    }

    /// - Parameter indexName: The path of the index below the output directory, if it is there.
    init(indexName: String?) {
        self.indexName = indexName?.lowercased()
    }

    /// What follows are files of the source with this id.
    ///
    /// - Parameter place: Where the manifest speaks of it, if it does.
    mutating func begin(_ id: String, at place: SourceLocation?) {
        places[id] = place
        taking = Taking(start: files.count)
    }

    /// It is as if none of that source's files had been taken.
    mutating func undo() {
        files.removeSubrange(taking.start...)
        for name in taking.names { taken[name] = nil }
        for folder in taking.folders { folders[folder] = nil }
    }

    /// The names of that source's files.
    var ofSource: [String] { taking.all }

    /// Gives a file its name, if nobody has it whose bytes are others.
    ///
    /// - Throws: ``SiteError/collision(_:)``. Then the source has to be undone.
    mutating func take(_ file: SiteFile) throws(SiteError) {
        let key = file.name.lowercased()
        if let indexName, key == indexName || key.hasPrefix(indexName + "/") {
            throw .collision("its file '\(file.name)' would be in the place of the index; change 'name'")
        }
        taking.all.append(file.name)
        if let other = taken[key].map({ files[$0] }) {
            guard other.digest == file.digest else { throw collision(of: file, with: other) }
            if other.name == file.name { return }
        }
        var folder = FileSystem.folder(of: key)
        if let inside = folders[key] { throw collision(of: file, withTheFolderOf: files[inside]) }
        while !folder.isEmpty {
            if let other = taken[folder] { throw collision(of: files[other], withTheFolderOf: file) }
            if folders[folder] == nil {
                folders[folder] = files.count
                taking.folders.append(folder)
            }
            folder = FileSystem.folder(of: folder)
        }
        if taken[key] == nil {
            taken[key] = files.count
            taking.names.append(key)
        }
        files.append(file)
    }

    /// Whether a name of the files, or a folder of theirs, may be that of a file of a kept entry.
    func mayCollide(with kept: KeptEntries) -> Bool {
        kept.mayCollide(withNames: taken.keys, folders: folders.keys)
    }

    /// Names what tells the two apart: of two sources neither the variant nor the width does.
    private static func advice(_ file: SiteFile, _ other: SiteFile) -> String {
        file.source == other.source
            ? "put {hash}, {variant} or {width} into 'name'"
            : "put {hash} into 'name', or {dir} if their folders differ"
    }

    private func collision(of file: SiteFile, withTheFolderOf other: SiteFile) -> SiteError {
        .collision(
            "\(file.source) would be written to '\(file.name)', which has to be a folder for "
                + "\(shown(other.source)); \(Self.advice(file, other))")
    }

    private func collision(of file: SiteFile, with other: SiteFile) -> SiteError {
        let both =
            file.source == other.source
            ? "two of its pictures" : "\(file.source) and \(shown(other.source))"
        return .collision(
            "\(both) would be written to '\(file.name)' and are different; \(Self.advice(file, other))")
    }

    /// A source with the place of its entry, which the failure of another does not name.
    private func shown(_ source: String) -> String {
        places[source].map { "\(source) (\($0))" } ?? source
    }
}
