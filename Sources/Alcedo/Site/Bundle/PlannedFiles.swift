package import AlcedoBase
import AlcedoLoading
import AlcedoManifest

/// The files and folders of a target that its build system looks after: it builds the bundle again if one of these files has
/// changed, and plans again if one is new or gone.
///
/// Whatever else a build looks at would change unnoticed, so it is written into a file that the build system looks after as well.
package struct PlannedFiles {
    /// Names relative to the target's folder, of folders with a slash at the end; its own is `/`.
    private let names: Set<String>
    /// The target's folder, as it was named and without links.
    private let roots: [String]

    /// Reads what the plugin has planned. Nothing is, if the file is of another plan than the one that the build system follows.
    ///
    /// - Parameters:
    ///   - id: The name of the plan, which is the first line of its file.
    ///   - manifest: A file in the target's folder.
    /// - Throws: `FileSystemError`.
    package init(contentsOf path: String, plan id: String, besides manifest: String) throws(FileSystemError) {
        let folder = FileSystem.folder(of: Site.absolute(manifest))
        roots = [folder, GlobWalker.realPath(folder) ?? folder]
        let data: Data
        do {
            data = try FileSystem.read(path)
        } catch {
            guard error.isMissing else { throw error }
            names = []
            return
        }
        let lines = data.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        names = lines.first == id ? Set(lines.dropFirst()) : []
    }

    /// Writes the paths that a build has looked at and are not planned, one a line, in order.
    ///
    /// If there are any, the file is written even if they are the same as before: with its new date, it has the build system
    /// build again.
    ///
    /// - Throws: `FileSystemError`.
    package func write(unplanned record: FileRecord, to path: String) throws(FileSystemError) {
        let paths = try unplanned(record)
        if paths.isEmpty, try FileSystem.status(of: path)?.size == 0 { return }
        try FileSystem.writeAtomically(Data(paths.map { $0 + "\n" }.joined().utf8), to: path)
    }

    /// Returns the paths that a build has looked at and are not planned, in order.
    package func unplanned(_ record: FileRecord) throws(FileSystemError) -> [String] {
        var paths = record.files.filter { !isPlanned($0) }
        for listing in record.listings {
            guard isPlanned(listing.folder, isFolder: true) else {
                paths.insert(listing.folder)
                continue
            }
            let entries: [FileSystem.DirectoryEntry]
            do {
                entries = try FileSystem.entries(ofDirectory: listing.folder)
            } catch {
                if error.isMissing { continue }
                throw error
            }
            for entry in entries where listing.test(entry.name, entry.kind == .directory) {
                let file = (listing.folder == "/" ? "" : listing.folder) + "/" + entry.name
                if !isPlanned(file) { paths.insert(file) }
            }
        }
        return paths.sorted()
    }

    private func isPlanned(_ path: String, isFolder: Bool = false) -> Bool {
        guard let root = roots.first(where: { path == $0 || GlobWalker.isBelow($0, path) }) else {
            return false
        }
        let below = String(Substring(path.utf8.dropFirst(root == "/" ? 1 : root.utf8.count + 1)))
        if !isFolder, names.contains(below) { return true }
        var name = below.split(separator: "/").filter { $0 != "." }
        if name.contains("..") { return false }
        if !isFolder, names.contains(name.joined(separator: "/")) { return true }
        // What is missing appears in a folder that is looked after.
        while true {
            if names.contains(name.joined(separator: "/") + "/") { return true }
            guard !name.isEmpty, !Self.exists(root + "/" + name.joined(separator: "/")) else { return false }
            name.removeLast()
        }
    }

    private static func exists(_ path: String) -> Bool {
        do {
            return try FileSystem.status(of: path, followingLinks: true) != nil
        } catch {
            // In doubt, it is there.
            return true
        }
    }
}
