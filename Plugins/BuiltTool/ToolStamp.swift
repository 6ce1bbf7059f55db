import Foundation

/// A file beside the build that says what a tool was made from, and which file it is.
///
/// It only saves time. Where it cannot be written or read, the build system looks what is to be done.
struct ToolStamp {
    let tool: String
    /// The status of the tool: a build that was not this plugin's may have linked it again.
    private let status: String
    private let settings: [String]
    let sources: [String]

    private static let title = "the tool of Alcedo's plugins, 1"

    init?(tool: URL, inputs: ToolInputs) {
        guard let status = FileStatus(tool.path), !tool.path.contains("\n") else { return nil }
        self.tool = tool.path
        self.status = status.text
        settings = inputs.settings
        sources = inputs.sources
    }

    init?(contentsOf file: URL) {
        guard let data = try? Data(contentsOf: file) else { return nil }
        let lines = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
        guard lines.count > 5, lines[0] == Self.title, lines.last == "", let count = Int(lines[3]),
            (0..<lines.count - 4).contains(count)
        else { return nil }
        tool = lines[1]
        status = lines[2]
        settings = Array(lines[4..<4 + count])
        sources = Array(lines[(4 + count)...].dropLast())
    }

    /// Returns the tool, if it is the same file, made from the same inputs.
    func tool(ifMadeFrom inputs: ToolInputs) -> URL? {
        guard FileStatus(tool)?.text == status, settings == inputs.settings, sources == inputs.sources else {
            return nil
        }
        return URL(fileURLWithPath: tool)
    }

    func write(to file: URL) {
        let lines = [Self.title, tool, status, String(settings.count)] + settings + sources + [""]
        // A stamp that is missing costs the next run half a second.
        try? Data(lines.joined(separator: "\n").utf8).write(to: file, options: .atomic)
    }

    static func remove(_ file: URL) {
        // The same.
        try? FileManager.default.removeItem(at: file)
    }
}
