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
    /// What older versions of the format left goes, too. Files that the cache did not make stay. A build that is running goes on: what it does not find it makes.
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
            for old in try otherVersions().older { try removeVersion(old) }
            for kind in Kind.allCases where !(keepingState && kind == .state) {
                try removeEmptyDirectories(below: version + "/" + kind.rawValue)
            }
            // While something stays there, the markers have something to hide from git.
            let names = Self.markers.map(\.name)
            if try list(version).allSatisfy({ names.contains($0.name) }) {
                try removeMarkers(in: version)
            }
            try FileSystem.removeEmptyDirectory(at: version)
            guard try FileSystem.status(of: version) == nil else { return }
            try removeMarkers(in: directory)
            try FileSystem.removeEmptyDirectory(at: directory)
        }
    }

    func removeMarkers(in folder: String) throws(FileSystemError) {
        for entry in try list(folder) where entry.kind == .regular {
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
}
