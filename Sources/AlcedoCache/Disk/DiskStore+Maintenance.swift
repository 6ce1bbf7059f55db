public import AlcedoBase
import Foundation

/// What is on the disk of one kind.
public struct CacheUsage: Hashable, Sendable {
    /// What it is.
    public var kind: String
    /// How many files.
    public var entries: Int
    /// Bytes, as the files' lengths say.
    public var bytes: Int
}

extension DiskStore {
    /// What is on the disk, by kind.
    /// - Throws: `FileSystemError`.
    public func usage() throws(FileSystemError) -> [CacheUsage] {
        var usage: [CacheUsage] = []
        for (kind, name) in [
            (Kind.blobs, "originals and variants"), (.records, "records"), (.state, "state"),
        ] {
            var total = CacheUsage(kind: name, entries: 0, bytes: 0)
            for path in try files(of: kind) {
                guard let status = try FileSystem.status(of: path) else { continue }
                total.entries += 1
                total.bytes += status.size
            }
            usage.append(total)
        }
        return usage
    }

    /// Deletes everything that the cache holds, and the directory if nothing else is in it.
    ///
    /// Files that the cache did not make stay. A build that is running goes on: what it does not find it makes.
    ///
    /// - Parameter keepingState: Whether what builds remember stays: without it, a later build does not know any
    ///   more which outputs are its own, but from the index.
    /// - Throws: `FileSystemError`.
    public func clear(keepingState: Bool = false) throws(FileSystemError) {
        for kind in Kind.allCases where !(keepingState && kind == .state) {
            let root = version + "/" + kind.rawValue
            for path in try files(of: kind) { try FileSystem.removeFile(at: path) }
            try removeEmptyDirectories(below: root)
        }
        try FileSystem.removeEmptyDirectory(at: version)
        if try FileSystem.status(of: version) == nil {
            for (name, text) in Self.markers {
                let path = directory + "/" + name
                // One that somebody changed is theirs.
                guard let status = try FileSystem.status(of: path), status.kind == .regular,
                    status.size == text.utf8.count
                else { continue }
                try FileSystem.removeFile(at: path)
            }
            try FileSystem.removeEmptyDirectory(at: directory)
        }
    }

    /// The files that bear the names of entries: two levels at most, and no link is followed.
    private func files(of kind: Kind) throws(FileSystemError) -> [String] {
        let root = version + "/" + kind.rawValue
        guard try FileSystem.status(of: root)?.kind == .directory else { return [] }
        var files: [String] = []
        for entry in try FileSystem.entries(ofDirectory: root) {
            let path = root + "/" + entry.name
            switch kind {
            case .blobs, .records:
                guard entry.kind == .directory, entry.name.utf8.count == 2 else { continue }
                for inner in try FileSystem.entries(ofDirectory: path)
                where inner.kind == .regular && inner.name.hasPrefix(entry.name) {
                    // Others put nothing under the name of a digest.
                    if ContentDigest(hex: inner.name)?.hex == inner.name {
                        files.append(path + "/" + inner.name)
                    }
                }
            case .state:
                let isName = entry.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
                if entry.kind == .regular, isName { files.append(path) }
            case .tmp:
                guard entry.kind == .regular, entry.name.hasPrefix(FileSystem.temporaryPrefix) else {
                    continue
                }
                files.append(path)
            }
        }
        return files
    }

    private func removeEmptyDirectories(below root: String) throws(FileSystemError) {
        guard try FileSystem.status(of: root)?.kind == .directory else { return }
        for entry in try FileSystem.entries(ofDirectory: root) where entry.kind == .directory {
            try FileSystem.removeEmptyDirectory(at: root + "/" + entry.name)
        }
        try FileSystem.removeEmptyDirectory(at: root)
    }
}
