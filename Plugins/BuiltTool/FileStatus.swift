import Foundation

/// What the file system knows of a file without reading it, as git compares it.
struct FileStatus {
    /// One line: device, number, mode, size, and the dates of content and status in nanoseconds.
    let text: String
    /// The later of both dates, in seconds since 1970.
    let newest: Double
    let isFolder: Bool

    /// Returns `nil` if there is no file, or none that can be reached. A link counts as the file behind it.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let (content, change) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (content, change) = (status.st_mtim, status.st_ctim)
        #endif
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        newest = max(Self.seconds(content), Self.seconds(change))
        text =
            "\(status.st_dev) \(status.st_ino) \(status.st_mode) \(status.st_size)"
            + " \(content.tv_sec).\(content.tv_nsec) \(change.tv_sec).\(change.tv_nsec)"
    }

    static func now() -> Double { Date().timeIntervalSince1970 }

    private static func seconds(_ time: timespec) -> Double {
        Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
