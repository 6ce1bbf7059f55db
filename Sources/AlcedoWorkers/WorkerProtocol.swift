import AlcedoRecipes

/// What a coordinator and its workers have to share.
package enum WorkerProtocol {
    /// The environment variable that marks a worker process.
    package static let variable = "ALCEDO_WORKER"

    /// The version that both sides have to share: the format of messages, and the processing.
    package static let version = "10, engine \(EngineIdentity.schema)"
}
