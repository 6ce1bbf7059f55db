import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file system of 128 KB in memory, for as long as it is referenced.
final class SmallDisk {
    private let path: String

    /// `nil` where the process may not mount anything.
    init?(_ path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #if os(Linux)
            guard mount("alcedo-tests", path, "tmpfs", 0, "size=128k") == 0 else { return nil }
        #else
            return nil
        #endif
    }

    func makeReadOnly() throws {
        #if os(Linux)
            guard mount("alcedo-tests", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
                throw POSIXError(.init(rawValue: errno) ?? .EIO)
            }
        #endif
    }

    deinit {
        #if os(Linux)
            umount2(path, Int32(MNT_DETACH))
        #endif
    }
}
