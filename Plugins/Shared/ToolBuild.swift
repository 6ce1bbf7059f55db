import Dispatch
import Foundation
import PackagePlugin

/// The executable `alcedo`, built for release.
///
/// SwiftPM builds the tools that a plugin *depends on* for debugging unless the user asks otherwise, so the
/// plugins depend on none and ask for this one: pixels do not care, but hashing and JSON are twenty times slower.
enum ToolBuild {
    private static let product = "alcedo"

    /// Builds the tool if it is not up to date, and says where it is.
    static func executable(from host: PackageManager) throws -> URL {
        // Said only when there is something to wait for: a build with nothing to do takes a tenth of a second.
        let announcement = DispatchWorkItem { Diagnostics.progress("building the tool 'alcedo', once") }
        DispatchQueue.global().asyncAfter(deadline: .now() + 2, execute: announcement)
        defer { announcement.cancel() }

        let result = try host.build(
            .product(product), parameters: .init(configuration: .release, logging: .concise, echoLogs: false))
        guard result.succeeded else { throw PluginError.buildFailed(log: result.logText) }
        // By name, not the first executable: the native build system also lists a debug variant made for the
        // host, which need not exist.
        let executables = result.builtArtifacts.filter { $0.kind == .executable }.map(\.url)
        guard let tool = executables.first(where: { $0.lastPathComponent == product }) else {
            throw PluginError.toolMissing(found: executables.map(\.path))
        }
        return tool
    }
}
