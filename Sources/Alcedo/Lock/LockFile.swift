import AlcedoBase

/// The digests to which remote sources are pinned: what `images.lock` says.
struct LockFile: Hashable, Sendable {
    typealias Pin = ContentPin

    /// By the source's name in the lock file; see ``RemoteSource/pinName``.
    var pins: [LockName: Pin] = [:]

    /// The version of the format that this one reads and writes.
    static let version = 1

    /// The file that belongs to a manifest: beside it, with its name and `lock` for an ending.
    static func name(forManifest name: String) -> String {
        let folderEnd = name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex
        let file = name[folderEnd...]
        // A name that begins with its only dot has no ending.
        let stem = file.lastIndex(of: ".").flatMap { $0 > file.startIndex ? file[..<$0] : nil } ?? file
        return name[..<folderEnd] + stem + ".lock"
    }
}

extension RemoteSource {
    /// What the lock file files the source under: its `cache-key`, which stays when the address changes, or else the
    /// address as it is written. Nothing from the environment is in it.
    var pinName: LockName { LockName(cacheKey ?? url.written) }
}
