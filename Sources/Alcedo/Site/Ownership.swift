import AlcedoBase
import AlcedoImaging
import Foundation

/// Decides whether a file in an output directory may be deleted or replaced.
///
/// Deleted is only what has exactly the bytes that Alcedo wrote. Replaced, when another file has to stand there, is
/// also a recorded file that is *damaged*, which means that nothing of anybody else's is in it:
///
/// - its size, its dates and its number are those from right after it was written, so that no program has written to
///   it since: the disk has changed it;
/// - or it is no longer than what was written, and each of its bytes is the one that was written there or zero, as
///   after a copy that was cut short or a loss of power;
///
/// and a file that is *recoded*: a program such as an optimizer has gone over the output folder. It is still a picture of
/// the format that its name says,
///
/// - and its name has the hash of the bytes that Alcedo wrote, so that no other bytes belong there, recorded or not;
/// - or it is recorded and has no more bytes than were written.
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

    /// What stands in the place of a file that has to be written.
    enum Standing: Hashable, Sendable {
        /// What Alcedo wrote there before, or what a failing disk or a lost write made of that.
        case ours
        /// What another program made of it, as a picture of the same format.
        case recoded
        /// What Alcedo may not replace.
        case foreign
    }

    /// Whether another file may take the place of the regular file at `path`.
    ///
    /// - Parameters:
    ///   - digest: That of the file's bytes.
    ///   - file: What the record says of it.
    ///   - original: Finds bytes by their digest.
    static func standing(
        _ path: String, digest: ContentDigest, status: FileStatus, file: OutputRecord.File,
        original: (ContentDigest) -> Data?
    ) throws -> Standing {
        guard !file.isFound else { return .foreign }
        if digest == file.digest || digest == file.formerly || status == file.status { return .ours }
        if status.size <= file.bytes {
            let bytes = try FileSystem.read(path, limit: file.bytes, followingLinks: false)
            if bytes.allSatisfy({ $0 == 0 }) { return .ours }
            if let original = original(file.digest), bytes.count <= original.count,
                zip(bytes, original).allSatisfy({ $0 == $1 || $0 == 0 })
            {
                return .ours
            }
        } else if !hasHash(path, of: [file.digest] + [file.formerly].compactMap(\.self)) {
            return .foreign
        }
        return try isPictureOfItsName(path) ? .recoded : .foreign
    }

    /// Whether a build that wants the file at `path` would write it again, whatever has become of it.
    static func isRepairable(
        _ path: String, status: FileStatus, file: OutputRecord.File, below output: String
    ) throws -> Bool {
        guard status.kind == .regular, try linkAbove(path, below: output) == nil else { return false }
        let digest = try FileSystem.digest(ofFile: path, followingLinks: false).digest
        return try standing(path, digest: digest, status: status, file: file, original: { _ in nil })
            != .foreign
    }

    /// Whether the file at `path`, of which no record speaks, is recoded: its name has the hash of the bytes that Alcedo
    /// gives this name, which no other program knows.
    ///
    /// - Parameter digest: That of those bytes.
    static func isRecoded(_ path: String, insteadOf digest: ContentDigest) throws -> Bool {
        try hasHash(path, of: [digest]) && isPictureOfItsName(path)
    }

    /// Whether a path holds the beginning of one of the digests, as `{hash}` gives it.
    private static func hasHash(_ path: String, of digests: [ContentDigest]) -> Bool {
        digests.contains { path.contains($0.hex.prefix(NameTemplate.hashDigits)) }
    }

    /// Whether the bytes at `path` are a picture of the format that its ending says.
    private static func isPictureOfItsName(_ path: String) throws -> Bool {
        let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
        guard let dot = name.lastIndex(of: "."),
            case let ending = name[name.index(after: dot)...].lowercased(),
            let format = OutputFormat.allCases.first(where: { $0.fileExtensions.contains(ending) })
        else { return false }
        let beginning = try FileSystem.readBeginning(of: path, count: 1024, followingLinks: false)
        return ImageType.sniff(Data(beginning)).map(String.init(describing:)) == format.rawValue
    }

    /// Whether bytes are an index of Alcedo's, whatever was edited in it and however it is laid out, or what a failing
    /// disk made of one.
    ///
    /// - Parameter isRecorded: Whether a publication left its index in this place.
    static func isIndex(_ data: Data, isRecorded: Bool) -> Bool {
        // An empty file is nobody's loss.
        if data.allSatisfy({ $0 == 0 }) { return true }
        // As Alcedo, tools that make files small, and tools that make them readable write it.
        let spellings = [": ", ":", " : "].map { Data("\"generator\"\($0)\"alcedo ".utf8) }
        if spellings.contains(where: { data.range(of: $0) != nil }) { return true }
        // Cut off before that.
        let start = Data("{\n  \"baseURL\": \"".utf8)
        return isRecorded
            && (data.starts(with: start) && !data.contains(UInt8(ascii: "}")) || start.starts(with: data))
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
