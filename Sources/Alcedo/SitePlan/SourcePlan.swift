import AlcedoManifest

/// Actions that a build would take for one source.
final class SourcePlan: Sendable {
    let source: ResolvedSource
    let outputs: [PlannedOutput]
    /// Known part of the result, without files yet to be made.
    let item: FinishedSources.Item?
    let failures: [BuildFailure]
    /// Supplies the reasons for actions; `nil` if there are none to give.
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

    /// Whether part of the result is unknown until it is made or loaded.
    var isPending: Bool { outputs.contains { $0.action == .make || $0.action == .load } }

    /// Whether the source has yet to be loaded.
    var isUnknown: Bool { outputs.contains { $0.action == .load } }
}
