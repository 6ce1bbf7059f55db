import AlcedoBase
package import AlcedoLoading

/// The content of `images.lock`: the digests to which remote sources are pinned.
package struct LockFile: Hashable, Sendable {
    package typealias Pin = ContentPin

    /// The pins by name in the lock file; see ``RemoteSource/pinName``.
    var pins: [LockName: Pin] = [:]

    /// The version of the format that is read and written.
    static let version = 1

    /// Returns the lock file of a manifest: beside it, with the same name and the extension `lock`.
    static func name(forManifest name: String) -> String {
        let folderEnd = name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex
        let file = name[folderEnd...]
        // A leading dot does not start an extension.
        let stem = file.lastIndex(of: ".").flatMap { $0 > file.startIndex ? file[..<$0] : nil } ?? file
        return name[..<folderEnd] + stem + ".lock"
    }
}

extension RemoteSource {
    /// The name of the source in the lock file: its `cache-key`, which stays the same when the URL changes, or else the
    /// URL as written. It contains nothing from the environment.
    package var pinName: LockName { LockName(cacheKey ?? url.written) }
}
