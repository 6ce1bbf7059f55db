import AlcedoBase
import AlcedoImaging
import AlcedoManifest

/// Parameters of a source in the manifest's words, and the engine's identity, from which a later run can explain why a
/// picture is made again.
///
/// Most sources share a description. It is informational only; fingerprints and cache keys determine the work.
final class RecipeDescription: Sendable {
    /// A parameter and its value, as written in a manifest.
    struct Parameter: Hashable, Sendable {
        var name: String
        var value: String
        /// The only format that the parameter affects; `nil` for all.
        var format: OutputFormat?
    }

    /// Parameters of one variant.
    struct Variant: Hashable, Sendable {
        var name: String
        var parameters: [Parameter]
    }

    let version: String
    let engine: ContentDigest
    /// Settings for all variants.
    let settings: [Parameter]
    let variants: [Variant]
    /// Digest of all other properties.
    let digest: ContentDigest

    init(version: String, engine: ContentDigest, settings: [Parameter], variants: [Variant]) {
        self.version = version
        self.engine = engine
        self.settings = settings
        self.variants = variants
        var writer = FieldWriter()
        Self.write(version, engine, settings, variants, to: &writer)
        digest = writer.digest
    }

    func variant(named name: String) -> Variant? { variants.first { $0.name == name } }

    /// Returns the parameters that differ between two lists, in the order of the newer one.
    static func changes(from old: [Parameter], to new: [Parameter]) -> [RecipeChange] {
        let before = Dictionary(old.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let after = Set(new.map(\.name))
        let changed = new.filter { before[$0.name] != $0.value }.map {
            RecipeChange(parameter: $0.name, before: before[$0.name], after: $0.value)
        }
        return changed
            + old.filter { !after.contains($0.name) }.map {
                RecipeChange(parameter: $0.name, before: $0.value, after: nil)
            }
    }
}

extension RecipeDescription: Hashable {
    static func == (one: RecipeDescription, other: RecipeDescription) -> Bool {
        one === other || one.digest == other.digest
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

// MARK: - Form in the state

extension RecipeDescription {
    func write(to writer: inout FieldWriter) { Self.write(version, engine, settings, variants, to: &writer) }

    private static func write(
        _ version: String, _ engine: ContentDigest, _ settings: [Parameter], _ variants: [Variant],
        to writer: inout FieldWriter
    ) {
        writer.write(version)
        writer.write(engine)
        writer.writeList(settings) { $1.write(to: &$0) }
        writer.writeList(variants) { writer, variant in
            writer.write(variant.name)
            writer.writeList(variant.parameters) { $1.write(to: &$0) }
        }
    }

    convenience init(from reader: inout FieldReader) throws {
        self.init(
            version: try reader.readString(), engine: try reader.readDigest(),
            settings: try reader.readList { try Parameter(from: &$0) },
            variants: try reader.readList { reader in
                Variant(
                    name: try reader.readString(),
                    parameters: try reader.readList { try Parameter(from: &$0) })
            })
    }
}

extension RecipeDescription.Parameter {
    fileprivate func write(to writer: inout FieldWriter) {
        writer.write(name)
        writer.write(value)
        writer.writeOptional(format) { $0.write($1.rawValue) }
    }

    fileprivate init(from reader: inout FieldReader) throws {
        name = try reader.readString()
        value = try reader.readString()
        format = try reader.readOptional { reader in
            guard let format = OutputFormat(rawValue: try reader.readString()) else {
                throw FieldReader.Malformed()
            }
            return format
        }
    }
}
