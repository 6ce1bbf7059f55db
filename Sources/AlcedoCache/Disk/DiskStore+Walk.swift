import AlcedoBase

extension DiskStore {
    /// A file or folder under the name of an entry.
    struct Found {
        var kind: Kind
        var path: String
        /// The last component of `path`.
        var name: String
        /// Whether it is a regular file; anything else under such a name is damage.
        var isRegular: Bool
    }

    /// Returns everything under the name of an entry, at most two levels deep, without following links.
    ///
    /// - Parameter version: The folder of a format version; by default the current one.
    func entries(of kind: Kind, in version: String? = nil) throws(FileSystemError) -> [Found] {
        let version = version ?? self.version
        let root = version + "/" + kind.rawValue
        var found: [Found] = []
        // A link would lead out of the cache.
        guard try FileSystem.status(of: version)?.kind == .directory else { return [] }
        for entry in try list(root) where entry.isText {
            let path = root + "/" + entry.name
            switch kind {
            case .blobs, .records:
                guard entry.kind == .directory, entry.name.utf8.count == 2 else { continue }
                for inner in try list(path) where inner.name.hasPrefix(entry.name) {
                    // Only the cache uses digests as names.
                    guard ContentDigest(hex: inner.name)?.hex == inner.name else { continue }
                    found.append(
                        Found(
                            kind: kind, path: path + "/" + inner.name, name: inner.name,
                            isRegular: inner.kind == .regular))
                }
            case .state:
                guard Self.isStateName(entry.name) else { continue }
                found.append(
                    Found(kind: kind, path: path, name: entry.name, isRegular: entry.kind == .regular))
            case .tmp:
                guard entry.kind == .regular, entry.name.hasPrefix(FileSystem.temporaryPrefix) else {
                    continue
                }
                found.append(Found(kind: kind, path: path, name: entry.name, isRegular: true))
            }
        }
        return found
    }

    /// Returns the paths of the regular files under the names of entries.
    func files(of kind: Kind, in version: String? = nil) throws(FileSystemError) -> [String] {
        try entries(of: kind, in: version).filter(\.isRegular).map(\.path)
    }

    /// Returns no entries if `folder` is not a directory or no longer exists: other processes may be changing it.
    func list(_ folder: String) throws(FileSystemError) -> [FileSystem.DirectoryEntry] {
        guard try FileSystem.status(of: folder)?.kind == .directory else { return [] }
        do {
            return try FileSystem.entries(ofDirectory: folder)
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }

    func removeEmptyDirectories(below root: String) throws(FileSystemError) {
        for entry in try list(root) where entry.kind == .directory {
            try FileSystem.removeEmptyDirectory(at: root + "/" + entry.name)
        }
        if try FileSystem.status(of: root)?.kind == .directory {
            try FileSystem.removeEmptyDirectory(at: root)
        }
    }

    // MARK: Versions of the format

    /// Returns the number in the name of a version folder.
    static func versionNumber(_ name: String) -> Int? {
        guard name.first == "v", let number = Int(name.dropFirst()), "v\(number)" == name else { return nil }
        return number
    }

    /// Returns the folder names of older and newer format versions.
    func otherVersions() throws(FileSystemError) -> (older: [String], newer: [String]) {
        let own = Self.versionNumber(Self.versionName) ?? 0
        var older: [String] = []
        var newer: [String] = []
        for entry in try list(directory) where entry.kind == .directory {
            guard let number = Self.versionNumber(entry.name), number != own,
                try isOurs(version: entry.name)
            else { continue }
            if number < own { older.append(entry.name) } else { newer.append(entry.name) }
        }
        return (older, newer)
    }

    // In a folder with other files, a `v0` may not belong to the cache.
    private func isOurs(version: String) throws(FileSystemError) -> Bool {
        let known = Kind.allCases.map(\.rawValue) + Self.markers.map(\.name)
        let names = try list(directory + "/" + version).map(\.name)
        return names.contains(Kind.blobs.rawValue) && names.contains(Kind.tmp.rawValue)
            && names.allSatisfy(known.contains)
    }

    /// Removes the entries of another version. The caller holds the exclusive lock.
    func removeVersion(_ name: String) throws(FileSystemError) {
        let folder = directory + "/" + name
        for kind in Kind.allCases {
            for path in try files(of: kind, in: folder) { try FileSystem.removeFile(at: path) }
            try removeEmptyDirectories(below: folder + "/" + kind.rawValue)
        }
        try removeMarkers(in: folder)
        try FileSystem.removeEmptyDirectory(at: folder)
    }
}
