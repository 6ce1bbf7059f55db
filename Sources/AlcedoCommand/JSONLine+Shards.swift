import Alcedo

extension JSONLine {
    static func of(_ part: ShardPlan.Part) -> String {
        line(
            "shard",
            Part(
                shard: part.shard.number, shards: part.shard.count, sources: part.sources, parts: part.parts,
                outputs: part.outputs, missing: part.missing, placeholders: part.placeholders,
                loaded: part.loads, share: part.share))
    }

    static func of(_ plan: ShardPlan, seconds: Double) -> String {
        line(
            "shards",
            Whole(
                shards: plan.shards.count, sources: plan.sources, outputs: plan.total(\.outputs),
                missing: plan.total(\.missing), placeholders: plan.total(\.placeholders),
                loaded: plan.total(\.loads), failed: plan.failures.count,
                unevenness: plan.unevenness, work: plan.hasWork, seconds: seconds))
    }

    private struct Part: Encodable {
        var shard, shards, sources, parts, outputs, missing, placeholders, loaded: Int
        var share: Double
    }
    private struct Whole: Encodable {
        var shards, sources, outputs, missing, placeholders, loaded, failed: Int
        var unevenness: Double
        var work: Bool
        var seconds: Double
    }
}
