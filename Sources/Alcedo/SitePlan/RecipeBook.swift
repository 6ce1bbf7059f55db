import AlcedoBase

/// The descriptions of what a manifest asks, each made once for all sources with the same variants.
struct RecipeBook {
    private let manifest: Manifest
    private let engine: ContentDigest
    private var known: [[String]: RecipeDescription] = [:]
    // Neighbours mostly have the same variants, and comparing two lists that are one costs nothing.
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
