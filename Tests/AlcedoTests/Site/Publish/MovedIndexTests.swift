import AlcedoBase
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// The manifest moves the index.
@Suite(.timeLimit(.minutes(60))) struct MovedIndexTests {
    static let moved = TestSite.usual.replacingOccurrences(
        of: "output: out", with: "output: out\nindex: data/pictures.json")

    @Test func theOldIndexIsDeletedAfterTheNewOneIsWritten() async throws {
        let site = try TestSite(pictures: ["a"])
        try await site.build()
        let before = try site.bytes("out/index.json")
        try site.folder.write(Self.moved, to: "images.yml")
        #expect(try await site.build().filesDeleted == 1)
        #expect(try !site.exists("out/index.json"))
        #expect(try site.bytes("data/pictures.json") == before)
        try await site.settle()
        // And back, to a folder that is still there.
        try site.folder.write(TestSite.usual, to: "images.yml")
        #expect(try await site.build().filesDeleted == 1)
        #expect(try !site.exists("data/pictures.json"))
        #expect(try site.bytes("out/index.json") == before)
    }

    @Test func whereTheIndexStandsItIsGeneratedWhateverWasEditedInIt() async throws {
        let site = try TestSite(TestSite.usual + "\n    alt: A picture\n", pictures: ["a"])
        try await site.build()
        let before = try site.bytes("out/index.json")
        let edited = String(decoding: before, as: UTF8.self).replacingOccurrences(
            of: "A picture", with: "Mine")
        for isCleaned in [false, true] {
            try site.put(Data(edited.utf8), "out/index.json")
            if isCleaned {
                // Its four files and itself.
                #expect(try await site.builder().clean().deleted == 5)
                #expect(try !site.exists("out"))
            } else {
                try await site.build()
                #expect(try site.bytes("out/index.json") == before)
            }
        }
    }

    // Another build may be writing its own index in the same folder at this moment.
    @Test func besideAnIndexOutsideTheOutputOnlyItsOwnLeftoversGo() async throws {
        let site = try TestSite(Self.moved, pictures: ["a"])
        let owner = "output-" + Ledger.id(ofOutput: site.path("out"))
        let (mine, others) = (
            FileSystem.temporaryName(owner: owner), FileSystem.temporaryName(owner: "output-elsewhere")
        )
        for name in ["data/" + mine, "data/" + others, "out/" + FileSystem.temporaryName()] {
            try site.put(Data("half".utf8), name)
        }
        try await site.build()
        #expect(try Set(site.files("data").keys) == [others, "pictures.json"])
        #expect(try site.files("out").count == 4)
    }

    @Test func aChangedIndexIsLeftWithAWarning() async throws {
        let site = try TestSite(pictures: ["a"])
        try await site.build()
        try site.folder.write("{}", to: "out/index.json")
        try site.folder.write(Self.moved, to: "images.yml")
        let events = Collected<BuildEvent>()
        #expect(try await site.build(tell: { events.add($0) }).isPublished)
        #expect(warnings(events).count == 1)
        #expect(warnings(events).first?.hasPrefix(site.path("out/index.json")) == true)
        #expect(try site.bytes("out/index.json") == Data("{}".utf8))
        // Said once.
        try await site.build(tell: { events.add($0) })
        #expect(warnings(events).count == 1)
    }

    @Test func aSelectionKeepsTheEntriesOfTheOldIndexAndDeletesNothing() async throws {
        let site = try TestSite(pictures: ["a", "b"])
        try await site.build()
        let before = try site.bytes("out/index.json")
        try site.folder.write(Self.moved, to: "images.yml")
        try await site.build { $0.only = ["photos/a.png"] }
        #expect(try site.bytes("data/pictures.json") == before)
        #expect(try site.bytes("out/index.json") == before)
        // The next complete build does the rest.
        #expect(try await site.build().filesDeleted == 1)
        #expect(try !site.exists("out/index.json"))
    }

    @Test func withPruningOffItStays() async throws {
        let site = try TestSite(pictures: ["a"])
        try await site.build()
        try site.folder.write(Self.moved + "\nprune: never\n", to: "images.yml")
        #expect(try await site.build().filesDeleted == 0)
        #expect(try site.exists("out/index.json"))
        try await site.settle()
    }

    static func place(_ index: String, prune: String) -> String {
        TestSite.usual.replacingOccurrences(
            of: "output: out", with: "output: out\nindex: \(index)\nprune: \(prune)")
    }

    @Test func whatWasLeftGoesOncePruningIsOnAgain() async throws {
        let site = try TestSite(Self.place("a.json", prune: "never"), pictures: ["a"])
        try await site.build()
        for index in ["b.json", "c.json"] {
            try site.write(Self.place(index, prune: "never"))
            try await site.settle()
        }
        #expect(try site.exists("a.json") && site.exists("b.json"))
        try site.write(Self.place("c.json", prune: "now"))
        let plan = try await site.builder().plan()
        #expect(Set(plan.deletions) == [site.path("a.json"), site.path("b.json")])
        #expect(try await site.build().filesDeleted == 2)
        #expect(try !site.exists("a.json") && !site.exists("b.json") && site.exists("c.json"))
        #expect(try await site.build().wroteNothing)
    }

    @Test func oneThatWasOnlyTouchedGoesAndAPlanKnowsWhichStays() async throws {
        let site = try TestSite(Self.place("a.json", prune: "now"), pictures: ["a"])
        try await site.build()
        try site.put(try site.bytes("a.json"), "a.json")
        try site.write(Self.place("b.json", prune: "now"))
        #expect(try await site.builder().plan().deletions == [site.path("a.json")])
        #expect(try await site.build().filesDeleted == 1)
        try site.put(Data("{}".utf8), "b.json")
        try site.write(Self.place("c.json", prune: "now"))
        let events = Collected<BuildEvent>()
        let plan = try await site.builder().plan { events.add($0) }
        #expect(plan.deletions == [])
        #expect(warnings(events).map { $0.hasPrefix(site.path("b.json")) } == [true])
        #expect(try await site.build().filesDeleted == 0)
    }

    @Test func cleaningUpRemovesItAndNothingThatStandsAtTheNewPlace() async throws {
        let site = try TestSite(pictures: ["a"])
        try await site.build()
        try site.folder.write(Self.moved, to: "images.yml")
        try site.folder.write("mine", to: "data/pictures.json")
        _ = try await site.builder().clean()
        #expect(try !site.exists("out"))
        #expect(try site.bytes("data/pictures.json") == Data("mine".utf8))
    }

    private func warnings(_ events: Collected<BuildEvent>) -> [String] {
        events.all.compactMap { if case .warning(let line) = $0 { line.message } else { nil } }
    }
}
