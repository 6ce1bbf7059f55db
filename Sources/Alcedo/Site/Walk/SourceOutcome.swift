import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// Everything that a finished source contributes to the index and the output directory.
struct SourceOutcome: Hashable, Sendable {
    /// One file of a variant.
    struct File: Hashable, Sendable {
        var record: VariantRecord
        /// Device pixels per CSS pixel, for variants with densities.
        var density: Double?
        /// The bytes, for a picture embedded in the index.
        var inline: Data?
    }

    /// One variant, with its files by format in the manifest's order, then by width.
    struct Variant: Hashable, Sendable {
        var name: String
        var files: [File]
    }

    var digest: ContentDigest
    var bytes: Int
    var facts: FactsRecord
    var placeholders: ImagePlaceholders?
    var variants: [Variant]

    /// Writes everything except the fields that `SourceRecord` stores separately.
    func write(to writer: inout FieldWriter) {
        writer.encode(facts)
        writer.encode(placeholders)
        writer.writeList(variants) { writer, variant in
            writer.write(variant.name)
            writer.writeList(variant.files) { writer, file in
                writer.encode(file.record)
                writer.writeOptional(file.density) { $0.write($1) }
                writer.writeOptional(file.inline) { $0.write($1) }
            }
        }
    }

    init(
        digest: ContentDigest, bytes: Int, facts: FactsRecord, placeholders: ImagePlaceholders?,
        variants: [Variant]
    ) {
        self.digest = digest
        self.bytes = bytes
        self.facts = facts
        self.placeholders = placeholders
        self.variants = variants
    }

    init(digest: ContentDigest, bytes: Int, from reader: inout FieldReader) throws {
        self.digest = digest
        self.bytes = bytes
        facts = try reader.decode()
        placeholders = try reader.decode()
        variants = try reader.readList { reader in
            Variant(
                name: try reader.readString(),
                files: try reader.readList { reader in
                    File(
                        record: try reader.decode(),
                        density: try reader.readOptional { try $0.readDouble() },
                        inline: try reader.readOptional { try $0.readData() })
                })
        }
        guard isWithinBounds else { throw FieldReader.Malformed() }
    }

    private var isWithinBounds: Bool {
        facts.isWithinBounds
            && variants.lazy.flatMap(\.files).allSatisfy { file in
                file.record.isWithinBounds && file.density.map(RecordBounds.density.contains) ?? true
            }
    }
}
