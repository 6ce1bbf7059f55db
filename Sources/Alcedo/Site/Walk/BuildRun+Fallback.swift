import AlcedoBase
import AlcedoManifest

extension BuildRun {
    /// Makes what takes the place of variants that failed, if the manifest says so.
    ///
    /// - Parameters:
    ///   - failed: Names of variants: all of a source that failed itself.
    ///   - result: The failures, and the other variants.
    func replacing(
        _ failed: [String], of source: ResolvedSource, _ walk: Walk, _ result: SourceResult
    ) async throws -> SourceResult {
        // A failure that ends the build leaves nothing to publish.
        guard result.failures.allSatisfy(\.isTolerated) else { return result }
        var result = result
        var walk = walk
        // Parts are those of the source's own outputs.
        walk.parts[source.order] = nil
        let own = result.failures.indices
        var isReplaced: Set<String> = []
        for (fallback, variants) in groups(of: failed, source) {
            guard let other = source.replaced(by: fallback, in: variants) else { continue }
            let made = try await finish(other, walk)
            result.failures += made.failures.map { failure in
                var failure = failure
                failure.reason = "its fallback\(fallback.shown.map { " '\($0)'" } ?? ""): \(failure.reason)"
                return failure
            }
            result.outputs += made.outputs
            guard var item = made.item else { continue }
            isReplaced.formUnion(Set(variants).subtracting(made.failures.compactMap(\.variant)))
            item.failedVariants = Set(failed)
            if let own = result.item {
                result.item = try own.with(item, walk.plans.variants)
            } else {
                item.share([source], at: 0)
                item.isFallback = true
                result.item = item
            }
            result.file = result.file ?? made.file
        }
        result.item?.isIncomplete = !isReplaced.isSuperset(of: failed)
        for number in own {
            result.failures[number].reason += Self.remark(on: result.failures[number], isReplaced, of: failed)
        }
        return result
    }

    /// What a failure says of its fallback.
    private static func remark(
        on failure: BuildFailure, _ isReplaced: Set<String>, of failed: [String]
    ) -> String {
        // A source without variants has nothing to replace.
        if isReplaced.isEmpty { return "" }
        if failure.variant.map(isReplaced.contains) ?? isReplaced.isSuperset(of: failed) {
            return "; its fallback takes its place"
        }
        guard failure.variant == nil else { return "" }
        return "; its fallback takes its place in "
            + failed.filter(isReplaced.contains).joined(separator: ", ")
    }

    private func groups(
        of failed: [String], _ source: ResolvedSource
    ) -> [(fallback: ResolvedFallback, variants: [String])] {
        var groups: [(fallback: ResolvedFallback, variants: [String])] = []
        for name in source.variants where failed.contains(name) {
            guard let fallback = source.fallback(in: name) else { continue }
            if let place = groups.firstIndex(where: { $0.fallback == fallback }) {
                groups[place].variants.append(name)
            } else {
                groups.append((fallback, [name]))
            }
        }
        return groups
    }
}

extension FinishedSources.Item {
    /// Returns this result with variants of another picture, in the order of the source's.
    fileprivate func with(_ other: FinishedSources.Item, _ definitions: [String: Variant]) throws
        -> FinishedSources.Item
    {
        var outcome = try record.outcome()
        let others = try other.record.outcome().variants
        let all = outcome.variants.filter { own in !others.contains { $0.name == own.name } } + others
        outcome.variants = source.variants.compactMap { name in all.first { $0.name == name } }
        var result = self
        var both = FieldWriter()
        both.write(record.fingerprint)
        both.write(other.record.fingerprint)
        result.record = SourceRecord(
            outcome, fingerprint: both.digest, recipe: record.recipe, origin: record.origin,
            focus: record.focus
        ) { [source] name, type, file in definitions[name]?.file(of: source, type, file) }
        result.outputs = (outputs ?? []) + (other.outputs ?? [])
        result.data.merge(other.data) { first, _ in first }
        return result
    }
}
