import AlcedoBase
import Foundation

/// Decides whether a file in an output directory may be deleted or replaced.
enum Ownership {
    /// Whether the file at `path` is the regular file that the record speaks of, reached without following a link.
    static func isOurs(
        _ path: String, status: FileStatus, file: OutputRecord.File, below output: String
    ) throws -> Bool {
        guard status.kind == .regular, status.size == file.bytes, !file.isFound else { return false }
        guard try linkAbove(path, below: output) == nil else { return false }
        return ContentDigest(hashing: try FileSystem.read(path)) == file.digest
    }

    /// The first folder between `output` and `path` that is a link, or something else that is no folder.
    static func linkAbove(_ path: String, below output: String) throws -> String? {
        var folder = output
        let names = path.dropFirst(output.count + 1).split(separator: "/").dropLast()
        for name in names {
            folder += "/" + name
            guard let status = try FileSystem.status(of: folder) else { return nil }
            if status.kind != .directory { return folder }
        }
        return nil
    }

    /// Removes the folders above a deleted file that have become empty, up to the output directory.
    static func removeEmptyFolders(from name: String, below output: String) throws {
        var folder = (name as NSString).deletingLastPathComponent
        while !folder.isEmpty {
            if try !FileSystem.removeEmptyDirectory(at: output + "/" + folder) { return }
            folder = (folder as NSString).deletingLastPathComponent
        }
    }
}

/// Why a site could not be written, when it is not the disk that refuses.
public enum SiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Something that Alcedo did not make stands where a file has to go.
    case inTheWay(String)
    /// Two different pictures have the same name.
    case collision(String)
    /// Another build has held the output directory for too long.
    case locked(String)

    /// What is wrong and what to do about it, in one line.
    public var description: String {
        switch self {
        case .inTheWay(let text), .collision(let text), .locked(let text): text
        }
    }
}
