import Alcedo
import AlcedoBase

/// The text output of `alcedo plan --shards`.
enum ShardLines {
    /// `shard 3/16: 2 sources and parts of 3, 120 outputs, 12 missing; 6.2 % of the work`
    static func lines(for plan: ShardPlan) -> [String] {
        plan.shards.map { part in
            var line = "shard \(part.shard): \(counted(part.sources, "source"))"
            if part.parts > 0 { line += " and parts of \(grouped(part.parts))" }
            line += ", \(counted(part.outputs, "output"))"
            line += missing(part.missing, placeholders: part.placeholders)
            if part.loads > 0 { line += "; \(counted(part.loads, "source")) to load" }
            return line + "; \(String(part.share * 100, places: 1)) % of the work"
        }
    }

    /// `16 shards, 41 sources, 615 outputs, 12 missing; the slowest has 1.02 times the average; 0.31 s`
    static func summary(of plan: ShardPlan, seconds: Double) -> String {
        let (loads, failed) = (plan.total(\.loads), plan.failures.count)
        var line = "\(counted(plan.shards.count, "shard")), \(counted(plan.sources, "source"))"
        line += ", \(counted(plan.total(\.outputs), "output"))"
        line += missing(plan.total(\.missing), placeholders: plan.total(\.placeholders))
        if loads > 0 { line += "; \(counted(loads, "source")) to load" }
        if failed > 0 { line += "; \(grouped(failed)) failed" }
        if !plan.hasWork { line += "; nothing is missing" }
        return line + "; the slowest has \(String(plan.unevenness, places: 2)) times the average; "
            + duration(seconds)
    }

    private static func missing(_ outputs: Int, placeholders: Int) -> String {
        (outputs > 0 ? ", \(grouped(outputs)) missing" : "")
            + (placeholders > 0 ? ", placeholders of \(counted(placeholders, "source")) missing" : "")
    }
}

extension Reporter {
    /// Prints the result of `alcedo plan --shards`.
    func tell(_ plan: ShardPlan, seconds: Double) {
        release()
        endProgress()
        if isJSON {
            for part in plan.shards { sayAsIs(JSONLine.of(part)) }
            return sayAsIs(JSONLine.of(plan, seconds: seconds))
        }
        for line in ShardLines.lines(for: plan) { say(line) }
        say(ShardLines.summary(of: plan, seconds: seconds))
    }
}
