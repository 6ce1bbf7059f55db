import Alcedo
import AlcedoBase
import AlcedoManifest
import AlcedoMarkup
import ArgumentParser

/// Advice for a first word that is not a command; to the parser it is an extra argument of the default command.
enum MisspeltCommand {
    /// Returns an error message, or `nil` if the arguments begin with a command or an option.
    static func complaint(about arguments: some Sequence<String>) -> String? {
        complaint(about: Array(arguments), AlcedoCommand.self, "alcedo")
    }

    private static func complaint(
        about arguments: [String], _ command: any ParsableCommand.Type, _ name: String
    ) -> String? {
        let known = command.configuration.subcommands
        guard let first = arguments.first, !known.isEmpty, !first.hasPrefix("-") else { return nil }
        if let next = known.first(where: { $0.configuration.commandName == first }) {
            return complaint(about: Array(arguments.dropFirst()), next, "\(name) \(first)")
        }
        // For a word that is not a command, the parser's `help` shows the help of the whole tool.
        if first == "help", name == "alcedo" {
            return complaint(about: Array(arguments.dropFirst()), command, name)
        }
        // Closures, because the compiler crashes on key paths of metatypes.
        let names = known.compactMap { $0.configuration.shouldDisplay ? $0.configuration.commandName : nil }
        return "there is no command '\(name) \(first)'; \(advice(first, name, names))"
    }

    private static func advice(_ word: String, _ name: String, _ names: [String]) -> String {
        if let close = Suggestion.closest(to: word, among: names) {
            return "did you mean '\(name) \(close)'?"
        }
        let lower = word.lowercased()
        if name == "alcedo", lower.hasSuffix(".yml") || lower.hasSuffix(".yaml") {
            return "name a manifest with '--manifest \(ShellWord.quoted(word))'"
        }
        return "expected \(names.joined(separator: ", "))"
    }
}
