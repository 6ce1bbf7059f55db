import Foundation
import PackagePlugin

/// A build of the executable `alcedo` for release.
///
/// By default, SwiftPM makes debug builds of the tools that a plugin *depends on*. The plugins therefore depend on no
/// tool and request this build: pixel work is unaffected, but hashing and JSON are twenty times slower in debug builds.
enum ToolBuild {
    static let product = "alcedo"

    /// Builds the tool if it is not up to date, and returns its location.
    ///
    /// If it is known that something is to be compiled, SwiftPM's own lines are shown.
    static func executable(from host: PackageManager, _ reason: BuildProgress.Reason) throws -> URL {
        let isShown = reason != .doubt
        let progress = BuildProgress(of: product, reason)
        let result: PackageManager.BuildResult
        do {
            defer { progress.end() }
            result = try host.build(
                .product(product),
                parameters: .init(configuration: .release, logging: .concise, echoLogs: isShown))
        }
        guard result.succeeded else {
            throw PluginError.buildFailed(log: isShown ? nil : result.logText)
        }
        // By name, not the first executable: the native build system also lists a debug variant for the host, which may
        // not exist.
        let executables = result.builtArtifacts.filter { $0.kind == .executable }.map(\.url)
        guard let tool = executables.first(where: { $0.lastPathComponent == product }) else {
            throw PluginError.toolMissing(found: executables.map(\.path))
        }
        progress.succeeded()
        return tool
    }
}
