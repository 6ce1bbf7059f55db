import AlcedoBase
import AlcedoIndex
import AlcedoManifest
import ArgumentParser

/// Completions in shells that depend on the manifest at hand.
///
/// A manifest or index that cannot be read completes nothing: an error would appear in the middle of a line being typed.
enum Completions {
    static let file = CompletionKind.file()
    static let manifest = CompletionKind.file(extensions: ["yml", "yaml"])
    static let folder = CompletionKind.directory

    /// The names of the manifest's variants.
    static let variants = byWords.kind { words in
        manifest(words)?.variants.map(\.name).filter(isPlain) ?? []
    }

    /// The ids of the pictures in the manifest's index: those of its last build.
    static let ids = byWords.kind { words in
        guard let manifest = manifest(words) else { return [] }
        do {
            return try ImageIndex(contentsOf: manifest.index.absolute).order.filter(isPlain)
        } catch {
            return []
        }
    }

    // ArgumentParser 1.6 deprecates the only form that 1.5, which sites pin, has. There is no warning about a function that is
    // called through a protocol.
    private static var byWords: any WordCompletion.Type { ByWords.self }

    /// Whether a shell takes a word as it is. Bash expands the words that it is given, so a picture's name could run a
    /// command.
    static func isPlain(_ word: String) -> Bool {
        !word.unicodeScalars.contains {
            "$`\\\"'!".unicodeScalars.contains($0) || $0.properties.generalCategory == .control
        }
    }

    /// Reads the manifest that a command line names.
    ///
    /// - Parameter words: The words typed so far.
    private static func manifest(_ words: [String]) -> Manifest? {
        ManifestReader.read(path: path(in: words), environment: ProcessInfo.processInfo.environment).manifest
    }

    /// Returns the manifest named by the words of a command line, which may contain quotes and end anywhere.
    static func path(in words: [String]) -> String {
        var path = "images.yml"
        for (index, word) in words.enumerated() {
            if word.hasPrefix("--manifest=") {
                path = String(word.dropFirst("--manifest=".count))
            } else if ["-m", "--manifest"].contains(word), index + 1 < words.count, !words[index + 1].isEmpty
            {
                path = words[index + 1]
            }
        }
        return path
    }
}

private protocol WordCompletion {
    static func kind(_ complete: @escaping @Sendable ([String]) -> [String]) -> CompletionKind
}

private enum ByWords: WordCompletion {
    @available(*, deprecated)
    static func kind(_ complete: @escaping @Sendable ([String]) -> [String]) -> CompletionKind {
        .custom(complete)
    }
}
