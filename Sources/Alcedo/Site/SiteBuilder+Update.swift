import AlcedoBase
import AlcedoLoading
import Foundation

extension SiteBuilder {
    /// Asks the servers for the remote sources again, and pins those to what they are now.
    ///
    /// Only the sources that ``BuildOptions/only`` selects are asked for. One that fails keeps its pin.
    ///
    /// - Parameter tell: Is told of every pin that changes, on any thread.
    /// - Throws: ``ManifestMistakes``, ``SelectionError``, ``CacheCannotWrite``, ``LockCannotWrite``, or
    ///   `CancellationError`.
    public func update(_ tell: @escaping @Sendable (BuildEvent) -> Void = { _ in }) async throws
        -> BuildReport
    {
        var options = options
        options.frozen = false
        return try await SiteBuilder(options: options, environment: environment).load(.update, tell)
    }
}
