import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// The plans of sources. Most are equal, because many pictures share few lists of variants.
final class PlanCache: Sendable {
    private struct Key: Hashable {
        var variants: [String]
        var focus: FocalPoint?
        var aspects: [String: PixelSize]
    }

    /// The variants by their names.
    let variants: [String: Variant]
    private let plans = Locked<(known: [Key: VariantPlan], last: (key: Key, plan: VariantPlan)?)>(([:], nil))
    private let recipes = Locked<RecipeBook?>(nil)

    init(manifest: Manifest) {
        variants = manifest.variantsByName
    }

    func plan(for source: ResolvedSource) -> VariantPlan {
        // What is written on one is on no other.
        if source.isWritten {
            return VariantPlan(
                variants: source.variants.compactMap {
                    variants[$0]?.shaped(by: source.aspects).filled(by: source)
                }, focus: source.focus)
        }
        let key = Key(variants: source.variants, focus: source.focus, aspects: source.aspects)
        return plans.withLock { plans in
            // Neighbors usually have the same variants, and comparing a list with itself costs nothing.
            if let last = plans.last, last.key == key { return last.plan }
            let plan =
                plans.known[key]
                ?? VariantPlan(
                    variants: source.variants.compactMap { variants[$0]?.shaped(by: source.aspects) },
                    focus: source.focus)
            plans.known[key] = plan
            plans.last = (key, plan)
            return plan
        }
    }

    /// Returns the recipe description for a source. The engine must be the same in every call.
    func recipe(_ manifest: Manifest, of source: ResolvedSource, engine: ContentDigest) -> RecipeDescription {
        recipes.withLock { recipes in
            var book = recipes ?? RecipeBook(manifest, engine: engine)
            defer { recipes = book }
            return book.recipe(for: source)
        }
    }
}
