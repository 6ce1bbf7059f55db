import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import AlcedoRecipes

/// Determines why the pictures of one source have to be looked up or made again.
struct OutputJudge: Sendable {
    /// Last result of the source.
    var previous: SourceRecord?
    /// Returns the source's entry in the last build's index. Used only without a last result, so that the index is read on
    /// demand.
    var findEntry: @Sendable () -> ImageIndex.Entry?
    /// Digest of the source's present bytes.
    var digest: ContentDigest
    /// Present recipe; `nil` if the engine's identity was not needed, because there is nothing to compare with.
    var recipe: RecipeDescription?
    var focus: FocalPoint?
    /// Variants that depend on the focal point.
    var mindingFocus: Set<String> = []

    private var entry: ImageIndex.Entry? { findEntry() }

    /// Returns the reasons why the last build's result for one file is out of date; empty if it is not.
    ///
    /// - Parameter format: Format of the file. Settings of other formats are ignored.
    func reasons(variant: String, format: OutputFormat?) -> [PlannedOutput.Reason] {
        guard let previous else { return reasonsByIndex(variant: variant) }
        var reasons: [PlannedOutput.Reason] = previous.digest == digest ? [] : [.sourceChanged]
        guard let then = previous.recipe, let recipe else { return reasons }
        if then.engine != recipe.engine || then.version != recipe.version { reasons.append(.engineChanged) }
        guard let old = then.variant(named: variant), let new = recipe.variant(named: variant) else {
            return [.new]
        }
        let changes =
            changes(from: old, to: new, then) {
                ($0.format == nil || $0.format == format || format == nil)
                    && !RecipeDescription.presentation.contains($0.name)
            }
        if !changes.isEmpty { reasons.append(.recipeChanged(changes)) }
        return reasons
    }

    private func reasonsByIndex(variant: String) -> [PlannedOutput.Reason] {
        guard let entry, entry.variants[variant] != nil else { return [.new] }
        return ContentDigest(sri: entry.source.digest) == digest ? [] : [.sourceChanged]
    }

    private func changes(
        from old: RecipeDescription.Variant, to new: RecipeDescription.Variant, _ then: RecipeDescription,
        where isRelevant: (RecipeDescription.Parameter) -> Bool
    ) -> [PlannedOutput.RecipeChange] {
        var changes = RecipeDescription.changes(
            from: old.parameters.filter(isRelevant), to: new.parameters.filter(isRelevant))
        if mindingFocus.contains(new.name), previous?.focus != focus {
            changes.append(
                PlannedOutput.RecipeChange(
                    parameter: "focus", before: previous?.focus?.words, after: focus?.words))
        }
        let settings = { (recipe: RecipeDescription?) in
            (recipe?.settings ?? []).filter { $0.name != RecipeDescription.placeholders }
        }
        return changes + RecipeDescription.changes(from: settings(then), to: settings(recipe))
    }

    /// Reasons why the placeholders have to be computed.
    var reasonsForPlaceholders: [PlannedOutput.Reason] {
        guard let previous else { return [entry == nil ? .new : .notInCache] }
        var reasons: [PlannedOutput.Reason] = previous.digest == digest ? [] : [.sourceChanged]
        if let then = previous.recipe, let recipe {
            if then.engine != recipe.engine || then.version != recipe.version {
                reasons.append(.engineChanged)
            }
            let changes = RecipeDescription.changes(from: then.settings, to: recipe.settings)
            if !changes.isEmpty { reasons.append(.recipeChanged(changes)) }
        }
        return reasons.isEmpty ? [.notInCache] : reasons
    }

    /// Whether the last index has to change, whatever the result.
    ///
    /// - Parameter variant: Variant to make; `nil` for the placeholders.
    func contradictsIndex(variant: String?) -> Bool {
        guard let entry, ContentDigest(sri: entry.source.digest) == digest else { return true }
        return variant.map { entry.variants[$0] == nil } ?? false
    }

    /// Returns the reason why a file with known bytes is not in the output directory.
    ///
    /// - Parameter isReplaced: Whether another file is in its place.
    func reasonForWriting(variant: String, isReplaced: Bool) -> PlannedOutput.Reason {
        if let old = previous?.recipe?.variant(named: variant), let new = recipe?.variant(named: variant) {
            let changes = RecipeDescription.changes(
                from: old.parameters.filter { $0.name == "name" },
                to: new.parameters.filter { $0.name == "name" })
            if !changes.isEmpty { return .recipeChanged(changes) }
        }
        return isReplaced ? .outputDamaged : .outputMissing
    }
}
