#if canImport(Darwin)
    import Darwin
#else
    import CAlcedoSystem
#endif

extension FileSystem {
    /// Returns whether the file system of a file is known to set timestamps from the machine's own clock, with a
    /// resolution of a small fraction of a second.
    ///
    /// Others round timestamps (FAT to two seconds, HFS+ and many network file systems to one, possibly showing
    /// fractional digits while the file is in memory) or take them from the clock of a server. The list is ccache's,
    /// plus overlayfs: its timestamps are those of its upper layer, which has to be one of the others.
    ///
    /// - Returns: `false` also if the path cannot be examined.
    package static func hasFineDates(at path: String) -> Bool {
        #if canImport(Darwin)
            var information = statfs()
            guard statfs(path, &information) == 0 else { return false }
            return withUnsafeBytes(of: information.f_fstypename) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self) == "apfs"
            }
        #else
            // Magic numbers from statfs(2).
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
