import AlcedoBase

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension DiskStore {
    /// Why nothing can be stored, as far as that can be told without writing anything; `nil` if nothing speaks
    /// against it. A full disk, for one, is noticed only by what does not fit any more.
    public func obstacle() -> CacheError? {
        var folder = temporaryDirectory
        while true {
            do throws(FileSystemError) {
                if let status = try FileSystem.status(of: folder, followingLinks: true) {
                    guard status.kind == .directory else { return .inTheWay(path: folder) }
                    if access(folder, W_OK | X_OK) == 0 { return nil }
                    return .refused(FileSystemError("write", folder, code: errno))
                }
                // A link that leads nowhere.
                if try FileSystem.status(of: folder) != nil { return .inTheWay(path: folder) }
            } catch {
                return .refused(error)
            }
            let above = FileSystem.folder(of: folder)
            // Nothing of a relative path is there; the first write says what there is to say.
            if above.isEmpty || above == folder { return nil }
            folder = above
        }
    }
}
