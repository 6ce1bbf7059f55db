import AlcedoBase
import AlcedoManifest
import Foundation
import Testing

/// The common part of all manifests in tests, so that each test only shows its subject.
let preamble = "version: 1\noutput: Public/images\n"

func readManifest(
    _ text: String, environment: [String: String] = [:], directory: String = "/site"
) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
    ManifestReader.read(
        Data(text.utf8), path: "images.yml", directory: directory, environment: environment)
}

/// A valid manifest.
func manifest(
    _ text: String, environment: [String: String] = [:], directory: String = "/site",
    _ location: SourceLocation = #_sourceLocation
) throws -> Manifest {
    let (manifest, diagnostics) = readManifest(
        preamble + text, environment: environment, directory: directory)
    #expect(diagnostics.map(\.description) == [], sourceLocation: location)
    return try #require(manifest, sourceLocation: location)
}

/// Reads a marked manifest and expects exactly these problems: at the mark, with these words.
func expectProblems(
    _ marked: String, environment: [String: String] = [:], _ expected: [(mark: Int, words: String)],
    _ location: SourceLocation = #_sourceLocation
) {
    let text = MarkedText(marked)
    let diagnostics = readManifest(text.text, environment: environment).diagnostics
    let all = Comment(rawValue: diagnostics.map(\.description).joined(separator: "\n"))
    #expect(diagnostics.count == expected.count, all, sourceLocation: location)
    for (diagnostic, expected) in zip(diagnostics, expected) {
        let place = diagnostic.location.map { MarkedText.Place(line: $0.line, column: $0.column) }
        #expect(place == text.places[expected.mark - 1], all, sourceLocation: location)
        #expect(diagnostic.message.contains(expected.words), all, sourceLocation: location)
        #expect(!diagnostic.message.contains("\n"), sourceLocation: location)
    }
}

/// The same after the preamble and with a source, for mistakes in variants and settings.
func expectProblem(
    _ marked: String, _ words: String, _ location: SourceLocation = #_sourceLocation
) {
    expectProblems(preamble + "sources: []\n" + marked, [(1, words)], location)
}

extension SourceEntry {
    /// The address of an entry with `url`.
    var remote: RemoteSource? { if case .picture(let origin) = origin { origin.remote } else { nil } }
}
