import AlcedoBase
import AlcedoLoading
import AlcedoManifest

extension SiteBuilder {
    /// Revalidates remote sources with their servers, and pins their present content.
    ///
    /// Only the sources selected by `BuildOptions.only` are updated. A source that fails keeps its pin.
    ///
    /// - Parameter tell: Receives an event for each changed pin, on any thread.
    /// - Throws: `ManifestMistakes`, `SiteError`, or `CancellationError`.
    public func update(_ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }) async throws
        -> BuildReport
    {
        var builder = self
        builder.options.frozen = false
        return try await SiteError.filing { [builder] in try await builder.load(.update, tell) }
    }
}
