/// An error that stops a plugin. SwiftPM prints the description after `error: ` and exits with 1.
enum PluginError: Error, CustomStringConvertible {
    case noManifest(verb: PluginVerb, directory: String)
    case buildFailed(log: String)
    case toolMissing(found: [String])
    case notStarted(tool: String, reason: String)
    case failed(verb: PluginVerb, status: Int32)
    case stopped(verb: PluginVerb, signal: Int32)

    var description: String {
        switch self {
        case .noManifest(let verb, let directory):
            """
            \(verb.name): no images.yml in \(directory); write one there, \
            or name another: swift package \(verb.name) --manifest <file>
            """
        case .buildFailed(let log):
            """
            the tool 'alcedo' could not be built:
            \(log)
            It needs the system packages libvips-dev libexif-dev libyaml-dev libcurl4-openssl-dev pkg-config \
            (Homebrew: vips libexif libyaml libdeflate pkg-config).
            """
        case .toolMissing(let found):
            "the build made no executable 'alcedo', only: \(found.joined(separator: ", "))"
        case .notStarted(let tool, let reason):
            "\(tool) could not be started: \(reason)"
        case .failed(let verb, let status):
            "\(verb.name): failed (exit \(status))"
        case .stopped(let verb, let signal):
            "\(verb.name): ended by signal \(signal)"
        }
    }
}
