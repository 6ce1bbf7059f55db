#if canImport(Darwin)
    import Darwin
#else
    import CAlcedoSystem
#endif

extension FileSystem {
    /// Whether the file system of a file is known to date changes with the machine's own clock and to a small part of a
    /// second.
    ///
    /// Others round dates (FAT to two seconds, HFS+ and many network file systems to one, and they may still show
    /// digits behind the point as long as the file is in memory), or date them by the clock of a server. The list is
    /// ccache's, with overlayfs: its dates are those of the layer that takes the changes, which has to be one of these.
    ///
    /// - Returns: `false` also for what cannot be looked at.
    public static func hasFineDates(at path: String) -> Bool {
        #if canImport(Darwin)
            var information = statfs()
            guard statfs(path, &information) == 0 else { return false }
            return withUnsafeBytes(of: information.f_fstypename) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self) == "apfs"
            }
        #else
            // The numbers of statfs(2).
            let ext: UInt32 = 0xEF53
            let xfs: UInt32 = 0x5846_5342
            let btrfs: UInt32 = 0x9123_683E
            let zfs: UInt32 = 0x2FC1_2FC1
            let tmpfs: UInt32 = 0x0102_1994
            let overlayfs: UInt32 = 0x794C_7630
            return [ext, xfs, btrfs, zfs, tmpfs, overlayfs].contains(alcedo_file_system_kind(path))
        #endif
    }
}
