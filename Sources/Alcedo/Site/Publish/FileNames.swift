import AlcedoBase
import AlcedoManifest

/// Assignment of file names in an output directory, as sources are added one after the other.
struct FileNames {
    /// The files, in the order in which they were added.
    private(set) var files: [SiteFile] = []
    // Positions in `files` by lowercased name: on many file systems names that differ in case are one file.
    private var taken: [String: Int] = [:]
    // Folders of these names, each with the position of a file inside.
    private var folders: [String: Int] = [:]
    // Lowercased name of the index, if it is inside the output directory.
    private let indexName: String?
    // Locations of the sources in the manifest.
    private var places: [String: Diagnostic.Location] = [:]
    // Names taken so far by the source being added.
    private var taking = Taking()

    private struct Taking {
        // Number of files before this source.
        var start = 0
        // Lowercased names that no other source has.
        var names: [String] = []
        var folders: [String] = []
        // Names of all its files, as written.
        var all: [String] = []
    }

    /// - Parameter indexName: Path of the index relative to the output directory, if it is inside.
    init(indexName: String?) {
        self.indexName = indexName?.lowercased()
    }

    /// Begins the files of the source with this id.
    ///
    /// - Parameter place: Location of the source in the manifest, if any.
    mutating func begin(_ id: String, at place: Diagnostic.Location?) {
        places[id] = place
        taking = Taking(start: files.count)
    }

    /// Releases the names taken by the current source.
    mutating func undo() {
        files.removeSubrange(taking.start...)
        for name in taking.names { taken[name] = nil }
        for folder in taking.folders { folders[folder] = nil }
    }

    /// File names of the current source.
    var ofSource: [String] { taking.all }

    /// Claims a file's name, unless a file with different bytes has it.
    ///
    /// - Throws: `SiteError.collision(_:)`. The caller then has to call ``undo()``.
    mutating func take(_ file: SiteFile) throws(SiteError) {
        let key = file.name.lowercased()
        if let indexName, key == indexName || key.hasPrefix(indexName + "/") {
            throw .collision("its file '\(file.name)' would replace the index; change 'name'")
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

    /// Whether a file name or a folder may collide with a file of a kept entry.
    func mayCollide(with kept: KeptEntries) -> Bool {
        kept.collide(with: Set(taken.keys), folders: Set(folders.keys))
    }

    /// Advice on making the two names differ. For two sources, neither variant nor width helps.
    private static func advice(_ file: SiteFile, _ other: SiteFile) -> String {
        file.source == other.source
            ? "put {hash}, {variant} or {width} into 'name'"
            : "put {hash} into 'name', or {dir} if their folders differ"
    }

    private func collision(of file: SiteFile, withTheFolderOf other: SiteFile) -> SiteError {
        .collision(
            "\(file.source) would be written to '\(file.name)', which must be a folder for "
                + "\(shown(other.source)); \(Self.advice(file, other))")
    }

    private func collision(of file: SiteFile, with other: SiteFile) -> SiteError {
        let both =
            file.source == other.source
            ? "two of its pictures" : "\(file.source) and \(shown(other.source))"
        return .collision(
            "\(both) would be written to '\(file.name)' and are different; \(Self.advice(file, other))")
    }

    /// A source with the location of its entry, which the other source's failure does not include.
    private func shown(_ source: String) -> String {
        places[source].map { "\(source) (\($0))" } ?? source
    }
}
