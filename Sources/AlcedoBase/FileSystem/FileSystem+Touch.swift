extension FileSystem {
    /// Sets the timestamps of the file at `path` to now, without following symbolic links.
    /// - Throws: ``FileSystemError``, including if nothing is there.
    package static func touch(_ path: String) throws(FileSystemError) {
        _ = try check("touch", path) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }
    }

    /// Sets the timestamps of a file that was just written to the start of the second after `previous`, unless it is later already.
    /// Tools that compare dates in whole seconds then see that the file is another one.
    ///
    /// - Parameter previous: The time of the last change of the file that it replaced, in nanoseconds since 1970.
    /// - Throws: ``FileSystemError``.
    package static func touch(_ path: String, inLaterSecondThan previous: Int) throws(FileSystemError) {
        let next = previous / 1_000_000_000 + 1
        guard let status = try status(of: path), status.modified / 1_000_000_000 < next else { return }
        let time = timespec(tv_sec: time_t(next), tv_nsec: 0)
        _ = try check("touch", path) { utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW) }
    }
}

extension FileSystem {
    /// Returns whether a name belongs to a temporary file (``temporaryName(owner:)``) whose process has ended. A
    /// process of another machine or container that shares the directory also appears to have ended.
    package static func isTemporaryOfDeadProcess(_ name: String) -> Bool {
        guard name.hasPrefix(temporaryPrefix) else { return false }
        let number = name.dropFirst(temporaryPrefix.count).prefix { $0.isASCII && $0.isNumber }
        guard let process = pid_t(number), process > 0 else { return false }
        return kill(process, 0) == -1 && errno == ESRCH
    }
}
