import AlcedoBase
import AlcedoManifest
import Foundation
import Testing

@Suite struct ManifestFuzzTests {
    /// Fragments with a meaning in some context.
    private static let pieces = [
        "&a ", "*a", "<<: ", "[", "]", "{", "}", ": ", "- ", "\n", "\n  ", "\t", "\"", "'", "|\n", ">", "#",
        "!!str ", "!x ",
        "---\n", "...\n", "%", "@", "null", "-1", "1e999", "9999999999999999999", ".nan", "${",
        "${PHOTO_TOKEN}", "..",
        "/", "\\", "**", "{a,b}", "\u{FEFF}", "é", "🐦", "\0", "\u{80}",
    ]

    private func mutate(_ bytes: inout [UInt8], with generator: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let at = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, at + Int.random(in: 0...12, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes.removeSubrange(at..<end)
            case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: at)
            case 2: if at < bytes.count { bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
            case 3:
                bytes.insert(
                    contentsOf: Self.pieces.randomElement(using: &generator)?.utf8.map { $0 } ?? [], at: at)
            case 4:
                let from = Int.random(in: 0..<max(1, bytes.count), using: &generator)
                let to = min(bytes.count, from + Int.random(in: 0...80, using: &generator))
                bytes.insert(contentsOf: Array(bytes[min(from, to)..<to]), at: at)
            default:
                bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0...400, using: &generator)))
            }
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func mutatedManifestsGiveLinesNotCrashes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var reported = 0
        for _ in 0..<500 {
            var bytes = Array(documentedManifest.utf8)
            mutate(&bytes, with: &generator)
            let (read, diagnostics) = ManifestReader.read(
                Data(bytes), path: "images.yml", directory: "/site", environment: ["PHOTO_TOKEN": "hunter2"])
            let errors = diagnostics.filter { $0.severity == .error }
            // No manifest fails without a reason, and none succeeds with an error.
            #expect((read == nil) == !errors.isEmpty)
            reported += errors.isEmpty ? 0 : 1
            for diagnostic in diagnostics {
                let isWhole =
                    diagnostic.location.map { $0.line >= 1 && $0.column >= 1 } == true
                    && !diagnostic.message.contains("\n") && !diagnostic.message.contains("hunter2")
                #expect(isWhole, "\(diagnostic)")
            }
            let places = diagnostics.compactMap(\.location).map { ($0.line, $0.column) }
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
        }
        // Most mutations break something; if none did, nothing would have been read.
        #expect(reported > 250)
    }
}
