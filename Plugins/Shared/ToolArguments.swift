/// What a user typed after the verb, sorted into what is SwiftPM's and what is the tool's.
struct ToolArguments {
    /// The arguments meant for the tool.
    let words: [String]

    /// SwiftPM's own flags are honoured after the verb as well, and are delivered all the same.
    private static let hostFlags: Set = ["--allow-writing-to-package-directory", "--disable-sandbox"]
    private static let hostOptions: Set = [
        "--allow-writing-to-directory", "--allow-network-connections", "--package",
    ]

    /// Subcommands that do not work on a manifest that is there already.
    private static let withoutManifest: Set = ["help", "init"]

    private static let forAllManifests: Set = ["build", "check", "fetch"]

    /// Takes SwiftPM's flags out of `arguments`, up to a `--`; everything else keeps its order.
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

    /// The words before a `--`: those that can be options.
    private var options: ArraySlice<String> { words.prefix { $0 != "--" } }

    /// Whether the user wants to read rather than to run.
    var asksForHelp: Bool {
        words.first == "help" || options.contains { $0 == "--help" || $0 == "-h" || $0 == "-help" }
    }

    /// Whether the tool needs to be told where the package's manifest is.
    var needsManifest: Bool {
        if let first = words.first, Self.withoutManifest.contains(first) { return false }
        return !options.contains {
            $0 == "--version" || $0 == "--manifest" || $0.hasPrefix("--manifest=") || $0.hasPrefix("-m")
        }
    }

    /// Whether what was typed holds for every manifest of a package, also those of its targets: it names no place and no
    /// picture of one, and the command is one that gets pictures ready.
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

    /// Whether what was typed begins a manifest without saying where: that is for the package, wherever in it one is.
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

    /// The words with `--manifest path` as the last option.
    static func adding(manifest path: String, to words: [String]) -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words[..<end] + ["--manifest", path] + words[end...]
    }
}
