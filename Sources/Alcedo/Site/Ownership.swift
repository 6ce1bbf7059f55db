import AlcedoBase
import Foundation

/// Decides whether a file in an output directory may be deleted or replaced.
///
/// Deleted is only what has exactly the bytes that Alcedo wrote. Replaced, when another file has to stand there, is
/// also a *damaged* file of Alcedo's, and damaged means that nothing of anybody else's is in it:
///
/// - its size, its dates and its number are those from right after it was written, so that no program has written to
///   it since: the disk has changed it;
/// - or it is no longer than what was written, and each of its bytes is the one that was written there or zero, as
///   after a copy that was cut short or a loss of power.
///
/// Every other file is somebody's work, also under a name that Alcedo used.
enum Ownership {
    /// Whether the file at `path` is the regular file that the record speaks of, reached without following a link.
    static func isOurs(
        _ path: String, status: FileStatus, file: OutputRecord.File, below output: String
    ) throws -> Bool {
        guard status.kind == .regular, !file.isFound else { return false }
        guard status.size == file.bytes || file.formerly != nil else { return false }
        guard try linkAbove(path, below: output) == nil else { return false }
        let digest = try FileSystem.digest(ofFile: path, followingLinks: false).digest
        return digest == file.digest || digest == file.formerly
    }

    /// Whether another file may take the place of the regular file at `path`.
    ///
    /// - Parameters:
    ///   - digest: That of the file's bytes.
    ///   - file: What the record says of it.
    ///   - original: Finds bytes by their digest.
    static func mayBeReplaced(
        _ path: String, digest: ContentDigest, status: FileStatus, file: OutputRecord.File,
        original: (ContentDigest) -> Data?
    ) throws -> Bool {
        guard !file.isFound else { return false }
        if digest == file.digest || digest == file.formerly || status == file.status { return true }
        guard status.size <= file.bytes else { return false }
        let bytes = try FileSystem.read(path, limit: file.bytes, followingLinks: false)
        if bytes.allSatisfy({ $0 == 0 }) { return true }
        guard let original = original(file.digest), bytes.count <= original.count else { return false }
        return zip(bytes, original).allSatisfy { $0 == $1 || $0 == 0 }
    }

    /// The name as file systems compare names that take no notice of case and of Unicode's forms: two that are equal
    /// here may be one file.
    static func folded(_ name: String) -> String {
        name.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// The first folder between `output` and `path` that is a link, or something else that is no folder.
    static func linkAbove(_ path: String, below output: String) throws -> (path: String, status: FileStatus)?
    {
        var folder = output
        // By bytes: a name may begin with a mark that joins the slash before it into one character.
        let names = path.utf8.dropFirst(output.utf8.count + 1).split(separator: UInt8(ascii: "/")).dropLast()
        for name in names {
            folder += "/" + String(Substring(name))
            guard let status = try FileSystem.status(of: folder) else { return nil }
            if status.kind != .directory { return (folder, status) }
        }
        return nil
    }

    /// Removes the folders above a deleted file that have become empty, up to the output directory.
    static func removeEmptyFolders(from name: String, below output: String) {
        var folder = FileSystem.folder(of: name)
        while !folder.isEmpty {
            if !removeFolder(output + "/" + folder) { return }
            folder = FileSystem.folder(of: folder)
        }
    }

    /// Removes a folder of the output if it is empty and can be removed. One that stays harms nobody: something may be
    /// mounted on it, and the folder that it is in need not be ours to change.
    ///
    /// - Returns: Whether it is gone.
    static func removeFolder(_ path: String) -> Bool {
        do {
            return try FileSystem.removeEmptyDirectory(at: path)
        } catch {
            return false
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
    /// What the cache remembers of a source cannot be read.
    case forgotten(String)

    /// What is wrong and what to do about it, in one line.
    public var description: String {
        switch self {
        case .inTheWay(let text), .collision(let text), .locked(let text), .forgotten(let text): text
        }
    }
}
