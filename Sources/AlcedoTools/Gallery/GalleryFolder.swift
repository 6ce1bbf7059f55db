import AlcedoBase
import AlcedoManifest

/// Folder of a gallery's pages, which may hold other files as well.
///
/// Files not made by a gallery are neither replaced nor deleted.
struct GalleryFolder {
    /// Absolute path.
    let path: String
    /// Owner of the pages that may be replaced.
    let owner: GalleryOwner

    /// Checks, before anything is written, that none of these names belongs to a foreign file.
    ///
    /// - Throws: `SiteError.inTheWay(_:)`, `FileSystemError`.
    func check(pages: [String], assets: [GalleryTemplate.Asset]) throws {
        try Obstacle.check(folder: path, of: "the gallery", setting: "output")
        var foreign: [String] = []
        for name in pages {
            guard let status = try FileSystem.status(of: path + "/" + name) else { continue }
            let relation =
                status.kind == .regular
                ? owner.relation(of: try FileSystem.readBytes(path + "/" + name)) : .foreign
            switch relation {
            case .own: continue
            case .others:
                throw SiteError.inTheWay(
                    "\(path)/\(name) is a page of another manifest's gallery, so nothing is written; name another "
                        + "folder with --root, or delete the pages if that manifest is gone or its 'base-url' has "
                        + "changed")
            case .foreign: foreign.append(name)
            }
        }
        for asset in assets {
            guard let status = try FileSystem.status(of: path + "/" + asset.name) else { continue }
            // A name with the digest of these bytes is Alcedo's, so a file changed by a tool is rewritten.
            if status.kind == .regular,
                try GalleryOwner.isAsset(asset.name, asset.bytes)
                    || FileSystem.readBytes(path + "/" + asset.name) == asset.bytes
            {
                continue
            }
            foreign.append(asset.name)
        }
        guard let first = foreign.first else { return }
        let more = foreign.count > 1 ? ", nor are \(foreign.count - 1) more" : ""
        throw SiteError.inTheWay(
            "\(path)/\(first) was not written by a gallery\(more), so nothing is written; move it away, or name another "
                + "folder with --root")
    }

    /// Whether a file of this name may be written: it does not exist, or is this gallery's.
    func isFree(_ name: String) throws(FileSystemError) -> Bool {
        guard let status = try FileSystem.status(of: path + "/" + name) else { return true }
        guard status.kind == .regular else { return false }
        return owner.relation(of: try FileSystem.readBytes(path + "/" + name)) == .own
    }

    /// Writes a file, unless it already has these bytes.
    /// - Returns: Whether the file was written.
    func put(_ bytes: [UInt8], _ name: String) throws(FileSystemError) -> Bool {
        let file = path + "/" + name
        if let status = try FileSystem.status(of: file), status.kind == .regular, status.size == bytes.count,
            try FileSystem.readBytes(file) == bytes
        {
            return false
        }
        try FileSystem.createDirectory(at: path)
        try FileSystem.writeAtomically(bytes, to: file)
        return true
    }

    /// Deletes pages of removed pictures, albums and tags, and earlier versions of the template's assets.
    ///
    /// - Parameter names: Names of the files to keep.
    /// - Returns: The number of files deleted.
    func removeOthers(than names: Set<String>, assets: [GalleryTemplate.Asset]) throws(FileSystemError) -> Int
    {
        // `gallery` and `css` for `gallery.0a1b2c3d4e.css`.
        func ends(_ name: String) -> [Substring] {
            let parts = name.split(separator: ".")
            // `LICENSE.0a1b2c3d4e`: without an extension, only the beginning.
            return parts.count > 2 ? [parts[0], parts[parts.count - 1]] : parts.count == 2 ? [parts[0]] : []
        }
        let known = Set(assets.map { ends($0.name) })
        var removed = 0
        for entry in try FileSystem.entries(ofDirectory: path) where entry.kind == .regular && entry.isText {
            let file = path + "/" + entry.name
            if FileSystem.isTemporaryOfDeadProcess(entry.name) {
                try FileSystem.removeFile(at: file)
                continue
            }
            guard !names.contains(entry.name) else { continue }
            let isPage = entry.name.hasSuffix(".html") || entry.name.hasSuffix(".xml")
            guard isPage || known.contains(ends(entry.name)), let bytes = Self.readable(file) else {
                continue
            }
            let isOurs =
                isPage ? owner.relation(of: bytes) == .own : GalleryOwner.isAsset(entry.name, bytes)
            if isOurs, try FileSystem.removeFile(at: file) { removed += 1 }
        }
        return removed
    }

    /// Returns the bytes of a file; `nil` if it is not readable, and therefore not the gallery's.
    private static func readable(_ file: String) -> [UInt8]? {
        do {
            return try FileSystem.readBytes(file)
        } catch {
            return nil
        }
    }
}
