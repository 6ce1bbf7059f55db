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

extension FileSystem {
    /// Returns whether other machines may change what is in a folder, without this one being told: a network drive, or a drive
    /// of a virtual machine's host.
    package static func isRemote(_ folder: String) -> Bool {
        #if canImport(Darwin)
            var information = statfs()
            guard statfs(folder, &information) == 0 else { return false }
            return information.f_flags & UInt32(MNT_LOCAL) == 0
        #else
            // Magic numbers from statfs(2): NFS, SMB (three), FUSE, 9P, AFS (two), Coda, Ceph, Lustre, GPFS, VirtualBox.
            let kinds: [UInt32] = [
                0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F, 0x6B41_4653,
                0x7375_7245, 0x00C3_6400, 0x0BD0_0BD0, 0x4750_4653, 0x786F_4256,
            ]
            return kinds.contains(alcedo_file_system_kind(folder))
        #endif
    }
}
