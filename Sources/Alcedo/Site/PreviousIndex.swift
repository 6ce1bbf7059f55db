import AlcedoBase
import AlcedoIndex
import Foundation

/// The index that the last build left, as far as it can be read.
///
/// It is a witness: what it names, Alcedo wrote. An index that somebody edited or cut off says nothing.
struct PreviousIndex: Sendable {
    /// Where it was looked for.
    let path: String
    /// The index, if there is one.
    let index: ImageIndex?
    /// The files it names, by path below the output directory.
    let files: [String: OutputRecord.File]

    /// Reads the index at `path`, or else the one that the last publication left somewhere else.
    init(path: String, record: OutputRecord) {
        let here = PreviousIndex(path: path)
        if here.index == nil, let former = record.indexes(elsewhereThan: path).first {
            self = PreviousIndex(path: former.path)
        } else {
            self = here
        }
    }

    /// The index at `path`, unread if the record vouches for it: it is as that was written together with the record,
    /// so that each file it names is in the record, too.
    ///
    /// - Throws: `FileSystemError` for an index that cannot be looked at.
    init(path: String, unlessKnownTo record: OutputRecord) throws {
        if let index = record.index, index.path == path, try FileSystem.status(of: path) == index.status {
            self.init(path: path, index: nil, files: [:])
        } else {
            self.init(path: path, record: record)
        }
    }

    private init(path: String, index: ImageIndex?, files: [String: OutputRecord.File]) {
        self.path = path
        self.index = index
        self.files = files
    }

    init(path: String) {
        self.path = path
        do {
            let index = try ImageIndex(contentsOf: path)
            guard index.generator.hasPrefix("alcedo ") else { throw FieldReader.Malformed() }
            self.index = index
            files = Self.files(of: index)
        } catch {
            index = nil
            files = [:]
        }
    }

    /// Whether nothing in the index can have come from a manifest with these sources and variants.
    func isForeign(toSources ids: [String], variants: [String]) -> Bool {
        guard let index, !index.images.isEmpty, !ids.isEmpty else { return false }
        return !ids.contains { id in
            guard let entry = index.images[id] else { return false }
            return entry.variants.isEmpty || variants.contains { entry.variants[$0] != nil }
        }
    }

    static func files(of index: ImageIndex) -> [String: OutputRecord.File] {
        var files: [String: OutputRecord.File] = [:]
        for entry in index.images.values {
            for (name, file) in Self.files(of: entry) { files[name] = file }
        }
        return files
    }

    static func files(of entry: ImageIndex.Entry) -> [String: OutputRecord.File] {
        var files: [String: OutputRecord.File] = [:]
        for file in entry.variants.values.flatMap(\.formats).flatMap(\.files) {
            // A name that leads out of the output directory is none that Alcedo wrote.
            guard let name = file.file, let digest = file.digest.flatMap(ContentDigest.init(sri:)),
                !name.utf8.starts(with: "/".utf8),
                !name.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }
                )
            else { continue }
            files[name] = OutputRecord.File(digest: digest, bytes: file.bytes)
        }
        return files
    }
}
