import AlcedoBase

/// What a command that goes on and on has said of the present state of things, so that it says each problem once, until it is
/// gone.
struct ToldProblems: Sendable {
    /// Problems of the look under way, and of the last one.
    private(set) var said: Set<String> = []
    private(set) var known: Set<String> = []

    /// Whether the last look did not find the same problems.
    var hasNews: Bool { known != said }

    /// A look begins.
    mutating func begin() { said = [] }

    /// A problem was found. Returns whether it is to be said.
    mutating func note(_ problem: String) -> Bool {
        said.insert(problem)
        return !known.contains(problem)
    }

    /// A problem was found after the look. Returns whether it is to be said.
    mutating func noteLater(_ problem: String) -> Bool {
        known.insert(problem)
        return said.insert(problem).inserted
    }

    /// A look has ended.
    mutating func settle() { known = said }
}

/// Files that have changed, in words.
enum ChangedFiles {
    /// `photos/heron.jpg`, `photos/heron.jpg and 3 more`; `nil` if none are known.
    static func words(_ paths: [String]) -> String? {
        guard let first = paths.first else { return nil }
        return paths.count > 1 ? "\(first) and \(grouped(paths.count - 1)) more" : first
    }

    /// A path as the user would write it.
    static func shown(_ path: String) -> String {
        let folder = FileSystem.currentDirectory + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }
}

/// `14:03:22`, of the local day.
func clock() -> String {
    var now = time_t()
    var parts = tm()
    time(&now)
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : String($0) }
        .joined(separator: ":")
}
