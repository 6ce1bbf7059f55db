import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Two manifests that name one output directory.
@Suite(.timeLimit(.minutes(60))) struct SharedOutputTests {
    /// A built site with a second manifest for other pictures.
    func site(cache: String, output: String = "out") async throws -> (site: TestSite, other: String) {
        let site = try TestSite(pictures: ["a"])
        try await site.build()
        let text = TestSite.usual.replacingOccurrences(of: "photos/", with: "more/")
            .replacingOccurrences(of: "output: out", with: "output: \(output)\ncache: \(cache)")
        try site.folder.write(text, to: "other.yml")
        try site.picture("more/b.png", 7)
        return (site, site.path("other.yml"))
    }

    @Test(arguments: [(".alcedo", "out"), (".alcedo", "link"), (".other", "out")])
    func theSecondIsRefused(_ cache: String, _ output: String) async throws {
        let (site, other) = try await site(cache: cache, output: output)
        try site.folder.link("link", to: site.path("out"))
        let before = try site.files()
        let error = await #expect(throws: ManifestMistakes.self) {
            try await site.build { $0.manifest = other }
        }
        #expect(error?.diagnostics.count == 1)
        #expect(error?.diagnostics.first?.location?.line == 2)
        #expect(error?.diagnostics.first?.message.contains("give each manifest") == true)
        await #expect(throws: ManifestMistakes.self) {
            try await site.builder { $0.manifest = other }.clean()
        }
        #expect(try site.files() == before)
    }

    /// Two manifests with their own outputs and the same index.
    @Test(arguments: ["index.json", "link/index.json"])
    func theSecondThatNamesAnIndexIsRefused(_ index: String) async throws {
        func text(_ output: String, _ index: String) -> String {
            TestSite.usual.replacingOccurrences(of: "output: out", with: "output: \(output)\nindex: \(index)")
        }
        let site = try TestSite(text("out", "index.json"), pictures: ["a"])
        try site.folder.link("link", to: site.folder.path)
        try await site.build()
        let before = try site.bytes("index.json")
        try site.folder.write(text("other", index), to: "other.yml")
        let other = site.path("other.yml")
        for attempt in 0..<4 {
            let error = await #expect(throws: ManifestMistakes.self) {
                switch attempt {
                case 0: _ = try await site.build { $0.manifest = other }
                case 1: _ = try await site.builder { $0.manifest = other }.plan()
                case 2: _ = try await site.build { ($0.manifest, $0.only) = (other, ["**/a.png"]) }
                default: _ = try await site.builder { $0.manifest = other }.clean()
                }
            }
            #expect(error?.diagnostics.first?.location?.line == 3)
            #expect(
                error?.description.contains("is the index of \(PathRules.real(site.path("images.yml")))")
                    == true)
        }
        #expect(try site.bytes("index.json") == before)
        #expect(try site.files("other") == [:])
        // The first continues, even if its index was touched, and the second once the index is free.
        try site.put(before, "index.json")
        try site.picture("photos/b.png", 9)
        #expect(try await site.build().isPublished)
        _ = try await site.builder().clean()
        #expect(try await site.build { $0.manifest = other }.isPublished)
    }

    @Test func exchangedOutputsAreFreedAsTheMessageSays() async throws {
        func text(_ output: String) -> String {
            TestSite.usual.replacingOccurrences(of: "output: out", with: "output: \(output)")
        }
        let site = try TestSite(text("one"), pictures: ["a"])
        let other = site.path("other.yml")
        try site.folder.write(text("two"), to: "other.yml")
        try await site.build()
        try await site.build { $0.manifest = other }
        try site.write(text("two"))
        try site.folder.write(text("one"), to: "other.yml")
        let error = await #expect(throws: ManifestMistakes.self) { try await site.build() }
        #expect(
            error?.description.contains("'alcedo clean' with that manifest while it names this 'output'")
                == true)
        // As it says, with both.
        try site.write(text("one"))
        try site.folder.write(text("two"), to: "other.yml")
        _ = try await site.builder().clean()
        _ = try await site.builder { $0.manifest = other }.clean()
        try site.write(text("two"))
        try site.folder.write(text("one"), to: "other.yml")
        #expect(try await site.build().isPublished)
        #expect(try await site.build { $0.manifest = other }.isPublished)
    }

    @Test func aManifestCanBeRenamedOrNamedInAnotherWay() async throws {
        let site = try TestSite(pictures: ["a"])
        try await site.build()
        let before = try site.files()
        try site.folder.link("link.yml", to: site.path("images.yml"))
        #expect(try await site.build { $0.manifest = site.path("link.yml") }.isPublished)
        #expect(try await site.build { $0.manifest = site.path("photos/../images.yml") }.isPublished)
        try FileManager.default.moveItem(atPath: site.path("images.yml"), toPath: site.path("renamed.yml"))
        try site.remove("link.yml")
        #expect(try await site.build { $0.manifest = site.path("renamed.yml") }.isPublished)
        #expect(try site.files() == before)
    }

    @Test func afterACleanUpTheOutputIsFree() async throws {
        let (site, other) = try await site(cache: ".alcedo")
        _ = try await site.builder().clean()
        #expect(try await site.build { $0.manifest = other }.isPublished)
        await #expect(throws: ManifestMistakes.self) { try await site.build() }
    }

    @Test func anIndexIsForeignOnlyIfNothingInItFits() throws {
        let output = try TestOutput()
        // Its one entry is 'a', with the variant 'v'.
        try output.index([output.file("a.jpg", "A")]).write(
            to: URL(fileURLWithPath: output.output + "/index.json"))
        let index = try PreviousIndex(path: output.output + "/index.json")
        #expect(index.isForeign(toSources: ["b"], variants: ["v"]))
        #expect(index.isForeign(toSources: ["a"], variants: ["w"]))
        #expect(!index.isForeign(toSources: ["b", "a"], variants: ["w", "v"]))
        // Without sources, nothing is known.
        #expect(!index.isForeign(toSources: [], variants: ["w"]))
        #expect(
            try !PreviousIndex(path: output.output + "/none").isForeign(toSources: ["b"], variants: ["v"]))
    }
}
