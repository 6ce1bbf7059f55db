import AlcedoBase
import AlcedoImaging
import Foundation

/// What the last build learnt, so that the next one need not look again.
///
/// It only saves time: deleting it changes no byte of any output. One checksummed file holds it, which is read and
/// written whole.
struct BuildState: Hashable, Sendable {
    /// A local file whose bytes are known as long as its status stays the same.
    struct KnownFile: Hashable, Sendable {
        var status: FileStatus
        var digest: ContentDigest
    }

    /// A source that was finished.
    struct Source: Hashable, Sendable {
        /// Decides everything in `outcome`.
        var fingerprint: ContentDigest
        var outcome: PackedOutcome
        /// What was asked, to say later what has changed.
        var recipe: RecipeDescription?
        /// The focal point, which is the source's own.
        var focus: FocalPoint?

        /// What is known of its picture; `nil` if that cannot be read.
        var facts: FactsRecord? {
            do {
                return try outcome.unpacked().facts
            } catch {
                return nil
            }
        }
    }

    /// By absolute path.
    var files: [String: KnownFile] = [:]
    /// By id.
    var sources: [String: Source] = [:]

    private static let schema = "alcedo-build-6"

    /// The name of the state of builds into an output directory.
    static func name(forOutput path: String) -> String {
        "build-" + ContentDigest(hashing: path).hex.prefix(16)
    }

    init() {}

    var data: Data { Data(bytes) }

    var bytes: [UInt8] {
        var writer = FieldWriter()
        writer.reserve(size)
        write(to: &writer)
        return writer.bytes
    }

    /// About how many bytes it has, rather more. Room that is not used costs nothing.
    var size: Int { 4096 + sources.count * 4096 + files.count * 512 }

    /// Writes the bytes of ``bytes``.
    func write(to writer: inout FieldWriter) {
        writer.write(Self.schema)
        writer.writeList(files.keys.sorted()) { writer, path in
            guard let file = files[path] else { return }
            writer.write(path)
            file.status.write(to: &writer)
            writer.write(file.digest)
        }
        // Few, and each written once: thousands of sources name them by number.
        let recipes = Set(sources.values.compactMap(\.recipe)).sorted { $0.digest.hex < $1.digest.hex }
        let numbers = Dictionary(
            recipes.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        writer.writeList(recipes) { $1.write(to: &$0) }
        writer.writeList(sources.keys.sorted()) { writer, id in
            guard let source = sources[id] else { return }
            writer.write(id)
            writer.write(source.fingerprint)
            source.outcome.write(to: &writer)
            writer.write(source.recipe.flatMap { numbers[$0] } ?? -1)
            writer.writeOptional(source.focus) { writer, focus in
                writer.write(focus.x)
                writer.write(focus.y)
            }
        }
    }

    init(_ data: Data) throws {
        try self.init(FieldReader(data))
    }

    /// - Throws: `FieldReader.Malformed`.
    init(_ fields: FieldReader) throws {
        var reader = fields
        guard try reader.readString() == Self.schema else { throw FieldReader.Malformed() }
        // A path's count, a status of five numbers, and a digest.
        files = try reader.readDictionary(ofAtLeast: 8 + 40 + 32) { reader in
            (
                try reader.readString(),
                KnownFile(status: try FileStatus(from: &reader), digest: try reader.readDigest())
            )
        }
        let recipes = try reader.readList { try RecipeDescription(from: &$0) }
        // An id's count, a fingerprint, a digest and four numbers.
        sources = try reader.readDictionary(ofAtLeast: 8 + 32 + 32 + 32) { reader in
            (
                try reader.readString(),
                Source(
                    fingerprint: try reader.readDigest(), outcome: try PackedOutcome(from: &reader),
                    recipe: try Self.recipe(number: try reader.readInt(), among: recipes),
                    focus: try reader.readOptional {
                        FocalPoint(x: try $0.readDouble(), y: try $0.readDouble())
                    })
            )
        }
    }

    private static func recipe(number: Int, among recipes: [RecipeDescription]) throws -> RecipeDescription? {
        if number == -1 { return nil }
        guard recipes.indices.contains(number) else { throw FieldReader.Malformed() }
        return recipes[number]
    }
}
