/// What a build would do about one source.
final class SourcePlan: Sendable {
    let source: ResolvedSource
    let outputs: [PlannedOutput]
    /// What is known of its result: files that are to be made are missing from it.
    let item: FinishedSources.Item?
    let failures: [BuildFailure]
    /// Says why; `nil` where there is nothing to say.
    let judge: OutputJudge?

    init(
        _ source: ResolvedSource, outputs: [PlannedOutput] = [], item: FinishedSources.Item? = nil,
        failures: [BuildFailure] = [], judge: OutputJudge? = nil
    ) {
        self.source = source
        self.outputs = outputs
        self.item = item
        self.failures = failures
        self.judge = judge
    }

    /// Whether something of its result is not known before it is made or loaded.
    var isPending: Bool { outputs.contains { $0.action == .make || $0.action == .load } }

    /// Whether the source is there but not loaded.
    var isUnknown: Bool { outputs.contains { $0.action == .load } }
}
