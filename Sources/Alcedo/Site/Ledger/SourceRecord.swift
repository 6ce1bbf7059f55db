import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// The result of a source in the ledger: the figures that every build needs, and its `SourceOutcome`, undecoded.
struct SourceRecord: Sendable {
    /// Digest of every input that determines the outcome.
    let fingerprint: ContentDigest
    /// Digest of the source's bytes.
    let digest: ContentDigest
    /// Size of the source in bytes.
    let bytes: Int
    /// Number of files, each of which may be the output of several variants.
    private(set) var fileCount: Int
    /// Their size in bytes, and that of pictures within the index.
    private(set) var fileBytes: Int
    // The rest of the outcome.
    private let fields: FieldReader
    /// Parameters in words, to explain later what has changed, and to know what the files say besides pixels.
    var recipe: RecipeDescription?
    /// The mark of the file or address that it is a picture of; see `SourceOrigin.mark`.
    var origin: ContentDigest?
    /// Focal point of the source.
    var focus: FocalPoint?

    init(
        _ outcome: SourceOutcome, fingerprint: ContentDigest, recipe: RecipeDescription? = nil,
        origin: ContentDigest? = nil, focus: FocalPoint? = nil, naming: Naming = { _, _, _ in nil }
    ) {
        self.fingerprint = fingerprint
        digest = outcome.digest
        bytes = outcome.bytes
        (fileCount, fileBytes) = Self.count(outcome, naming)
        var writer = FieldWriter()
        outcome.write(to: &writer)
        // Without spare capacity: there are thousands of them.
        fields = FieldReader(Array(writer.bytes[...]))
        self.recipe = recipe
        self.origin = origin
        self.focus = focus
    }

    /// Decodes the outcome.
    func outcome() throws(FieldReader.Malformed) -> SourceOutcome {
        var reader = fields
        do {
            let outcome = try SourceOutcome(digest: digest, bytes: bytes, from: &reader)
            if reader.isAtEnd { return outcome }
        } catch {
            // As below.
        }
        throw FieldReader.Malformed()
    }

    /// Returns what identifies the file of a variant, see `FileTally`. Without it, equal bytes are one file.
    typealias Naming = (_ variant: String, _ type: ImageType, _ file: SourceOutcome.File) -> Int?

    private static func count(_ outcome: SourceOutcome, _ naming: Naming) -> (count: Int, bytes: Int) {
        var names: Set<Int> = []
        var bytes = 0
        for variant in outcome.variants {
            for file in variant.files {
                let name = file.inline == nil ? naming(variant.name, outcome.facts.facts.type, file) : nil
                let isCounted =
                    file.inline != nil || names.insert(name ?? file.record.digest.hashValue).inserted
                if isCounted { bytes += file.record.bytes }
            }
        }
        return (names.count, bytes)
    }

    /// Counts its files again, whose names have changed.
    mutating func count(_ naming: Naming) {
        do {
            (fileCount, fileBytes) = Self.count(try outcome(), naming)
        } catch {
            // The publication reports it.
        }
    }

    /// Facts about the picture; `nil` if they cannot be decoded.
    var facts: FactsRecord? {
        do {
            return try outcome().facts
        } catch {
            return nil
        }
    }

    /// Writes the outcome.
    func writeOutcome(to writer: inout FieldWriter) {
        writer.write(digest)
        writer.write(bytes)
        writer.write(fileCount)
        writer.write(fileBytes)
        writer.write(fields)
    }

    func write(to writer: inout FieldWriter) {
        writer.write(fingerprint)
        writeOutcome(to: &writer)
        writer.writeOptional(recipe) { $0.write($1.digest) }
        writer.writeOptional(origin) { $0.write($1) }
        writer.writeOptional(focus) { writer, focus in
            writer.write(focus.x)
            writer.write(focus.y)
        }
    }

    /// - Parameter hasOrigin: Whether the version that wrote it has written the origin.
    /// - Throws: `FieldReader.Malformed`.
    init(
        from reader: inout FieldReader, recipes: [ContentDigest: RecipeDescription], hasOrigin: Bool = true
    ) throws {
        fingerprint = try reader.readDigest()
        digest = try reader.readDigest()
        bytes = try reader.readInt(in: RecordBounds.bytes)
        fileCount = try reader.readInt(in: RecordBounds.count)
        fileBytes = try reader.readInt(in: RecordBounds.bytes)
        fields = try reader.readFields()
        recipe = try reader.readOptional { recipes[try $0.readDigest()] } ?? nil
        origin = hasOrigin ? try reader.readOptional { try $0.readDigest() } : nil
        focus = try reader.readOptional { FocalPoint(x: try $0.readDouble(), y: try $0.readDouble()) }
        if let focus, !focus.x.isFinite || !focus.y.isFinite { throw FieldReader.Malformed() }
    }
}

extension SourceRecord: Hashable {
    static func == (one: SourceRecord, other: SourceRecord) -> Bool {
        one.fingerprint == other.fingerprint && one.digest == other.digest && one.bytes == other.bytes
            && one.recipe == other.recipe && one.origin == other.origin && one.focus == other.focus
            && one.fields.hasSameRest(as: other.fields)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension SourceOrigin {
    /// Identifies the file or address that the index names as the source.
    var mark: ContentDigest { ContentDigest(hashing: shown) }
}
