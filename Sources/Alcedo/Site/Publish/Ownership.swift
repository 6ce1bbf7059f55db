import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import AlcedoRecipes

/// Rules for deleting and replacing files in an output directory.
///
/// A file is deleted only if it has exactly the bytes that Alcedo wrote. To make room for another file, Alcedo also
/// replaces a recorded file that is *damaged*, that is, contains nothing from another program:
///
/// - its size, dates and inode number are those from right after it was written, so no program has written to it
///   since, and the disk must have changed it;
/// - or it is no longer than the original, and each byte is either the one written there or zero, as after a truncated
///   copy or a power failure;
///
/// and a file that is *recoded*, by an optimizer that processed the output folder, for example. It is still a picture
/// of the format given by its name,
///
/// - and its name contains the hash of the bytes that Alcedo wrote, recorded or not, so no other bytes belong there;
/// - or it is recorded and no longer than the original.
///
/// Every other file may be the user's work, even under a name that Alcedo has used.
enum Ownership {
    /// Whether a file of the output is the recorded one.
    static func isOurs(_ found: OwnFile.Found, _ file: Ledger.File) -> Bool {
        !file.isFound && (found.status.size == file.bytes || file.formerly != nil)
            && (found.digest == file.digest || found.digest == file.formerly)
    }

    /// Status of an existing file in the place of a file to write.
    enum Standing: Hashable, Sendable {
        /// Written by Alcedo, possibly damaged by a failing disk or a lost write.
        case ours
        /// Written by Alcedo, and changed by another program to a different picture file of the same format.
        case recoded
        /// Anything else, which Alcedo must not replace.
        case foreign
    }

    /// Determines whether the regular file at `path` may be replaced.
    ///
    /// - Parameters:
    ///   - digest: Digest of the file's bytes.
    ///   - file: The file's entry in the record.
    ///   - original: Returns bytes by their digest.
    static func standing(
        _ path: String, digest: ContentDigest, status: FileStatus, file: Ledger.File,
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

    /// Whether a build that needs the file at `path` would rewrite it, in its present condition.
    static func isRepairable(
        _ path: String, status: FileStatus, file: Ledger.File, below output: String
    ) throws -> Bool {
        guard status.kind == .regular, try linkAbove(path, below: output) == nil else { return false }
        let digest = try FileSystem.digest(ofFile: path, followingLinks: false).digest
        return try standing(path, digest: digest, status: status, file: file, original: { _ in nil })
            != .foreign
    }

    /// Whether the unrecorded file at `path` is recoded: its name contains the hash of the bytes that Alcedo would
    /// write there, which no other program would choose.
    ///
    /// - Parameter digest: Digest of the bytes to write.
    static func isRecoded(_ path: String, insteadOf digest: ContentDigest) throws -> Bool {
        try hasHash(path, of: [digest]) && isPictureOfItsName(path)
    }

    /// Whether a path contains the prefix of one of the digests, as produced by `{hash}`.
    private static func hasHash(_ path: String, of digests: [ContentDigest]) -> Bool {
        digests.contains { path.contains($0.hex.prefix(NameTemplate.hashDigits)) }
    }

    /// Whether the bytes at `path` are a picture of the format given by its extension.
    static func isPictureOfItsName(_ path: String) throws -> Bool {
        guard let ending = path.fileExtension?.lowercased() else { return false }
        let beginning = try FileSystem.readBeginning(of: path, count: 1024, followingLinks: false)
        if let video = Variant.VideoFormat(rawValue: ending) { return video.isBeginning(beginning) }
        guard let format = OutputFormat.allCases.first(where: { $0.fileExtensions.contains(ending) })
        else { return false }
        return ImageType.sniff(Data(beginning)).map(String.init(describing:)) == format.rawValue
    }

    /// Whether bytes are an index of Alcedo's, even if edited, reformatted, or damaged by a failing disk.
    ///
    /// - Parameter isRecorded: Whether a publication wrote its index to this path.
    static func isIndex(_ data: Data, isRecorded: Bool) -> Bool {
        // Replacing an empty file loses nothing.
        if data.withUnsafeBytes({ $0.allSatisfy { $0 == 0 } }) { return true }
        // As written by Alcedo, by minifiers, and by formatters.
        let spellings = [": ", ":", " : "].map { Data("\"generator\"\($0)\"alcedo ".utf8) }
        if spellings.contains(where: { data.firstRange(of: $0) != nil }) { return true }
        // Truncated before the generator.
        let start = Data("{\n  \"baseURL\": \"".utf8)
        return isRecorded
            && (data.starts(with: start) && !data.contains(UInt8(ascii: "}")) || start.starts(with: data))
    }

    /// Returns the name as compared by file systems that ignore case and Unicode normalization: names with equal
    /// results may be the same file.
    static func folded(_ name: String) -> String {
        name.precomposed.lowercased()
    }

    /// Returns the first path between `output` and `path` that is a link, or otherwise not a folder.
    static func linkAbove(_ path: String, below output: String) throws -> (path: String, status: FileStatus)?
    {
        var folder = output
        // By bytes: a combining mark at the start of a name forms one character with the slash before it.
        let names = path.utf8.dropFirst(output.utf8.count + 1).split(separator: UInt8(ascii: "/")).dropLast()
        for name in names {
            folder += "/" + String(Substring(name))
            guard let status = try FileSystem.status(of: folder) else { return nil }
            if status.kind != .directory { return (folder, status) }
        }
        return nil
    }

    /// Removes the empty folders above a deleted file, up to the output directory.
    static func removeEmptyFolders(from name: String, below output: String) {
        var folder = FileSystem.folder(of: name)
        while !folder.isEmpty {
            if !removeFolder(folder, below: output) { return }
            folder = FileSystem.folder(of: folder)
        }
    }

    /// Removes the folders of these files that are empty, whether the files were there or not.
    static func removeEmptyFolders(of names: some Sequence<String>, below output: String) {
        var folders: Set<String> = []
        for name in names {
            var folder = FileSystem.folder(of: name)
            while !folder.isEmpty, folders.insert(folder).inserted { folder = FileSystem.folder(of: folder) }
        }
        // A folder is longer than those that it is in.
        for folder in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            _ = removeFolder(folder, below: output)
        }
    }

    /// Removes a folder of the output if it is empty. A failure is harmless: it may be a mount point, or its parent may
    /// be write-protected.
    ///
    /// - Returns: Whether the folder was removed.
    private static func removeFolder(_ name: String, below output: String) -> Bool {
        do {
            return try FileSystem.removeEmptyDirectory(name, below: output)
        } catch {
            return false
        }
    }

    /// Removes the output itself if it is empty.
    static func removeFolder(_ path: String) -> Bool {
        do {
            return try FileSystem.removeEmptyDirectory(at: path)
        } catch {
            return false
        }
    }
}
