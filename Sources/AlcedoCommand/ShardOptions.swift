import Alcedo
import AlcedoBase
import AlcedoManifest
import ArgumentParser

/// The choice of a part of a build.
struct ShardOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Make only one of several parts, such as 3/16, for the cache; write neither files nor index.",
            discussion: """
                'auto' takes the part from what Slurm, GitLab, CircleCI, Buildkite, Kubernetes, AWS Batch or GNU \
                parallel set in the environment, or from ALCEDO_SHARD. A build without --shard then writes everything.
                """,
            valueName: "part"),
        transform: { text in
            do {
                return text == "auto"
                    ? try ShardEngine.shard(in: ProcessInfo.processInfo.environment)
                    : try BuildOptions.Shard(written: text)
            } catch let mistake as ShardMistake {
                throw ValidationError(mistake.description)
            }
        })
    var shard: BuildOptions.Shard?
}
