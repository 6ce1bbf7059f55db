import AlcedoBase
import AlcedoImaging
import Foundation

/// The plans of sources, of which most are the same: many pictures, few lists of variants.
final class PlanCache: Sendable {
    private struct Key: Hashable {
        var variants: [String]
        var focus: FocalPoint?
    }

    private let variants: [String: Variant]
    // Every access to what follows is inside the lock.
    private let lock = NSLock()
    nonisolated(unsafe) private var plans: [Key: VariantPlan] = [:]
    nonisolated(unsafe) private var recipes: RecipeBook?

    init(manifest: Manifest) {
        variants = Dictionary(
            manifest.variants.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func plan(for source: ResolvedSource) -> VariantPlan {
        let key = Key(variants: source.variants, focus: source.focus)
        return lock.withLock {
            if let plan = plans[key] { return plan }
            let plan = VariantPlan(variants: source.variants.compactMap { variants[$0] }, focus: source.focus)
            plans[key] = plan
            return plan
        }
    }

    /// What is asked of sources with these variants, in words. It is the same engine every time.
    func recipe(_ manifest: Manifest, variants: [String], engine: ContentDigest) -> RecipeDescription {
        lock.withLock {
            var book = recipes ?? RecipeBook(manifest, engine: engine)
            defer { recipes = book }
            return book.recipe(for: variants)
        }
    }
}
