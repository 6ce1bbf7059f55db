import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// Recipe descriptions of a manifest, shared by all sources with the same variants.
struct RecipeBook {
    private let manifest: Manifest
    private let engine: ContentDigest
    private var known: [Key: RecipeDescription] = [:]
    // Adjacent sources mostly have the same variants, and comparing an array with itself costs nothing.
    private var last: (key: Key, recipe: RecipeDescription)?

    private struct Key: Hashable {
        var variants: [String]
        var aspects: [String: PixelSize]
        var part: SourceEntry.Part?
    }

    init(_ manifest: Manifest, engine: ContentDigest) {
        self.manifest = manifest
        self.engine = engine
    }

    mutating func recipe(for source: ResolvedSource) -> RecipeDescription {
        guard source.isWritten else {
            return recipe(for: source.variants, aspects: source.aspects, part: source.part)
        }
        return RecipeDescription(
            manifest, variants: source.variants, aspects: source.aspects, part: source.part, of: source,
            engine: engine)
    }

    mutating func recipe(
        for variants: [String], aspects: [String: PixelSize] = [:], part: SourceEntry.Part? = nil
    ) -> RecipeDescription {
        let key = Key(variants: variants, aspects: aspects, part: part)
        if let last, last.key == key { return last.recipe }
        let recipe =
            known[key]
            ?? RecipeDescription(manifest, variants: variants, aspects: aspects, part: part, engine: engine)
        known[key] = recipe
        last = (key, recipe)
        return recipe
    }
}
