import Testing

@testable import AlcedoManifest

/// What each engine sets is what its documentation says.
@Suite struct ShardEngineTests {
    @Test(arguments: [
        ("3/16", 3, 16), ("1/1", 1, 1), ("16/16", 16, 16), ("10000/10000", 10_000, 10_000), ("03/16", 3, 16),
    ]) func partsAreRead(_ text: String, _ number: Int, _ count: Int) throws {
        let shard = try BuildOptions.Shard(written: text)
        #expect((shard.number, shard.count) == (number, count))
    }

    @Test(arguments: [
        "17/16", "0/4", "0/0", "1/0", "1/10001", "3", "3/", "/3", "a/b", "-1/4", "+1/4", "1/4/4", " 1/4",
        "1.0/4", "",
        "1/99999999999999999999",
    ]) func nonsenseIsRefused(_ text: String) {
        #expect(throws: ShardMistake.self) { try BuildOptions.Shard(written: text) }
    }

    @Test(arguments: [
        // Slurm: ids begin anywhere, and may have a step.
        (
            [
                "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "16",
                "SLURM_ARRAY_TASK_STEP": "1",
            ], "1/16"
        ),
        (["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_COUNT": "16"], "1/16"),
        (
            [
                "SLURM_ARRAY_TASK_ID": "14", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "3",
                "SLURM_ARRAY_TASK_STEP": "2",
            ], "3/3"
        ),
        (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"], "2/4"),
        (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"], "1/4"),
        (["BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "4"], "4/4"),
        (["JOB_COMPLETION_INDEX": "7", "ALCEDO_SHARDS": "8"], "8/8"),
        (["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "100"], "1/100"),
        (["AWS_BATCH_JOB_ARRAY_INDEX": "5", "ALCEDO_SHARDS": "100"], "6/100"),
        (["PARALLEL_SEQ": "8", "PARALLEL_JOBSLOT": "2", "ALCEDO_SHARDS": "8"], "8/8"),
        // The own variable wins over all.
        (["ALCEDO_SHARD": "3/16", "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"], "3/16"),
        // A GitLab job that is not parallel has a total only; CircleCI always says something.
        (["CI_NODE_TOTAL": "1", "PARALLEL_SEQ": "1", "ALCEDO_SHARDS": "2"], "1/2"),
        (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1"], "1/1"),
        (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4", "BUILDKITE_PARALLEL_JOB": ""], "2/4"),
        // Whatever the number of parts is that it could not know.
        (
            [
                "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1", "PARALLEL_SEQ": "3",
                "ALCEDO_SHARDS": "4",
            ], "3/4"
        ),
        // Two that agree.
        (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4", "PARALLEL_SEQ": "2", "ALCEDO_SHARDS": "4"], "2/4"),
    ]) func enginesAreRead(_ environment: [String: String], _ shard: String) throws {
        #expect(try ShardEngine.shard(in: environment).description == shard)
    }

    @Test(arguments: [
        ([:], "no engine says"),
        (["CI": "true", "CI_NODE_TOTAL": "1"], "no engine says"),
        (["ALCEDO_SHARD": "17/16"], "ALCEDO_SHARD"),
        (["JOB_COMPLETION_INDEX": "7"], "set ALCEDO_SHARDS"),
        (["PARALLEL_SEQ": "1"], "set ALCEDO_SHARDS"),
        (["CI_NODE_INDEX": "1"], "CI_NODE_TOTAL is not set"),
        (["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], "from 1 to 4"),
        (["CIRCLE_NODE_INDEX": "4", "CIRCLE_NODE_TOTAL": "4"], "from 0 to 3"),
        (["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "4"], "expected a number in CI_NODE_INDEX"),
        (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "20000"], "from 1 to 10000"),
        (["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "4"], "SLURM_ARRAY_TASK_MIN is not set"),
        // --array=1,3,7
        (
            ["SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "3"],
            "--array=1-3"
        ),
        // A lost task that is submitted alone.
        (
            [
                "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_MIN": "5", "SLURM_ARRAY_TASK_COUNT": "1",
                "ALCEDO_SHARDS": "16",
            ], "Slurm says that there is 1 part (SLURM_ARRAY_TASK_COUNT) and ALCEDO_SHARDS says 16"
        ),
        // Numbers that cannot be counted with.
        (
            [
                "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "4",
                "SLURM_ARRAY_TASK_STEP": "9223372036854775807",
            ], "too large numbers"
        ),
        (
            [
                "SLURM_ARRAY_TASK_ID": "9223372036854775807", "SLURM_ARRAY_TASK_COUNT": "4",
                "SLURM_ARRAY_TASK_MIN": "9223372036854775807",
            ], "too large numbers"
        ),
        (["JOB_COMPLETION_INDEX": "9223372036854775807", "ALCEDO_SHARDS": "4"], "from 0 to 3"),
        (
            [
                "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4", "BUILDKITE_PARALLEL_JOB": "0",
                "BUILDKITE_PARALLEL_JOB_COUNT": "4",
            ], "GitLab says part 2/4 (CI_NODE_INDEX) and Buildkite says part 1/4 (BUILDKITE_PARALLEL_JOB)"
        ),
    ]) func whatIsMissingOrContradictoryIsSaid(_ environment: [String: String], _ words: String) {
        let mistake = #expect(throws: ShardMistake.self) { try ShardEngine.shard(in: environment) }
        #expect(mistake?.description.contains(words) == true, "\(mistake?.description ?? "")")
    }
}
