package import AlcedoBase

/// Disk usage of one kind of file.
package struct CacheUsage: Hashable, Sendable {
    /// The name of the kind.
    package var kind: String
    /// The number of files.
    package var entries: Int
    /// The sum of the file sizes in bytes.
    package var bytes: Int

    /// Creates the usage of one kind.
    package init(kind: String, entries: Int, bytes: Int) {
        self.kind = kind
        self.entries = entries
        self.bytes = bytes
    }
}

extension DiskStore {
    /// Returns the disk usage by kind. Unfinished files of killed builds are listed only if there are any.
    /// - Throws: `FileSystemError`.
    package func usage() throws(FileSystemError) -> [CacheUsage] {
        var usage: [CacheUsage] = []
        for (kind, name) in [
            (Kind.blobs, "originals and variants"), (.records, "records"), (.state, "state"),
            (.tmp, "unfinished files"),
        ] {
            var total = CacheUsage(kind: name, entries: 0, bytes: 0)
            for path in try files(of: kind) {
                guard let status = try FileSystem.status(of: path) else { continue }
                total.entries += 1
                total.bytes = total.bytes.addingClamped(status.size)
            }
            if kind != .tmp || total.entries > 0 { usage.append(total) }
        }
        return usage
    }

    /// Deletes all contents of the cache, and the directory if nothing else is in it.
    ///
    /// Includes older versions of the format, but no files that the cache did not create. A running build continues and
    /// makes what it no longer finds. Waits for writes in progress, including those of other processes.
    ///
    /// - Parameter keepingState: Whether to keep the state of builds. Without it, a later build knows its own outputs
    ///   only from the index.
    /// - Throws: `FileSystemError` for the first failure, after everything else has been deleted.
    package func clear(keepingState: Bool = false) throws(FileSystemError) {
        try withExclusiveLock { () throws(FileSystemError) in
            var refusal: FileSystemError?
            for kind in Kind.allCases where !(keepingState && kind == .state) {
                for path in try files(of: kind) {
                    do throws(FileSystemError) {
                        try FileSystem.removeFile(at: path)
                    } catch {
                        refusal = refusal ?? error
                    }
                }
            }
            if let refusal { throw refusal }
            for old in try otherVersions().older { try removeVersion(old) }
            for kind in Kind.allCases where !(keepingState && kind == .state) {
                try removeEmptyDirectories(below: version + "/" + kind.rawValue)
            }
            // As long as other files remain, the markers still hide them from git.
            let names = Self.markers.map(\.name)
            if try list(version).allSatisfy({ names.contains($0.name) }) {
                try removeMarkers(in: version)
            }
            try FileSystem.removeEmptyDirectory(at: version)
            guard try FileSystem.status(of: version) == nil,
                try FileSystem.status(of: directory + "/" + Self.reportName) == nil
            else { return }
            try removeMarkers(in: directory)
            try FileSystem.removeEmptyDirectory(at: directory)
        }
    }

    func removeMarkers(in folder: String) throws(FileSystemError) {
        for entry in try list(folder) where entry.kind == .regular {
            let path = folder + "/" + entry.name
            if let marker = Self.markers.first(where: { $0.name == entry.name }) {
                // Keep a marker that the user has changed.
                if try FileSystem.read(path) != Data(marker.text.utf8) { continue }
            } else if !entry.name.hasPrefix(FileSystem.temporaryPrefix) {
                continue
            }
            try FileSystem.removeFile(at: path)
        }
    }
}
