import Alcedo
import ArgumentParser
import Foundation

/// What to say where the first word is no command: all that the parser sees is an argument too many of the default one.
enum MisspeltCommand {
    /// The complaint about these arguments; `nil` where they begin with a command, or with an option.
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
        // The parser shows the help of everything when what `help` is asked for is no command.
        if first == "help", name == "alcedo" {
            return complaint(about: Array(arguments.dropFirst()), command, name)
        }
        // Closures, as the compiler crashes over key paths of metatypes.
        let names = known.compactMap { $0.configuration.shouldDisplay ? $0.configuration.commandName : nil }
        return "there is no command '\(name) \(first)'; \(advice(first, name, names))"
    }

    private static func advice(_ word: String, _ name: String, _ names: [String]) -> String {
        if let close = Suggestion.closest(to: word, among: names) {
            return "did you mean '\(name) \(close)'?"
        }
        let lower = word.lowercased()
        if name == "alcedo", lower.hasSuffix(".yml") || lower.hasSuffix(".yaml") {
            return "a manifest is named with '--manifest \(ShellWord.quoted(word))'"
        }
        return "there are \(names.joined(separator: ", "))"
    }
}
