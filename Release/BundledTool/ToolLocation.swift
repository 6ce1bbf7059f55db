import Foundation
import PackagePlugin

/// The tool of the artifact bundle, or an installed one where the bundle has none for this machine.
enum ToolLocation {
    private static let name = "alcedo"

    static func executable(in context: PluginContext) throws -> URL {
        // Not from a folder of $PATH, where command plugins look as well: that one may be of another version.
        if let bundled = try? context.tool(named: name).url, bundled.path.contains(".artifactbundle/") {
            return bundled
        }
        var others: [String] = []
        for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
            let tool = URL(fileURLWithPath: String(folder)).appendingPathComponent(name)
            guard FileManager.default.isExecutableFile(atPath: tool.path) else { continue }
            let found = version(of: tool)
            if found == ToolVersion.text { return tool }
            others.append("\(tool.path) is \(found ?? "of an unknown version")")
        }
        throw ToolUnavailable(others: others)
    }

    static func executable(in context: PluginContext, from host: PackageManager) throws -> URL {
        try executable(in: context)
    }

    private static func version(of tool: URL) -> String? {
        let process = Process()
        process.executableURL = tool
        process.arguments = ["--version"]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        // A program that cannot be started is none of this version.
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let version = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return process.terminationStatus == 0 && !version.isEmpty ? version : nil
    }
}

/// What to do where the bundle has no tool for the machine.
private struct ToolUnavailable: Error, CustomStringConvertible {
    let others: [String]

    var description: String {
        let found = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
        return """
            this package has no tool for \(machine): either install alcedo \(ToolVersion.text) in a folder of \
            $PATH\(found), or depend on the package 'alcedo' instead of 'alcedo-plugins', which compiles the tool
            """
    }

    private var machine: String {
        #if arch(x86_64)
            let processor = "x86_64"
        #elseif arch(arm64)
            let processor = "ARM64"
        #else
            let processor = "this processor"
        #endif
        #if os(macOS)
            return "macOS on \(processor)"
        #elseif os(Linux)
            return "Linux on \(processor)"
        #else
            return "this system on \(processor)"
        #endif
    }
}
