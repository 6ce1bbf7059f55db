import AlcedoBase
import AlcedoIndex
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// An index in parts says what one in one piece says, and a build writes the parts that change.
@Suite(.timeLimit(.minutes(60))) struct SplitIndexTests {
    static let split = TestSite.usual.replacing("base-url", with: "index: { split: 3 }\nbase-url")
    static let names = (0..<24).map { String(format: "p%02d", $0) }

    private func site() throws -> TestSite {
        let site = try TestSite(Self.split, pictures: [])
        // Few pixels, because there are many.
        for (number, name) in Self.names.enumerated() {
            try site.picture("photos/\(name).png", number, width: 30, height: 20)
        }
        return site
    }

    private func parts(_ site: TestSite) throws -> [String: FileStatus] {
        var statuses: [String: FileStatus] = [:]
        for name in try site.files().keys where name.hasPrefix("index/") {
            statuses[name] = try FileSystem.status(of: site.path("out/" + name))
        }
        return statuses
    }

    private func root(_ site: TestSite) throws -> ImageIndex.Parts {
        try ImageIndex.Parts(contentsOf: site.path("out/index.json"))
    }

    @Test func thePartsHaveWhatTheWholeHas() async throws {
        let site = try site()
        let planned = try await site.builder().plan().writes
        // Without the parts of the index, as without the index itself.
        #expect(try await site.build().filesWritten == planned)
        let whole = try site.index()
        #expect(whole.order == Self.names.map { "photos/\($0).png" })
        let root = try root(site)
        #expect(root.parts.count > 3)
        #expect(root.count == 24)
        #expect(try root.orderedIDs() == whole.order)
        for part in root.parts + [root.order] {
            let data = try site.bytes("out/" + part.file)
            #expect(data.count == part.bytes)
            #expect(ContentDigest(hashing: data).sri == part.digest)
            #expect(part.file.contains(ContentDigest(hashing: data).hex.prefix(8)))
        }
        // Exactly the files that the root names.
        #expect(try Set(parts(site).keys) == Set((root.parts + [root.order]).map(\.file)))
        let two = try root.index(of: ["photos/p20.png", "photos/p03.png"])
        #expect(two.order == ["photos/p20.png", "photos/p03.png"])
        #expect(two.images == whole.images.filter { two.order.contains($0.key) })
        // One piece, and back: the same content, and no parts are left.
        try site.write(TestSite.usual)
        try await site.build()
        #expect(try site.bytes("out/index.json") == whole.canonicalJSON())
        try site.expectConsistent()
        try site.write(Self.split)
        try await site.build()
        #expect(try site.index() == whole)
    }

    @Test func aChangedPictureChangesOnePart() async throws {
        let site = try site()
        try await site.settle()
        let before = try parts(site)
        try site.picture("photos/p10.png", 99, width: 30, height: 20)
        try await site.build()
        let after = try parts(site)
        // The order has not changed either.
        #expect(before.filter { after[$0.key] != $0.value }.count == 1)
        #expect(after.filter { before[$0.key] != $0.value }.count == 1)
        let fresh = try TestSite(Self.split, pictures: [])
        for name in Self.names { try fresh.put(site.bytes("photos/\(name).png"), "photos/\(name).png") }
        try await fresh.build()
        #expect(try site.files() == fresh.files())
        #expect(try await site.build().wroteNothing)
    }

    @Test func picturesThatComeAndGoLeaveWhatABuildFromNothingMakes() async throws {
        let site = try site()
        try await site.settle()
        try site.picture("photos/p10b.png", 50, width: 30, height: 20)
        try site.remove("photos/p17.png")
        try await site.build()
        let index = try site.index()
        #expect(index.order.count == 24)
        try site.remove("out")
        try site.remove(".alcedo")
        try await site.build()
        #expect(try site.index() == index)
        #expect(try root(site).count == 24)
    }

    @Test func aSelectionReadsAndWritesParts() async throws {
        let site = try site()
        try await site.settle()
        try site.picture("photos/p02.png", 98, width: 30, height: 20)
        try site.picture("photos/p03.png", 97, width: 30, height: 20)
        let before = try site.index()
        try await site.build { $0.only = ["photos/p02.png"] }
        let after = try site.index()
        #expect(after.order == before.order)
        #expect(before.images.filter { after.images[$0.key] != $0.value }.map(\.key) == ["photos/p02.png"])
    }

    @Test(arguments: [true, false]) func aPartThatIsLostOrDamagedIsWrittenAgain(_ isLost: Bool) async throws {
        let site = try site()
        try await site.settle()
        let before = try site.files()
        let part = try #require(try root(site).parts.dropFirst().first).file
        if isLost {
            try site.remove("out/" + part)
        } else {
            try site.put(Data(try site.bytes("out/" + part).map { _ in 0 }), "out/" + part)
        }
        // Also while another part changes, and while the same does.
        try site.picture("photos/p20.png", 96, width: 30, height: 20)
        try await site.build()
        let index = try site.index()
        #expect(index.order.count == 24)
        try site.picture("photos/p20.png", 20, width: 30, height: 20)
        try await site.build()
        #expect(try site.files() == before)
    }

    @Test(arguments: [true, false]) func withoutAPartASelectionSaysSo(_ isOrder: Bool) async throws {
        let site = try site()
        try await site.build()
        let before = try root(site)
        let name = try isOrder ? before.order.file : #require(before.parts.first).file
        try site.remove("out/" + name)
        try site.remove(".alcedo")
        let error = await #expect(throws: SiteError.self) {
            try await site.build { $0.only = ["photos/p20.png"] }
        }
        #expect(error?.description.contains("out/\(name) is missing") == true)
        try await site.build()
        #expect(try root(site) == before)
    }

    @Test func aPlanSeesWhatIsMissingOfTheIndex() async throws {
        let site = try site()
        try await site.settle()
        #expect(try await !site.builder().plan().hasWork)
        let part = try #require(try root(site).parts.first).file
        try site.remove("out/" + part)
        #expect(try await site.builder().plan().writesIndex == true)
    }

    @Test func whatWasEditedInAPartIsGenerated() async throws {
        let site = try site()
        try await site.build()
        let before = try site.files()
        let part = try #require(try root(site).parts.first).file
        try site.put(Data("{}".utf8), "out/" + part)
        try await site.build()
        #expect(try site.files() == before)
        try site.remove("out/" + part)
        try site.put(Data(), "out/\(part)/x")
        let error = await #expect(throws: SiteError.self) { try await site.build() }
        #expect(error?.description.contains("remove it or change 'index' in the manifest") == true)
    }

    @Test func withoutTheCacheThePartsAreStillAlcedos() async throws {
        let site = try site()
        try await site.build()
        try site.remove(".alcedo")
        try site.picture("photos/p20.png", 96, width: 30, height: 20)
        try await site.build()
        let root = try root(site)
        #expect(try Set(parts(site).keys) == Set((root.parts + [root.order]).map(\.file)))
        try site.remove(".alcedo")
        let cleaned = try await site.builder().clean()
        #expect(cleaned.left == 0)
        #expect(try !site.exists("out"))
    }

    @Test func partsThatAreNoLongerNeededStayAsLongAsFiles() async throws {
        let site = try site()
        try site.write(Self.split + "\nprune: 7d\n")
        try await site.settle()
        let before = try parts(site)
        try site.picture("photos/p10.png", 99, width: 30, height: 20)
        try await site.build()
        #expect(try parts(site).filter { before[$0.key] == $0.value }.count == before.count)
        #expect(try parts(site).count == before.count + 1)
    }

    @Test func partsGoBesideTheIndex() async throws {
        let site = try TestSite(
            Self.split.replacing("split: 3", with: "split: 3, path: out/data/all.json"), pictures: ["a", "b"])
        try await site.build()
        let root = try ImageIndex.Parts(contentsOf: site.path("out/data/all.json"))
        let part = try #require(root.parts.first)
        #expect(part.file.hasPrefix("all/"))
        #expect(try site.exists("out/data/" + part.file))
        #expect(try ImageIndex(contentsOf: site.path("out/data/all.json")).order.count == 2)
    }

    @Test(arguments: [
        ("{ split: 3, path: index.json }", "'split' puts the parts of the index beside it"),
        ("{ split: 0 }", "a whole number from 1 to 1000000"),
        ("{ splits: 3 }", "split"),
    ])
    func whatCannotBeSplitIsAMistake(index: String, reason: String) async throws {
        let site = try TestSite(Self.split.replacing("{ split: 3 }", with: index), pictures: ["a"])
        let error = await #expect(throws: ManifestMistakes.self) { try await site.build() }
        let found = try #require(error?.diagnostics.first)
        #expect(found.message.contains(reason))
        #expect(found.location?.line == 3)
    }
}
