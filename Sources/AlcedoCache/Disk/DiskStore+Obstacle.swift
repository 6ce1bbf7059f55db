import AlcedoBase

extension DiskStore {
    /// Returns why nothing can be stored, as far as this is detectable without writing; `nil` if no obstacle is found.
    /// A full disk, for example, is only detected by a failing write.
    public func obstacle() -> CacheError? {
        var folder = temporaryDirectory
        while true {
            do throws(FileSystemError) {
                if let status = try FileSystem.status(of: folder, followingLinks: true) {
                    guard status.kind == .directory else { return .inTheWay(path: folder) }
                    if access(folder, W_OK | X_OK) == 0 { return nil }
                    return .refused(FileSystemError("write", folder, code: errno))
                }
                // A broken symbolic link.
                if try FileSystem.status(of: folder) != nil { return .inTheWay(path: folder) }
            } catch {
                return .refused(error)
            }
            let above = FileSystem.folder(of: folder)
            // No part of the relative path exists; the first write reports any problem.
            if above.isEmpty || above == folder { return nil }
            folder = above
        }
    }
}
