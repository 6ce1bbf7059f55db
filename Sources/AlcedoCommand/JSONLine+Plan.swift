import Alcedo

extension JSONLine {
    static func of(_ output: PlannedOutput) -> String {
        line(
            "output",
            Output(
                source: output.source, variant: output.variant, format: output.format?.word,
                width: output.width, height: output.height, density: output.density, file: output.file,
                action: output.action.rawValue, writes: output.isWritten, reason: output.why,
                changes: output.reasons.flatMap(\.changes).map {
                    Output.Change(parameter: $0.parameter, from: $0.before, to: $0.after)
                }))
    }

    /// - Parameter isCertain: Whether the file is deleted regardless of the pictures that the build makes.
    static func ofDeletion(_ file: String, isCertain: Bool) -> String {
        line("deletion", Deletion(file: file, certain: isCertain))
    }

    static func of(_ plan: SitePlan, seconds: Double) -> String {
        line(
            "plan",
            Plan(
                sources: plan.sources, files: plan.files, unchanged: plan.unchanged, cached: plan.cached,
                made: plan.made, same: plan.same, inlineMade: plan.inlineMade, loaded: plan.loads,
                failed: plan.failures.count,
                filesWritten: plan.writes, filesDeleted: plan.deletions.count,
                filesReplaced: plan.replacements.count, work: plan.hasWork, index: plan.index,
                indexWritten: plan.writesIndex, swift: plan.swift,
                favicon: plan.favicon.isEmpty ? nil : plan.favicon, seconds: seconds))
    }

    private struct Output: Encodable {
        struct Change: Encodable { var parameter: String; var from, to: String? }
        var source: String
        var variant, format: String?
        var width, height: Int?
        var density: Double?
        var file: String?
        var action: String
        var writes: Bool
        var reason: String
        var changes: [Change]
    }
    private struct Deletion: Encodable { var file: String; var certain: Bool }
    private struct Plan: Encodable {
        var sources, files, unchanged, cached, made, same, inlineMade, loaded, failed, filesWritten,
            filesDeleted, filesReplaced: Int
        var work: Bool
        var index: String
        var indexWritten: Bool?
        var swift: String?
        var favicon: [String]?
        var seconds: Double
    }
}

extension PlannedOutput.Reason {
    fileprivate var changes: [PlannedOutput.RecipeChange] {
        if case .recipeChanged(let changes) = self { changes } else { [] }
    }
}
