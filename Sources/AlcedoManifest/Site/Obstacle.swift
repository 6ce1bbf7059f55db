package import AlcedoBase

/// Detection of obstacles in places where Alcedo has to write.
package enum Obstacle {
    /// Checks that a folder exists, directly or through links, or can be created.
    ///
    /// - Parameters:
    ///   - what: Purpose of the folder, for messages: `the output`.
    ///   - setting: The manifest's key for it; `nil` if the folder was named on the command line.
    /// - Throws: ``SiteError/inTheWay(_:)`` for the first part of the path that is not a folder. Parts that cannot be
    ///   examined are left to the call that needs them.
    package static func check(folder: String, of what: String, setting: String?) throws(SiteError) {
        var path = folder
        while !path.isEmpty {
            if let status = Self.status(of: path, followingLinks: false) {
                let isLink = status.kind == .symbolicLink
                let shown = isLink ? Self.status(of: path, followingLinks: true) : status
                if shown?.kind == .directory { return }
                let advice = isLink && shown == nil ? "let it lead to a folder, remove it" : "remove it"
                let change = setting.map { "change '\($0)' in the manifest" } ?? "name another folder"
                throw .inTheWay(
                    "\(path) is in the way of \(what): it is \(name(path, status)); \(advice) or \(change)")
            }
            if path == "/" { return }
            path = FileSystem.folder(of: path)
        }
    }

    /// Returns a description of what is at a path.
    package static func name(_ path: String, _ status: FileStatus) -> String {
        switch status.kind {
        case .regular: return "a file and not a folder"
        case .directory: return "a folder"
        case .other: return "a pipe, a socket or a device"
        case .symbolicLink:
            do {
                let target = "a symbolic link to '\(try FileSystem.target(ofLink: path))'"
                return Self.status(of: path, followingLinks: true) == nil
                    ? target + ", which leads nowhere" : target
            } catch {
                return "a symbolic link"
            }
        }
    }

    // Treats anything that cannot be examined as missing, including links that form a cycle.
    private static func status(of path: String, followingLinks: Bool) -> FileStatus? {
        do {
            return try FileSystem.status(of: path, followingLinks: followingLinks)
        } catch {
            return nil
        }
    }
}
