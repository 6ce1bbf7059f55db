/// The arguments after the verb, with SwiftPM's own separated from the tool's.
struct ToolArguments {
    /// The arguments meant for the tool.
    let words: [String]

    /// SwiftPM also accepts its own flags after the verb, but still passes them on.
    private static let hostFlags: Set = ["--allow-writing-to-package-directory", "--disable-sandbox"]
    private static let hostOptions: Set = [
        "--allow-writing-to-directory", "--allow-network-connections", "--package",
    ]

    /// Subcommands that do not require an existing manifest.
    private static let withoutManifest: Set = ["help", "init"]

    private static let forAllManifests: Set = ["build", "check", "fetch"]

    /// Removes SwiftPM's flags from `arguments`, up to a `--`; everything else keeps its order.
    init(_ arguments: [String]) {
        var words: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                words.append(word)
                words.append(contentsOf: rest)
                break
            }
            if Self.hostFlags.contains(word) { continue }
            if Self.hostOptions.contains(word) {
                _ = rest.popFirst()
                continue
            }
            if let name = word.split(separator: "=", maxSplits: 1).first, word.contains("="),
                Self.hostOptions.contains(String(name))
            {
                continue
            }
            words.append(word)
        }
        self.words = words
    }

    /// The words before a `--`, which can be options.
    private var options: ArraySlice<String> { words.prefix { $0 != "--" } }

    /// Whether the user requests help.
    var asksForHelp: Bool {
        words.first == "help" || options.contains { $0 == "--help" || $0 == "-h" || $0 == "-help" }
    }

    /// Whether the tool needs the path of the package's manifest.
    var needsManifest: Bool {
        if let first = words.first, Self.withoutManifest.contains(first) { return false }
        return !options.contains {
            $0 == "--version" || $0 == "--manifest" || $0.hasPrefix("--manifest=") || $0.hasPrefix("-m")
        }
    }

    /// Whether the arguments apply to every manifest of a package, including those of its targets: they name no place
    /// or picture of a single manifest, and the command prepares pictures.
    var isForAllManifests: Bool {
        if let first = words.first, !first.hasPrefix("-"), !Self.forAllManifests.contains(first) {
            return false
        }
        return !options.contains { word in
            ["--output", "--cache-dir", "--only", "--no-cache"].contains {
                word == $0 || word.hasPrefix($0 + "=")
            }
        }
    }

    /// Whether a manifest is created without a path, in which case it belongs to the package's own directory.
    var beginsHere: Bool {
        guard words.first == "init" else { return false }
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            if word == "--for" {
                _ = rest.popFirst()
            } else if word == "--" || !word.hasPrefix("-") {
                return false
            }
        }
        return true
    }

    /// Returns the words with `--manifest path` as the last option.
    static func adding(manifest path: String, to words: [String]) -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words[..<end] + ["--manifest", path] + words[end...]
    }
}
