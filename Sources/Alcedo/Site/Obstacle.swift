import AlcedoBase

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Something that stands where Alcedo has to write.
enum Obstacle {
    /// Looks whether a folder is there, through links or not, or can be made.
    ///
    /// - Parameters:
    ///   - what: What is to be in it: `the output`.
    ///   - setting: The manifest's key for it; `nil` where somebody has named the folder on the command line.
    /// - Throws: ``SiteError/inTheWay(_:)`` with the first thing on the way that is no folder. What the system does not
    ///   let us see is left to the call that needs it.
    static func check(folder: String, of what: String, setting: String?) throws(SiteError) {
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

    /// What stands at a path, in words.
    static func name(_ path: String, _ status: FileStatus) -> String {
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

    // Whatever cannot be looked at is not there for whoever would write into it; links that lead in a circle, too.
    private static func status(of path: String, followingLinks: Bool) -> FileStatus? {
        do {
            return try FileSystem.status(of: path, followingLinks: followingLinks)
        } catch {
            return nil
        }
    }
}
