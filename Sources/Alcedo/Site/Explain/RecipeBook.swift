import AlcedoBase
import AlcedoManifest

/// Recipe descriptions of a manifest, shared by all sources with the same variants.
struct RecipeBook {
    private let manifest: Manifest
    private let engine: ContentDigest
    private var known: [[String]: RecipeDescription] = [:]
    // Adjacent sources mostly have the same variants, and comparing an array with itself costs nothing.
    private var last: (variants: [String], recipe: RecipeDescription)?

    init(_ manifest: Manifest, engine: ContentDigest) {
        self.manifest = manifest
        self.engine = engine
    }

    mutating func recipe(for variants: [String]) -> RecipeDescription {
        if let last, last.variants == variants { return last.recipe }
        let recipe =
            known[variants] ?? RecipeDescription(manifest, variants: variants, engine: engine)
        known[variants] = recipe
        last = (variants, recipe)
        return recipe
    }
}
