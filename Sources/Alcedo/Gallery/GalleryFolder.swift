import AlcedoBase
import Foundation

/// The folder in which a gallery's pages stand, among whatever else is there.
///
/// Pages and files that no gallery has made are neither replaced nor deleted.
struct GalleryFolder {
    /// Absolute.
    let path: String
    /// Whose pages may be replaced.
    let owner: GalleryOwner

    /// Ends before anything is written if something else has one of these names.
    ///
    /// - Throws: ``SiteError/inTheWay(_:)``, `FileSystemError`.
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
            // A name with the digest of these bytes is no other file's: what a tool has made of it is written again.
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
            "\(path)/\(first) is not a gallery's page\(more), so nothing is written; move it away, or name another "
                + "folder with --root")
    }

    /// Puts a file there, unless it is as it should be.
    /// - Returns: Whether something was written.
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

    /// Deletes pages of pictures that are gone, and earlier versions of the files that go along with them.
    ///
    /// - Parameter names: What is to stay.
    /// - Returns: How many files were deleted.
    func removeOthers(than names: Set<String>, assets: [GalleryTemplate.Asset]) throws(FileSystemError) -> Int
    {
        // `gallery` and `css` of `gallery.0a1b2c3d4e.css`.
        func ends(_ name: String) -> [Substring] {
            let parts = name.split(separator: ".")
            // `LICENSE.0a1b2c3d4e`: a name without an ending is known by its beginning alone.
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
            let isPage = entry.name.hasSuffix(".html")
            guard isPage || known.contains(ends(entry.name)), let bytes = Self.readable(file) else {
                continue
            }
            let isOurs =
                isPage ? owner.relation(of: bytes) == .own : GalleryOwner.isAsset(entry.name, bytes)
            if isOurs, try FileSystem.removeFile(at: file) { removed += 1 }
        }
        return removed
    }

    /// What is in a file; `nil` where it may not be read, and so is nobody's of the gallery.
    private static func readable(_ file: String) -> [UInt8]? {
        do {
            return try FileSystem.readBytes(file)
        } catch {
            return nil
        }
    }
}
