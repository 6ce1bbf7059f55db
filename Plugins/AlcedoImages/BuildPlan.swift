import Foundation

/// What SwiftPM looks after for a target, written for the tool, which compares it with what a build looks at.
///
/// SwiftPM starts the tool if a file of the plan has changed. The native build system only calls the plugin again where the names
/// below the targets of the root package have changed, and fails if a file of the plan is gone. So nothing outside of the target
/// can be in a plan. If a build looks at something outside, the tool writes it into ``unplanned``, which is one of its own inputs:
/// with that it has changed, so that the next build starts the tool again.
struct BuildPlan {
    /// Names the plan: two configurations of a package share the folder, and each of them may have an old plan.
    let id: String
    /// The names that are planned, after a line with the plan's own.
    let planned: URL
    /// Written by the tool: paths that are not in the plan.
    let unplanned: URL

    private let text: String

    /// - Parameters:
    ///   - names: Names relative to the target's folder, of folders with a slash at the end.
    ///   - work: The plugin's own folder.
    init(names: [String], in work: URL) {
        planned = work.appendingPathComponent("planned.txt")
        unplanned = work.appendingPathComponent("unplanned.txt")
        let lines = names.joined(separator: "\n")
        // FNV-1a: the same in each process.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in lines.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        id = String(hash, radix: 16)
        text = id + "\n" + lines + "\n"
    }

    /// Writes what has changed. Files that are as they were keep their dates.
    func write() throws {
        let data = Data(text.utf8)
        if FileManager.default.contents(atPath: planned.path) != data {
            try data.write(to: planned, options: .atomic)
        }
        if !FileManager.default.fileExists(atPath: unplanned.path) { try Data().write(to: unplanned) }
    }
}
