import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoTools

/// What is noted of a publication before its first file, so that the record need not be written twice.
@Suite struct OutputChangesTests {
    private let site: TestOutput
    private let name: String

    init() throws {
        site = try TestOutput()
        name = OutputRecord.name(forOutput: site.output)
    }

    private var hasIntent: Bool { site.states.hasState(named: OutputChanges.name(forRecord: name)) }

    /// A publication that ends after its note, because the cache has lost a file.
    private func begin(_ files: [SiteFile]) async {
        await #expect(throws: SitePublisher.LostFromCache.self) { try await site.publish(files) }
    }

    @Test func itGoesWithTheEndOfThePublication() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        #expect(!hasIntent)
        let before = site.states.loadState(named: name)
        await begin([site.file("a.jpg", "A"), site.file("b.jpg", "B", cached: true)])
        #expect(hasIntent)
        // The record is the one of the last publication still.
        #expect(site.states.loadState(named: name) == before)
        try await site.publish([site.file("a.jpg", "A")])
        #expect(!hasIntent)
    }

    @Test func whatWasBegunIsKnownWithoutTheIndex() async throws {
        await begin([site.file("a.jpg", "A"), site.file("b.jpg", "B", cached: true)])
        let record = try site.record()
        #expect(Set(record.files.keys) == ["a.jpg", "b.jpg"])
        #expect(record.index == nil && record.entries.isEmpty)
        // The file that was written goes again, and nobody asks whose it is.
        let done = try await site.publish([site.file("c.jpg", "C")])
        #expect((done.deleted, done.foreign) == (1, []))
        #expect(site.tree() == ["c.jpg", "index.json"])
    }

    @Test func ofAnotherRecordItSaysNothing() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        await begin([site.file("b.jpg", "B", cached: true)])
        let intent = try #require(site.states.loadState(named: OutputChanges.name(forRecord: name)))
        try await site.publish([site.file("c.jpg", "C")])
        let record = try site.record()
        // As after a power cut that lost its deletion.
        try site.states.storeState(intent, named: OutputChanges.name(forRecord: name))
        #expect(try site.record() == record)
        #expect(record.index != nil)
        // Without a record it is better than nothing.
        try site.states.removeState(named: name)
        #expect(try site.record().files["b.jpg"] != nil)
    }

    @Test func oneOfAnotherVersionSaysNothingEither() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        let record = try site.record()
        var writer = FieldWriter()
        writer.write("alcedo-output-changes-0")
        try site.states.storeState(writer.bytes, named: OutputChanges.name(forRecord: name))
        #expect(try site.record() == record)
    }

    @Test func aBuildOfOneOfManyLeavesTheRecordOfTheOthersUntilItsEnd() async throws {
        let site = try TestSite()
        try await site.settle()
        let states = DiskStore(directory: site.path(".alcedo"))
        let name = OutputRecord.name(forOutput: PathRules.real(site.path("out")))
        let basis = try #require(states.loadChecked(named: name)).checksum
        let whole = OutputRecordFile.load(named: name, from: states).record
        let changed = try #require(whole.files.keys.min())
        // A note as such a build writes it: of one file alone.
        var changes = OutputRecord()
        changes.manifest = whole.manifest
        changes.files[changed] = OutputRecord.File(
            digest: ContentDigest(hashing: "new"), bytes: 3, formerly: whole.files[changed]?.digest)
        try OutputChanges(over: basis, intending: changes, keeping: [.base(0...3)])
            .store(in: states, besides: name)
        let found = OutputRecordFile.load(named: name, from: states).record
        #expect(found.index == nil)
        #expect(Set(found.files.keys) == Set(whole.files.keys))
        #expect(found.files[changed] == changes.files[changed])
        for (name, file) in whole.files where name != changed { #expect(found.files[name] == file) }
        // The file is as before, and the build that comes finds that.
        let before = try site.files()
        let report = try await site.build()
        #expect((report.filesWritten, report.filesDeleted) == (0, 0))
        #expect(try site.files() == before)
        #expect(!states.hasState(named: OutputChanges.name(forRecord: name)))
        #expect(OutputRecordFile.load(named: name, from: states).index != nil)
    }

    @Test func aPublicationOfLittleLeavesTheRecordAsItIs() async throws {
        let site = try TestSite()
        try await site.settle()
        let states = DiskStore(directory: site.path(".alcedo"))
        let name = OutputRecord.name(forOutput: PathRules.real(site.path("out")))
        let whole = states.loadState(named: name)
        let pictures = ["b", "c", "b", "d"]
        for (round, picture) in pictures.enumerated() {
            try site.picture("photos/\(picture).png", 40 + round)
            try await site.build { $0.changesFrom = 1 }
            #expect(states.loadState(named: name) == whole)
            #expect(states.hasState(named: OutputChanges.name(forRecord: name)))
            try site.expectConsistent()
            let record = OutputRecordFile.load(named: name, from: states).record
            #expect(try Set(record.files.keys).union(["index.json"]) == Set(site.files().keys))
            #expect(record.index != nil && record.entries.count == 4)
            #expect(try await site.build { $0.changesFrom = 1 }.wroteNothing)
        }
        // A build that writes all again writes what it would have written without.
        let made = try site.files()
        try site.remove(".alcedo")
        try await site.build()
        #expect(try site.files() == made)
        // And what is cleaned is gone with all that was remembered.
        try site.picture("photos/a.png", 50)
        try await site.build { $0.changesFrom = 1 }
        _ = try await site.builder().clean()
        #expect(!states.hasState(named: name))
        #expect(!states.hasState(named: OutputChanges.name(forRecord: name)))
        #expect(try !site.exists("out"))
    }

    // Fifty days of this are one record; what one of them gave up is nobody's of Alcedo's again.
    @Test func whatWasGivenUpIsNotTakenBackByAPublicationThatFails() async throws {
        let site = try TestSite()
        try await site.settle()
        let states = DiskStore(directory: site.path(".alcedo"))
        let name = OutputRecord.name(forOutput: PathRules.real(site.path("out")))
        let before = try site.files()
        try site.picture("photos/b.png", 60)
        try await site.build { $0.changesFrom = 1 }
        let gone = try #require(before.keys.filter { try !site.exists("out/" + $0) }.min())
        // Somebody brings the old file back: now it is theirs.
        try site.put(try #require(before[gone]), "out/" + gone)
        // A build that ends after its note.
        let file = OutputRecordFile.load(named: name, from: states)
        var changes = OutputRecord()
        changes.manifest = file.manifest
        var segments: [OutputChanges.Segment] = []
        for entry in file.entries { segments.add(entry) }
        try OutputChanges(over: file.checksum, intending: changes, keeping: segments)
            .store(in: states, besides: name)
        #expect(OutputRecordFile.load(named: name, from: states).record.files[gone] == nil)
        try await site.build { $0.changesFrom = 1 }
        #expect(try site.bytes("out/" + gone) == before[gone])
        try site.remove("out/" + gone)
        try site.expectConsistent()
    }
}
