#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension FileSystem {
    /// Sets the dates of what is at `path` to now; a symbolic link is not looked through.
    /// - Throws: ``FileSystemError``, also when nothing is there.
    public static func touch(_ path: String) throws(FileSystemError) {
        _ = try check("touch", path) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }
    }
}

extension FileSystem {
    /// Whether a name is that of a temporary file (``temporaryName(owner:)``) whose process has ended. Processes of other
    /// machines and containers, which share a directory but not their numbers, look like that as well.
    public static func isTemporaryOfDeadProcess(_ name: String) -> Bool {
        guard name.hasPrefix(temporaryPrefix) else { return false }
        let number = name.dropFirst(temporaryPrefix.count).prefix { $0.isASCII && $0.isNumber }
        guard let process = pid_t(number), process > 0 else { return false }
        return kill(process, 0) == -1 && errno == ESRCH
    }
}
