import AlcedoBase
import AlcedoIndex
import AlcedoLoading
import AlcedoManifest
import AlcedoTools

/// The folder of `--to`, for the whole site with its new pages.
struct PageOutput {
    /// The absolute path, with links resolved as far as it exists.
    let root: String
    /// The path as written, for messages.
    let name: String
    // Absolute, with links resolved.
    private let source: String

    /// - Parameter pages: The folder with the old pages, as written.
    /// - Throws: `ToolError.sameFolder(output:pages:)`, `SiteError`, `FileSystemError`.
    init(_ output: String, from pages: String) throws {
        name = output
        root = PathRules.real(Site.absolute(output))
        source = PathRules.real(Site.absolute(pages))
        guard root != source, !GlobWalker.isBelow(root, source) else {
            throw ToolError.sameFolder(output: output, pages: pages)
        }
        if let status = try FileSystem.status(of: root), status.kind != .directory {
            throw SiteError.inTheWay("\(output) is not a folder; name a folder for --to")
        }
    }

    /// Checks, before anything is written, that nothing is in the way of files.
    ///
    /// - Throws: `ToolError.leadsOut(folder:output:)`, `SiteError.inTheWay(_:)`, `FileSystemError`.
    func check(_ files: [String]) throws {
        for folder in Self.folders(of: files) {
            _ = try realFolder(folder)
            try Obstacle.check(folder: root + "/" + folder, of: "the pages", setting: nil)
        }
        for file in files where try FileSystem.status(of: root + "/" + file)?.kind == .directory {
            throw SiteError.inTheWay(
                "\(name)/\(file) is a folder in the place of a file, so nothing is written; remove it, or name another folder "
                    + "for --to")
        }
    }

    private static func folders(of files: [String]) -> [String] {
        Set(files.map { FileSystem.folder(of: $0) }).sorted()
    }

    /// Returns the path of a folder below the root without links; empty for the root itself.
    private func realFolder(_ folder: String) throws -> String {
        let real = PathRules.real(folder.isEmpty ? root : root + "/" + folder)
        if real == root { return "" }
        guard let below = RelativeName.name(of: real, below: root) else {
            throw ToolError.leadsOut(folder: name + "/" + folder, output: name)
        }
        return below
    }

    /// Returns the path of a file below the root, through no link to a folder.
    private func place(of file: String) throws -> String {
        let folder = try realFolder(FileSystem.folder(of: file))
        let last = file.split(separator: "/").last ?? ""
        return folder.isEmpty ? String(last) : folder + "/" + last
    }

    /// Creates the folders of files, and removes leftovers of killed processes.
    func prepare(for files: [String]) throws {
        for below in Self.folders(of: files) {
            let real = try realFolder(below)
            try FileSystem.createDirectory(real, below: root)
            try Self.removeLeftovers(in: real.isEmpty ? root : root + "/" + real)
        }
    }

    /// Removes leftovers of killed processes: beside a page they would be published with the site.
    static func removeLeftovers(in folder: String) throws(FileSystemError) {
        for entry in try FileSystem.entries(ofDirectory: folder)
        where entry.kind == .regular && FileSystem.isTemporaryOfDeadProcess(entry.name) {
            try FileSystem.removeFile(at: folder + "/" + entry.name)
        }
    }

    /// Whether a file with exactly these bytes exists.
    func has(_ bytes: [UInt8], at file: String) throws -> Bool {
        let path = root + "/" + file
        guard let status = try FileSystem.status(of: path), status.kind == .regular,
            status.size == bytes.count
        else { return false }
        return try FileSystem.readBytes(path) == bytes
    }

    /// Whether a file is the same as in the folder with the old pages.
    func hasCopy(of file: String) throws -> Bool {
        let real = PathRules.real(source + "/" + file)
        guard let status = try FileSystem.status(of: root + "/" + file), status.kind == .regular,
            try status.size == FileSystem.status(of: real)?.size
        else { return false }
        return try FileSystem.digest(ofFile: root + "/" + file).digest
            == FileSystem.digest(ofFile: real).digest
    }

    /// Writes a page, with the mode of the old page.
    func write(_ bytes: [UInt8], at file: String) throws {
        try FileSystem.writeAtomically(bytes, to: place(of: file), below: root, permissions: mode(of: file))
    }

    /// Copies a file.
    /// - Throws: `SiteError`, `FileSystemError`.
    func copy(_ file: String) throws {
        // A link within the folder is replaced by the file that it leads to.
        let real = PathRules.real(source + "/" + file)
        let (digest, bytes) = try FileSystem.digest(ofFile: real)
        switch try FileSystem.copy(
            real, to: root + "/" + place(of: file), below: root, verifying: digest, size: bytes,
            permissions: mode(of: file))
        {
        case .copied: return
        case .different:
            throw SiteError.inTheWay("\(source)/\(file) changed while it was copied; run the command again")
        case .unreadable(let error): throw error
        }
    }

    private func mode(of file: String) throws -> UInt32 {
        var status = stat()
        guard stat(PathRules.real(source + "/" + file), &status) == 0 else { return 0o666 }
        return UInt32(status.st_mode) & 0o777
    }
}
