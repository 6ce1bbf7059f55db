/// An error that stops a plugin. SwiftPM prints the description after `error: ` and exits with 1.
enum PluginError: Error, CustomStringConvertible {
    case noManifest(verb: PluginVerb, directory: String)
    /// Without a log, it has been shown.
    case buildFailed(log: String?)
    case toolMissing(found: [String])
    case notStarted(tool: String, reason: String)
    case libraryMissing(tool: String)
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
            the tool 'alcedo' could not be built\(log.map { ":\n\($0)" } ?? "; the lines above say why.")
            It needs the system packages libvips-dev libexif-dev libyaml-dev libcurl4-openssl-dev pkg-config \
            (Homebrew: vips libexif libyaml libdeflate pkg-config).
            """
        case .toolMissing(let found):
            "the build made no executable 'alcedo', only: \(found.joined(separator: ", "))"
        case .notStarted(let tool, let reason):
            "\(tool) could not be started: \(reason)"
        case .libraryMissing(let tool):
            """
            \(tool) could not be started: a library is missing, which the line above names; the tool needs the system \
            packages libvips42 libexif12 libyaml-0-2 libcurl4 (Homebrew: vips libexif libyaml libdeflate)
            """
        case .failed(let verb, let status):
            "\(verb.name): failed (exit \(status))"
        case .stopped(let verb, let signal):
            "\(verb.name): ended by signal \(signal)"
        }
    }
}
