import ArgumentParser

/// Suggestions for arguments that the parser refuses: similar ones that it accepts.
struct MistakenArguments {
    /// The arguments, with negative numbers joined to their options: the parser takes separate ones for options.
    let words: [String]

    init(_ arguments: some Sequence<String>) {
        var words: [String] = []
        for word in arguments {
            if word.contains(/^-[0-9]/), let option = words.last, option.contains(/^--[a-z-]+$/) {
                words[words.count - 1] = "\(option)=\(word)"
            } else {
                words.append(word)
            }
        }
        self.words = words
    }

    /// Whether an `h` among letters after one dash, as in `-width`, asks for the help, and nothing else does.
    var onlyLookLikeHelp: Bool {
        words.contains { $0.contains(/^-[a-z]+(=|$)/) && $0 != "-h" && $0.contains("h") }
            && !words.contains { ["-h", "-help", "--help", "help"].contains($0) }
    }

    /// Returns the command to write instead and the reason, or `nil` if nothing similar is accepted.
    /// - Parameter isRight: Whether the parser accepts the arguments.
    func advice(isRight: ([String]) -> Bool) -> String? {
        candidates.first { isRight($0.words) }.map { reason, words in
            "\(reason); write 'alcedo \(words.map(Self.shown).joined(separator: " "))'"
        }
    }

    private static func shown(_ word: String) -> String {
        guard word.hasPrefix("-") else { return ShellWord.quoted(word) }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return ([String(parts[0])] + parts.dropFirst().map { ShellWord.quoted(String($0)) }).joined(
            separator: "=")
    }

    private var candidates: [(reason: String, words: [String])] {
        let doubled = words.map { $0.contains(/^-[a-z][a-z-]+(=|$)/) ? "-" + $0 : $0 }
        var found = [("option names begin with two dashes", doubled)]
        if let first = words.first, first.hasPrefix("-") {
            for index in words.indices.dropFirst() where !words[index].hasPrefix("-") {
                let verb = words[index...].prefix { !$0.hasPrefix("-") }
                found.append(
                    (
                        "options follow the command",
                        verb + words[..<index] + Array(words[verb.endIndex...])
                    ))
            }
        }
        for index in words.indices where words[index].contains(/\.ya?ml$/) {
            let named = words[..<index] + ["--manifest"] + words[index...]
            found.append(("name a manifest with '--manifest'", Array(named)))
        }
        return found
    }
}
