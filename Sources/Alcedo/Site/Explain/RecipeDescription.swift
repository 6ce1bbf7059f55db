import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// Parameters of a source in the manifest's words, and the engine's identity, from which a later run can explain why a
/// picture is made again.
///
/// Most sources share a description. It is informational only; fingerprints and cache keys determine the work.
final class RecipeDescription: Sendable {
    /// A parameter and its value, as written in a manifest.
    struct Parameter: Hashable, Sendable, Codable {
        var name: String
        var value: String
        /// The only format that the parameter affects; `nil` for all.
        var format: OutputFormat?
    }

    /// Parameters of one variant.
    struct Variant: Hashable, Sendable, Codable {
        var name: String
        var parameters: [Parameter]
    }

    private struct Content: Codable {
        var version: String
        var engine: ContentDigest
        var settings: [Parameter]
        var variants: [Variant]
    }

    private let content: Content
    private let places: [String: Int]
    /// Digest of all other properties.
    let digest: ContentDigest

    var version: String { content.version }
    var engine: ContentDigest { content.engine }
    /// Settings for all variants.
    var settings: [Parameter] { content.settings }
    var variants: [Variant] { content.variants }

    init(version: String, engine: ContentDigest, settings: [Parameter], variants: [Variant]) {
        content = Content(version: version, engine: engine, settings: settings, variants: variants)
        places = Self.places(variants)
        digest = ContentDigest(encoding: content)
    }

    init(from reader: inout FieldReader) throws {
        content = try reader.decode()
        places = Self.places(content.variants)
        digest = ContentDigest(encoding: content)
    }

    func write(to writer: inout FieldWriter) { writer.encode(content) }

    func variant(named name: String) -> Variant? { places[name].map { variants[$0] } }

    private static func places(_ variants: [Variant]) -> [String: Int] {
        Dictionary(zip(variants.map(\.name), variants.indices), uniquingKeysWith: { first, _ in first })
    }

    /// Returns the parameters that differ between two lists, in the order of the newer one.
    static func changes(from old: [Parameter], to new: [Parameter]) -> [PlannedOutput.RecipeChange] {
        let before = Dictionary(old.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let after = Set(new.map(\.name))
        let changed = new.filter { before[$0.name] != $0.value }.map {
            PlannedOutput.RecipeChange(parameter: $0.name, before: before[$0.name], after: $0.value)
        }
        return changed
            + old.filter { !after.contains($0.name) }.map {
                PlannedOutput.RecipeChange(parameter: $0.name, before: $0.value, after: nil)
            }
    }
}

extension RecipeDescription: Hashable {
    static func == (one: RecipeDescription, other: RecipeDescription) -> Bool {
        one === other || one.digest == other.digest
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
