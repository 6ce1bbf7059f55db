import Dispatch
import Foundation
import PackagePlugin

/// The executable `alcedo`, built for release.
///
/// By default, SwiftPM makes debug builds of the tools that a plugin *depends on*. The plugins therefore depend on no
/// tool and request this build: pixel work is unaffected, but hashing and JSON are twenty times slower in debug builds.
enum ToolBuild {
    private static let product = "alcedo"

    /// Builds the tool if it is not up to date, and returns its location.
    static func executable(from host: PackageManager) throws -> URL {
        // Shown only if there is something to wait for: an up-to-date build takes a tenth of a second.
        let announcement = DispatchWorkItem { Diagnostics.progress("building the tool 'alcedo', once") }
        DispatchQueue.global().asyncAfter(deadline: .now() + 2, execute: announcement)
        defer { announcement.cancel() }

        let result = try host.build(
            .product(product), parameters: .init(configuration: .release, logging: .concise, echoLogs: false))
        guard result.succeeded else { throw PluginError.buildFailed(log: result.logText) }
        // By name, not the first executable: the native build system also lists a debug variant for the host, which may
        // not exist.
        let executables = result.builtArtifacts.filter { $0.kind == .executable }.map(\.url)
        guard let tool = executables.first(where: { $0.lastPathComponent == product }) else {
            throw PluginError.toolMissing(found: executables.map(\.path))
        }
        return tool
    }
}
