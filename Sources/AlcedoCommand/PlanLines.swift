import Alcedo

/// The text output of `alcedo plan`.
enum PlanLines {
    /// Returns a line for each output, then for each file to delete, replace or write.
    static func lines(for plan: SitePlan, outputs: [PlannedOutput]) -> [String] {
        outputs.map(line(for:))
            + plan.deletions.map { "delete  \($0): no longer requested" }
            + plan.replacements.map { "replace \($0): deleted, unless the new file is the same" }
            + [plan.swift].compactMap { $0 }.map { "write   \($0): does not match the index" }
            + plan.favicon.map { "write   \($0): an icon" }
    }

    /// `make    photos/a.jpg thumb 400x300 webp: recipe changed: width 320 → 400`
    private static func line(for output: PlannedOutput) -> String {
        var words = [output.source]
        if let variant = output.variant {
            words.append(variant)
            if let width = output.width, let height = output.height { words.append("\(width)x\(height)") }
            if let format = output.format { words.append(format.word) }
        } else if output.action == .make {
            words.append("placeholders")
        }
        return verb(output) + words.joined(separator: " ") + ": " + output.why
    }

    private static func verb(_ output: PlannedOutput) -> String {
        switch output.action {
        case .make: "make    "
        case .load: "load    "
        case .cached, .unchanged: output.isWritten ? "write   " : "keep    "
        }
    }

    /// `45 sources, 612 files: 600 unchanged, 8 from the cache, 4 to make; 12 files to write, 3 to delete, and the index`
    static func summary(of plan: SitePlan, seconds: Double) -> String {
        var parts: [String] = []
        if plan.unchanged > 0 { parts.append("\(grouped(plan.unchanged)) unchanged") }
        if plan.cached > 0 { parts.append("\(grouped(plan.cached)) from the cache") }
        if plan.made > 0 { parts.append("\(grouped(plan.made)) to make") }
        if plan.same > 0 { parts.append("\(grouped(plan.same)) the same as one to make") }
        var line = "\(counted(plan.sources, "source")), \(counted(plan.files, "file"))"
        if !parts.isEmpty { line += ": " + parts.joined(separator: ", ") }
        if plan.inlineMade > 0 { line += "; \(counted(plan.inlineMade, "inline picture")) to make" }
        if plan.loads > 0 { line += "; \(counted(plan.loads, "source")) to load" }
        let failed = plan.failures.count
        if failed > 0 { line += "; \(grouped(failed)) failed" }
        if !plan.isComplete {
            line += "; the output would stay as it is"
        } else if plan.hasWork {
            var changes: [String] = []
            if plan.writes > 0 {
                changes.append(
                    (plan.mayWriteLess ? "up to " : "") + "\(counted(plan.writes, "file")) to write")
            }
            if !plan.deletions.isEmpty { changes.append("\(grouped(plan.deletions.count)) to delete") }
            if !plan.replacements.isEmpty { changes.append("\(grouped(plan.replacements.count)) to replace") }
            if plan.writesIndex == true { changes.append("the index changes") }
            if plan.swift != nil { changes.append("the Swift file to write") }
            if !changes.isEmpty { line += "; " + changes.joined(separator: ", ") }
        } else {
            line += "; nothing to do"
        }
        return line + "; " + duration(seconds)
    }
}

extension PlannedOutput {
    /// The reason in one line: `in the cache; source changed`.
    var why: String {
        let reasons = reasons.map(\.description).joined(separator: "; ")
        guard action == .cached else { return reasons }
        if case .madeForVariant = self.reasons.first { return reasons }
        return self.reasons == [.unchanged] ? "in the cache" : "in the cache; " + reasons
    }
}
