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

    /// Describes one kind.
    public init(kind: String, entries: Int, bytes: Int) {
        self.kind = kind
        self.entries = entries
        self.bytes = bytes
    }
}

extension DiskStore {
    /// What is on the disk, by kind. What killed builds left half-written is named only if there is any.
    /// - Throws: `FileSystemError`.
    public func usage() throws(FileSystemError) -> [CacheUsage] {
        var usage: [CacheUsage] = []
        for (kind, name) in [
            (Kind.blobs, "originals and variants"), (.records, "records"), (.state, "state"),
            (.tmp, "unfinished files"),
        ] {
            var total = CacheUsage(kind: name, entries: 0, bytes: 0)
            for path in try files(of: kind) {
                guard let status = try FileSystem.status(of: path) else { continue }
                total.entries += 1
                total.bytes += status.size
            }
            if kind != .tmp || total.entries > 0 { usage.append(total) }
        }
        return usage
    }

    /// Deletes everything that the cache holds, and the directory if nothing else is in it.
    ///
    /// Files that the cache did not make stay. A build that is running goes on: what it does not find it makes.
    /// Writes that are under way, also those of other processes, are waited for.
    ///
    /// - Parameter keepingState: Whether what builds remember stays: without it, a later build does not know any
    ///   more which outputs are its own, but from the index.
    /// - Throws: `FileSystemError`, the first refusal, after everything else has been deleted.
    public func clear(keepingState: Bool = false) throws(FileSystemError) {
        try whileNobodyWrites { () throws(FileSystemError) in
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
            for kind in Kind.allCases where !(keepingState && kind == .state) {
                try removeEmptyDirectories(below: version + "/" + kind.rawValue)
            }
            // While something stays there, the markers have something to hide from git.
            let names = Self.markers.map(\.name)
            if try entries(of: version).allSatisfy({ names.contains($0.name) }) {
                try removeMarkers(in: version)
            }
            try FileSystem.removeEmptyDirectory(at: version)
            guard try FileSystem.status(of: version) == nil else { return }
            try removeMarkers(in: directory)
            try FileSystem.removeEmptyDirectory(at: directory)
        }
    }

    private func removeMarkers(in folder: String) throws(FileSystemError) {
        for entry in try entries(of: folder) where entry.kind == .regular {
            let path = folder + "/" + entry.name
            if let marker = Self.markers.first(where: { $0.name == entry.name }) {
                // One that somebody changed is theirs.
                if try FileSystem.read(path) != Data(marker.text.utf8) { continue }
            } else if !entry.name.hasPrefix(FileSystem.temporaryPrefix) {
                continue
            }
            try FileSystem.removeFile(at: path)
        }
    }

    /// The files that bear the names of entries: two levels at most, and no link is followed.
    private func files(of kind: Kind) throws(FileSystemError) -> [String] {
        let root = version + "/" + kind.rawValue
        var files: [String] = []
        for entry in try entries(of: root) {
            let path = root + "/" + entry.name
            switch kind {
            case .blobs, .records:
                guard entry.kind == .directory, entry.name.utf8.count == 2 else { continue }
                for inner in try entries(of: path)
                where inner.kind == .regular && inner.name.hasPrefix(entry.name) {
                    // Others put nothing under the name of a digest.
                    if ContentDigest(hex: inner.name)?.hex == inner.name {
                        files.append(path + "/" + inner.name)
                    }
                }
            case .state:
                if entry.kind == .regular, Self.isStateName(entry.name) { files.append(path) }
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
        let inner = try entries(of: root)
        for entry in inner where entry.kind == .directory {
            try FileSystem.removeEmptyDirectory(at: root + "/" + entry.name)
        }
        if try FileSystem.status(of: root)?.kind == .directory {
            try FileSystem.removeEmptyDirectory(at: root)
        }
    }

    /// None for what is no directory, or not there any more: a build or somebody else may be at work.
    private func entries(of folder: String) throws(FileSystemError) -> [FileSystem.DirectoryEntry] {
        guard try FileSystem.status(of: folder)?.kind == .directory else { return [] }
        do {
            return try FileSystem.entries(ofDirectory: folder)
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }
}
