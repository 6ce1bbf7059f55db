import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Outputs changed in place by another program, such as an optimizer of pictures or pages.
@Suite struct RecodedOutputTests {
    private static let plainNames = """
        version: 1
        output: out
        variants:
          small: { width: 30, formats: [png], name: "{name}.{ext}" }
        sources:
          - path: photos/*.png
        """

    private func warnings(_ events: Collected<BuildEvent>) -> [String] {
        events.all.compactMap { if case .warning(let line) = $0 { line.message } else { nil } }
    }

    /// Makes a different file of the same format, with more bytes, because decoders ignore data after a picture's end.
    private func recode(_ name: String, in site: TestSite) throws -> Data {
        let bytes = try site.bytes("out/" + name) + Data("optimized".utf8)
        try site.put(bytes, "out/" + name)
        return bytes
    }

    @Test(arguments: [false, true])
    func picturesUnderTheirHashesAreWrittenAgainAndOneLineSaysSo(_ checksum: Bool) async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.files()
        let names = before.keys.filter { $0.hasPrefix("photos/") }.sorted()
        for name in names { _ = try recode(name, in: site) }
        let plan = Collected<BuildEvent>()
        #expect(try await site.builder { $0.checksum = checksum }.plan { plan.add($0) }.hasWork)
        let events = Collected<BuildEvent>()
        let report = try await site.build([:], { $0.checksum = checksum }, tell: { events.add($0) })
        #expect(report.isComplete)
        #expect(try site.files() == before)
        let first = site.path("out/" + names[0]) + ", and 15 more like it, was changed since Alcedo wrote it"
        #expect(warnings(events) == [first + ", and is written again"])
        #expect(warnings(plan) == [first + ", and would be written again"])
        let again = Collected<BuildEvent>()
        try await site.build(tell: { again.add($0) })
        #expect(warnings(again) == [])
    }

    @Test func aNewPictureTakesThePlaceOfARecodedOne() async throws {
        let site = try TestSite(Self.plainNames, pictures: ["a", "b"])
        try await site.build()
        try site.put(try site.bytes("out/a.png").prefix(60) + Data("smaller".utf8), "out/a.png")
        try site.picture("photos/a.png", 7)
        let events = Collected<BuildEvent>()
        try await site.build(tell: { events.add($0) })
        try site.expectConsistent()
        #expect(warnings(events).count == 1)
    }

    @Test func underANameWithoutAHashOnlyASmallerPictureOfItsFormatIsWrittenAgain() async throws {
        let site = try TestSite(Self.plainNames, pictures: ["a", "b"])
        try await site.build()
        let whole = try site.files()
        let png = try #require(whole["a.png"])
        let smaller = png.prefix(60) + Data("smaller".utf8)
        try site.put(smaller, "out/a.png")
        try await site.build()
        #expect(try site.files() == whole)
        let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
        for others in [Data("my own picture".utf8), jpeg, png + Data("a caption".utf8)] {
            try site.put(others, "out/a.png")
            await #expect(throws: SiteError.self) { try await site.build() }
            #expect(try site.bytes("out/a.png") == others)
        }
    }

    @Test func anotherFormatUnderTheNameWithAHashStays() async throws {
        let site = try TestSite()
        try await site.build()
        let name = try #require(try site.files().keys.first { $0.hasSuffix(".webp") })
        let mine = Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
        try site.put(mine, "out/" + name)
        await #expect(throws: SiteError.self) { try await site.build() }
        #expect(try site.bytes("out/" + name) == mine)
    }

    @Test func aPictureThatAlcedoNeverWroteStays() async throws {
        let site = try TestSite(Self.plainNames, pictures: ["a"])
        let mine = PlainPNG(width: 9, height: 9, seed: 9).data
        try site.put(mine, "out/a.png")
        let error = await #expect(throws: SiteError.self) { try await site.build() }
        #expect(
            error?.description.contains("out/a.png exists and Alcedo did not make it; move it away") == true)
        #expect(try site.files() == ["a.png": mine])
    }

    @Test func withoutTheCacheTheIndexProvesWhosePicturesTheyAre() async throws {
        let site = try TestSite()
        try await site.build()
        let before = try site.files()
        for name in before.keys where name.hasSuffix(".jpg") { _ = try recode(name, in: site) }
        try site.remove(".alcedo")
        try await site.build()
        #expect(try site.files() == before)
    }

    @Test func withoutEitherTheHashInTheNameProvesIt() async throws {
        let site = try TestSite()
        try await site.build()
        let before = try site.files()
        for name in before.keys where name.hasSuffix(".webp") { _ = try recode(name, in: site) }
        try site.remove(".alcedo")
        try site.remove("out/index.json")
        try await site.build()
        #expect(try site.files() == before)
    }

    @Test func recodedOrphansAreWrittenAgainOnceRequested() async throws {
        let site = try TestSite()
        try await site.build()
        let before = try site.files()
        let name = try #require(before.keys.sorted().first { $0.hasSuffix(".webp") })
        let recoded = try recode(name, in: site)
        try site.write(TestSite.usual.replacingOccurrences(of: "[20, 30]", with: "[25]"))
        try await site.build()
        #expect(try site.bytes("out/" + name) == recoded)
        try site.write(TestSite.usual)
        try await site.build()
        #expect(try site.files() == before)
    }

    @Test func cleaningLeavesThemAndTheNextBuildAndCleanUpDoNot() async throws {
        let site = try TestSite()
        try await site.build()
        let before = try site.files()
        let name = try #require(before.keys.sorted().first { $0.hasSuffix(".webp") })
        let recoded = try recode(name, in: site)
        #expect(try await site.builder().clean() == .init(deleted: 16, left: 1))
        #expect(try site.files() == [name: recoded])
        #expect(try await site.builder().clean() == .init(deleted: 0, left: 1))
        try await site.build()
        #expect(try site.files() == before)
        #expect(try await site.builder().clean() == .init(deleted: 17, left: 0))
        #expect(try !site.exists("out"))
    }

    @Test func aFolderWithLeftPicturesIsFreeForAnotherManifest() async throws {
        let site = try TestSite()
        try await site.build()
        let name = try #require(try site.files().keys.sorted().first { $0.hasSuffix(".webp") })
        let recoded = try recode(name, in: site)
        _ = try await site.builder().clean()
        try site.folder.write(Self.plainNames, to: "other.yml")
        try await site.build { $0.manifest = site.path("other.yml") }
        #expect(try site.bytes("out/" + name) == recoded)
        #expect(try site.exists("out/a.png"))
    }

    // MARK: The index

    @Test(arguments: ["compact", "spread", "cut", "nothing", "zeros"])
    func anIndexRewrittenByAnotherProgramIsReplacedAndDeleted(_ change: String) async throws {
        for isCleaned in [false, true] {
            let site = try TestSite()
            try await site.build()
            let before = try site.files()
            let index = try site.bytes("out/index.json")
            let value = try JSONSerialization.jsonObject(with: index)
            let changed =
                switch change {
                case "compact": try JSONSerialization.data(withJSONObject: value)
                case "spread":
                    try JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted, .sortedKeys])
                case "cut": index.prefix(10)
                case "nothing": Data()
                default: Data(count: index.count)
                }
            try site.put(changed, "out/index.json")
            if isCleaned {
                #expect(try await site.builder().clean() == .init(deleted: 17, left: 0))
                #expect(try !site.exists("out"))
            } else {
                try await site.build()
                #expect(try site.files() == before)
            }
        }
    }

    @Test func cleaningNamesAnIndexThatIsNoLongerOne() async throws {
        let site = try TestSite()
        try await site.build()
        let mine = Data("{ \"mine\": true }".utf8)
        try site.put(mine, "out/index.json")
        await #expect(throws: SiteError.self) { try await site.build { $0.checksum = true } }
        let events = Collected<BuildEvent>()
        #expect(try await site.builder().clean { events.add($0) } == .init(deleted: 16, left: 1))
        #expect(
            warnings(events) == [
                site.path("out/index.json") + " was left, because it is not an Alcedo index"
            ])
        #expect(try site.files() == ["index.json": mine])
    }
}
