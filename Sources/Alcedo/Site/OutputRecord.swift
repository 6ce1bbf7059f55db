import AlcedoBase
import Foundation

/// What Alcedo knows of one output directory: which files there are its own, and what the last build left.
///
/// It lives in the cache and is written before the first file of a publication, with the names to come, so that
/// whatever is killed when, the next build knows every file that may be there because of Alcedo.
struct OutputRecord: Hashable, Sendable {
    /// One file in the output directory.
    struct File: Hashable, Sendable {
        var digest: ContentDigest
        var bytes: Int
        /// What the file system said right after it was written. `nil` when it has to be hashed to be believed.
        var status: FileStatus?
        /// When the manifest stopped asking for it, in seconds since 1970. `nil` while it does.
        var orphanedSince: Int?
        /// Whether it was found there, the same to the byte, without a sign that Alcedo wrote it. Such a file is
        /// used and never deleted.
        var isFound = false
    }

    /// The index as it was written.
    struct Index: Hashable, Sendable {
        var path: String
        var status: FileStatus
        /// Decides the index's bytes; see ``SiteFingerprint``.
        var fingerprint: ContentDigest
    }

    /// By path relative to the output directory.
    var files: [String: File] = [:]
    /// `nil` while a publication is under way, and after one that did not end.
    var index: Index?

    /// Every file that is known to be Alcedo's: those of the record, and those that an index lists.
    ///
    /// The record knows more of a file that both name, unless the index is not the one that it speaks of: then
    /// builds have been here since that could not write the record.
    func owned(listed: [String: File], indexPath: String) throws(FileSystemError) -> [String: File] {
        let current = try FileSystem.status(of: indexPath)
        let isOlder = index.map { $0.status != current } ?? false
        return listed.merging(files) { listed, recorded in
            isOlder && listed.digest != recorded.digest ? listed : recorded
        }
    }

    /// The moment at which the next orphan is due, in seconds since 1970.
    func nextPruning(after age: Int) -> Int? {
        files.values.compactMap(\.orphanedSince).min().map { $0 + age }
    }

    /// The name of the record of an output directory.
    static func name(forOutput path: String) -> String {
        "output-" + ContentDigest(hashing: path).hex.prefix(16)
    }

    private static let schema = "alcedo-output-1"

    var data: Data {
        var writer = FieldWriter()
        writer.write(Self.schema)
        writer.writeList(files.sorted { $0.key < $1.key }) { writer, entry in
            writer.write(entry.key)
            writer.write(entry.value.digest)
            writer.write(entry.value.bytes)
            writer.writeOptional(entry.value.status) { $1.write(to: &$0) }
            writer.writeOptional(entry.value.orphanedSince) { $0.write($1) }
            writer.write(entry.value.isFound)
        }
        writer.writeOptional(index) { writer, index in
            writer.write(index.path)
            index.status.write(to: &writer)
            writer.write(index.fingerprint)
        }
        return writer.data
    }

    init() {}

    init(_ data: Data) throws {
        var reader = FieldReader(data)
        guard try reader.readString() == Self.schema else { throw FieldReader.Malformed() }
        let list = try reader.readList { reader in
            (
                try reader.readString(),
                File(
                    digest: try reader.readDigest(), bytes: try reader.readInt(),
                    status: try reader.readOptional { try FileStatus(from: &$0) },
                    orphanedSince: try reader.readOptional { try $0.readInt() },
                    isFound: try reader.readBool())
            )
        }
        files = Dictionary(list, uniquingKeysWith: { first, _ in first })
        index = try reader.readOptional { reader in
            Index(
                path: try reader.readString(), status: try FileStatus(from: &reader),
                fingerprint: try reader.readDigest())
        }
    }
}

extension FileStatus {
    func write(to writer: inout FieldWriter) {
        writer.write(Int(kind.rawValue))
        writer.write(size)
        writer.write(modified)
        writer.write(changed)
        writer.write(inode)
    }

    init(from reader: inout FieldReader) throws {
        guard let raw = UInt8(exactly: try reader.readInt()), let kind = Kind(rawValue: raw) else {
            throw FieldReader.Malformed()
        }
        self.init(
            kind: kind, size: try reader.readInt(), modified: try reader.readInt(),
            changed: try reader.readInt(),
            inode: try reader.readUInt64())
    }
}
