import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct SitePublisherTests {
    let site: TestOutput

    init() throws {
        site = try TestOutput()
    }

    @Test func filesAndIndexArePutInPlace() async throws {
        let done = try await site.publish([site.file("a.jpg", "A"), site.file("x/y/b.jpg", "B")])
        #expect(site.tree() == ["a.jpg", "index.json", "x", "x/y", "x/y/b.jpg"])
        #expect(try site.text("out/a.jpg") == "A")
        #expect(try site.text("out/x/y/b.jpg") == "B")
        #expect((done.written, done.deleted, done.indexWritten) == (2, 0, true))
        #expect(site.record == done.output)
        #expect(done.output.index != nil)
    }

    @Test func theSameAgainWritesNothing() async throws {
        let files = [site.file("a.jpg", "A"), site.file("x/b.jpg", "B")]
        try await site.publish(files)
        let before = try site.statuses()
        for trusts in [true, false] {
            let done = try await site.publish(files, trustsStatus: trusts)
            #expect((done.written, done.deleted, done.indexWritten) == (0, 0, false))
            #expect(try site.statuses() == before)
        }
    }

    @Test func manyFilesAreWrittenAsWell() async throws {
        let files = (0..<150).map { site.file("\($0 % 7)/\($0).jpg", "\($0)") }
        #expect(try await site.publish(files).written == 150)
        for number in [0, 77, 149] {
            #expect(try site.text("out/\(number % 7)/\(number).jpg") == "\(number)")
        }
    }

    // MARK: Foreign files

    @Test func aForeignFileIsNotOverwritten() async throws {
        try site.put("mine", "out/a.jpg")
        try site.put("mine too", "out/keep.txt")
        let before = try site.statuses()
        let error = await #expect(throws: SiteError.self) {
            try await site.publish([site.file("b.jpg", "B"), site.file("a.jpg", "A")])
        }
        #expect(error?.description.contains("a.jpg exists and Alcedo did not make it") == true)
        #expect(try site.statuses() == before)
    }

    @Test func foreignFilesBesideOursStay() async throws {
        try site.put("mine", "out/x/mine.txt")
        try site.put("mine", "out/.hidden")
        try await site.publish([site.file("x/a.jpg", "A"), site.file("y/b.jpg", "B")])
        try await site.publish([])
        #expect(site.tree() == [".hidden", "index.json", "x", "x/mine.txt"])
    }

    @Test func aFileThatWasThereWithTheSameBytesIsUsedAndNeverDeleted() async throws {
        try site.put("A", "out/a.jpg")
        let first = try await site.publish([site.file("a.jpg", "A")])
        #expect(first.written == 0)
        #expect(first.output.files["a.jpg"]?.isFound == true)
        try await site.publish([site.file("a.jpg", "A")])
        #expect(site.record.files["a.jpg"]?.isFound == true)
        let last = try await site.publish([])
        #expect(last.deleted == 0)
        #expect(last.foreign == [])
        #expect(try site.text("out/a.jpg") == "A")
    }

    @Test func aFoundFileIsNotReplacedByAnother() async throws {
        try site.put("A", "out/a.jpg")
        try await site.publish([site.file("a.jpg", "A")])
        await #expect(throws: SiteError.self) { try await site.publish([site.file("a.jpg", "B")]) }
        #expect(try site.text("out/a.jpg") == "A")
    }

    @Test func anEditedUnwantedOutputIsLeft() async throws {
        try await site.publish([site.file("a.jpg", "A"), site.file("b.jpg", "B")])
        try site.put("Ä", "out/a.jpg")
        let done = try await site.publish([])
        #expect(done.foreign == [site.output + "/a.jpg"])
        #expect(done.deleted == 1)
        #expect(site.tree() == ["a.jpg", "index.json"])
        #expect(try site.text("out/a.jpg") == "Ä")
        // From now on, the file is foreign.
        await #expect(throws: SiteError.self) { try await site.publish([site.file("a.jpg", "A")]) }
    }

    @Test func damagedAndMissingOutputsAreRepaired() async throws {
        let files = [site.file("a.jpg", "A"), site.file("b.jpg", "B"), site.file("c.jpg", "C")]
        try await site.publish(files)
        try site.put("", "out/a.jpg")
        try site.remove("out/b.jpg")
        #expect(try await site.publish(files).written == 2)
        #expect(try site.text("out/a.jpg") == "A")
        #expect(try site.text("out/b.jpg") == "B")
    }

    @Test(arguments: [true, false]) func anEditedOutputIsNotOverwritten(_ trusts: Bool)
        async throws
    {
        let old = [site.file("a.jpg", "alpha"), site.file("b.jpg", "beta")]
        try await site.publish(old)
        try site.put("mine", "out/a.jpg")
        let before = try site.statuses()
        for files in [old, [site.file("a.jpg", "other"), site.file("c.jpg", "gamma")]] {
            let error = await #expect(throws: SiteError.self) {
                try await site.publish(files, trustsStatus: trusts)
            }
            #expect(error?.description.contains("out/a.jpg was changed since Alcedo wrote it") == true)
            #expect(try site.statuses() == before)
        }
        try site.remove("out/a.jpg")
        #expect(try await site.publish(old).written == 1)
        #expect(try site.text("out/a.jpg") == "alpha")
    }

    @Test func whenSeveralWereEditedTheFirstIsNamedAndTheOthersCounted() async throws {
        let files = ["c", "a", "b"].map { site.file("\($0).jpg", $0 + $0) }
        try await site.publish(files)
        for name in ["a", "b", "c"] { try site.put("mine", "out/\(name).jpg") }
        let error = await #expect(throws: SiteError.self) { try await site.publish(files) }
        #expect(error?.description.contains("out/a.jpg, and 2 more like it, was changed") == true)
    }

    @Test(arguments: ["", "al", "al\0\0\0", "\0\0\0\0\0", "\0lph"])
    func aPartiallyWrittenFileIsRepaired(_ rest: String) async throws {
        let (old, new) = (site.file("a.jpg", "alpha"), site.file("a.jpg", "omega"))
        // Written files are known from the cache.
        _ = try site.states.store(Data("alpha".utf8))
        try await site.publish([old])
        try site.put(rest, "out/a.jpg")
        #expect(try await site.publish([old]).written == 1)
        #expect(try site.text("out/a.jpg") == "alpha")
        try site.put(rest, "out/a.jpg")
        #expect(try await site.publish([new]).written == 1)
        #expect(try site.text("out/a.jpg") == "omega")
    }

    @Test(arguments: ["alphabet", "alpine", "all", "\0\0\0\0\0\0"])
    func aFileWithOtherBytesIsNotAPartialCopy(_ text: String) async throws {
        _ = try site.states.store(Data("alpha".utf8))
        try await site.publish([site.file("a.jpg", "alpha")])
        try site.put(text, "out/a.jpg")
        await #expect(throws: SiteError.self) { try await site.publish([site.file("a.jpg", "alpha")]) }
        #expect(try site.text("out/a.jpg") == text)
    }

    @Test func aFileThatRottedUnderTheSameDatesIsRepaired() async throws {
        try await site.publish([site.file("a.jpg", "alpha")])
        try site.put("ALPHA", "out/a.jpg")
        // As if the dates had stayed those of the writing.
        var record = site.record
        record.files["a.jpg"]?.status = try FileSystem.status(of: site.output + "/a.jpg")
        try site.save(record)
        #expect(try await site.publish([site.file("a.jpg", "alpha")], trustsStatus: false).written == 1)
        #expect(try site.text("out/a.jpg") == "alpha")
    }

    @Test func whatAKilledBuildWasAboutToReplaceIsStillOurs() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        try site.remove("out/index.json")
        for _ in 0..<2 {
            // Ends after the record and before the file.
            await #expect(throws: SitePublisher.LostFromCache.self) {
                try await site.publish([site.file("a.jpg", "BB", cached: true)])
            }
        }
        #expect(try site.text("out/a.jpg") == "A")
        #expect(try await site.publish([site.file("a.jpg", "CCC")]).written == 1)
        #expect(site.record.files["a.jpg"]?.formerly == nil)
        await #expect(throws: SitePublisher.LostFromCache.self) {
            try await site.publish([site.file("a.jpg", "BB", cached: true)])
        }
        #expect(try await site.publish([]).deleted == 1)
    }

    @Test func whatAnotherMachineBuiltAndItsIndexNamesIsOurs() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        try site.put("BB", "out/a.jpg")
        try site.index([site.file("a.jpg", "BB")]).write(
            to: URL(fileURLWithPath: site.output + "/index.json"))
        #expect(try await site.publish([site.file("a.jpg", "CCC")]).written == 1)
    }

    @Test(arguments: ["link", "dangling", "folder", "pipe"])
    func aPathThatIsNotARegularFileIsInTheWay(_ kind: String) async throws {
        try site.put("mine", "elsewhere")
        let path = site.output + "/a.jpg"
        switch kind {
        case "link": try site.folder.link("out/a.jpg", to: site.folder.path + "/elsewhere")
        case "dangling": try site.folder.link("out/a.jpg", to: site.folder.path + "/none")
        case "folder": try FileSystem.createDirectory(at: path)
        default: #expect(mkfifo(path, 0o600) == 0)
        }
        let before = try site.statuses()
        await #expect(throws: SiteError.self) { try await site.publish([site.file("a.jpg", "A")]) }
        #expect(try site.statuses() == before)
        #expect(try site.text("elsewhere") == "mine")
    }

    @Test func nothingIsWrittenOrDeletedThroughALink() async throws {
        try await site.publish([site.file("x/a.jpg", "A")])
        // The folder is moved away and linked.
        try FileManager.default.moveItem(atPath: site.output + "/x", toPath: site.folder.path + "/moved")
        try site.folder.link("out/x", to: site.folder.path + "/moved")
        let error = await #expect(throws: SiteError.self) {
            try await site.publish([site.file("x/a.jpg", "B")])
        }
        #expect(error?.description.contains("/out/x is in the way") == true)
        let done = try await site.publish([])
        #expect(done.foreign == [site.output + "/x/a.jpg"])
        #expect(try site.text("moved/a.jpg") == "A")
    }

    // MARK: The index

    @Test func theIndexCanBeElsewhere() async throws {
        var site = site
        site.indexName = "data/deep/images.json"
        try await site.publish([site.file("a.jpg", "A")])
        #expect(site.tree() == ["a.jpg"])
        #expect(site.tree("data") == ["deep", "deep/images.json"])
        #expect(try await site.publish([]).deleted == 1)
    }

    @Test func aForeignIndexIsRefused() async throws {
        try site.put("{ \"generator\": \"hugo\" }", "out/index.json")
        let before = try site.statuses()
        let error = await #expect(throws: SiteError.self) {
            try await site.publish([site.file("a.jpg", "A")])
        }
        #expect(error?.description.contains("is not an index of Alcedo's") == true)
        #expect(try site.statuses() == before)
        try site.put("", "out/index.json")
        try await site.publish([site.file("a.jpg", "A")])
    }

    @Test(arguments: ["link", "folder"]) func linksAndFoldersAreNotReplacedByTheIndex(_ kind: String)
        async throws
    {
        try site.put("mine", "elsewhere")
        if kind == "link" {
            try site.folder.link("out/index.json", to: site.folder.path + "/elsewhere")
        } else {
            try FileSystem.createDirectory(at: site.output + "/index.json")
        }
        await #expect(throws: SiteError.self) { try await site.publish([site.file("a.jpg", "A")]) }
        #expect(site.tree() == ["index.json"])
        #expect(try site.text("elsewhere") == "mine")
    }

    @Test func noFileCanHaveTheIndexsName() async throws {
        let error = await #expect(throws: SiteError.self) {
            try await site.publish([site.file("index.json", "A")])
        }
        guard case .collision = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(site.tree().isEmpty)
    }

    // MARK: Deleting

    @Test func foldersThatBecomeEmptyGo() async throws {
        try await site.publish([site.file("x/y/a.jpg", "A"), site.file("x/b.jpg", "B")])
        #expect(try await site.publish([site.file("x/b.jpg", "B")]).deleted == 1)
        #expect(site.tree() == ["index.json", "x", "x/b.jpg"])
    }

    @Test func anOrphanWaitsItsTime() async throws {
        let file = site.file("a.jpg", "A")
        try await site.publish([file])
        try await site.publish([], pruning: .after(seconds: 60), now: 1000)
        #expect(site.record.files["a.jpg"]?.orphanedSince == 1000)
        #expect(try await site.publish([], pruning: .after(seconds: 60), now: 1059).deleted == 0)
        #expect(site.record.files["a.jpg"]?.orphanedSince == 1000)
        #expect(try await site.publish([], pruning: .after(seconds: 60), now: 1060).deleted == 1)
        #expect(site.tree() == ["index.json"])
        #expect(site.record.files.isEmpty)
    }

    @Test func anOrphanThatIsRequestedAgainStartsOver() async throws {
        let file = site.file("a.jpg", "A")
        try await site.publish([file])
        try await site.publish([], pruning: .after(seconds: 60), now: 1000)
        #expect(try await site.publish([file], pruning: .after(seconds: 60), now: 1050).written == 0)
        #expect(site.record.files["a.jpg"]?.orphanedSince == nil)
        #expect(try await site.publish([], pruning: .after(seconds: 60), now: 1100).deleted == 0)
        #expect(try await site.publish([], pruning: .after(seconds: 60), now: 1159).deleted == 0)
        #expect(try await site.publish([], pruning: .after(seconds: 60), now: 1160).deleted == 1)
    }

    @Test func aClockThatWasAheadIsNotWaitedFor() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        try await site.publish([], pruning: .keepAll, now: 9_000_000)
        #expect(try await site.publish([], pruning: .after(seconds: 60), now: 1000).deleted == 0)
        #expect(site.record.files["a.jpg"]?.orphanedSince == 1000)
        #expect(try await site.publish([], pruning: .after(seconds: 60), now: 1060).deleted == 1)
    }

    @Test func orphansCanBeKeptForEverAndStillDeletedLater() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        #expect(try await site.publish([], pruning: .keepAll, now: 1000).deleted == 0)
        #expect(try await site.publish([], pruning: .keepAll, now: 9_000_000).deleted == 0)
        #expect(site.tree() == ["a.jpg", "index.json"])
        #expect(try await site.publish([], pruning: .after(seconds: 0), now: 9_000_001).deleted == 1)
    }

    @Test func withoutALedgerTheIndexDeterminesOwnership() async throws {
        try await site.publish([site.file("a.jpg", "A"), site.file("b.jpg", "B"), site.file("c.jpg", "C")])
        try site.remove("cache")
        try site.put("edited", "out/b.jpg")
        let before = try FileSystem.status(of: site.output + "/c.jpg")
        let done = try await site.publish([site.file("c.jpg", "C")])
        #expect(done.deleted == 1)
        #expect(done.foreign == [site.output + "/b.jpg"])
        #expect(try FileSystem.status(of: site.output + "/c.jpg") == before)
        #expect(done.output.files["c.jpg"]?.isFound == false)
    }

    /// Two names of one file represent a file system that ignores case.
    @Test(arguments: [("Photos/A.jpg", "photos/a.jpg"), ("e\u{301}.jpg", "\u{C9}.jpg")])
    func anOrphanThatIsTheWantedFileUnderAnotherCaseIsNotDeleted(_ old: String, _ new: String) async throws {
        try await site.publish([site.file(old, "A")])
        try FileSystem.createDirectory(at: FileSystem.folder(of: site.output + "/" + new))
        #expect(link(site.output + "/" + old, site.output + "/" + new) == 0)
        let done = try await site.publish([site.file(new, "A")])
        #expect((done.written, done.deleted, done.foreign) == (0, 0, []))
        #expect(try site.text("out/" + old) == "A")
        #expect(Array(site.record.files.keys) == [new])
        // It is Alcedo's as before.
        #expect(site.record.files[new]?.isFound == false)
    }

    @Test func anOrphanWhoseNameDiffersByCaseIsDeletedWhereCaseCounts() async throws {
        try await site.publish([site.file("A.jpg", "A")])
        try site.put("B", "out/a.jpg")
        // Not the file that the record names, so not Alcedo's.
        if try site.text("out/A.jpg") == "A" {
            await #expect(throws: SiteError.self) { try await site.publish([site.file("a.jpg", "C")]) }
            try site.remove("out/a.jpg")
            #expect(try await site.publish([site.file("a.jpg", "C")]).deleted == 1)
            #expect(site.tree() == ["a.jpg", "index.json"])
        }
    }

    // MARK: Failures

    @Test func theJournalNamesTheFilesBeforeTheyAreWritten() async throws {
        try await site.publish([site.file("old.jpg", "O")])
        let index = try site.text("out/index.json")
        let lost = await #expect(throws: SitePublisher.LostFromCache.self) {
            try await site.publish([
                site.file("a.jpg", "A"), site.file("b.jpg", "B", cached: true),
                site.file("c.jpg", "C", cached: true),
            ])
        }
        #expect(lost?.files.map(\.name) == ["b.jpg", "c.jpg"])
        #expect(try site.text("out/index.json") == index)
        #expect(try site.text("out/old.jpg") == "O")
        let record = site.record
        #expect(record.index == nil)
        #expect(record.files.keys.sorted() == ["a.jpg", "b.jpg", "c.jpg", "old.jpg"])
        // The next build requests something else: everything written meanwhile is deleted.
        #expect(try await site.publish([site.file("d.jpg", "D")]).deleted == 2)
        #expect(site.tree() == ["d.jpg", "index.json"])
    }

    @Test func withoutALedgerTheIndexDeterminesDeletions() async throws {
        try await site.publish([site.file("old.jpg", "O")])
        let nowhere = DiskStore(directory: "/dev/null/cache")
        #expect(try await site.publish([site.file("a.jpg", "A")], states: nowhere).deleted == 1)
        #expect(site.tree() == ["a.jpg", "index.json"])
        #expect(try await site.publish([site.file("a.jpg", "B")], states: nowhere).written == 1)
        // The record names an index that no longer exists, and does not have this file.
        #expect(try await site.publish([site.file("c.jpg", "C")]).deleted == 1)
        #expect(site.tree() == ["c.jpg", "index.json"])
    }

    @Test func anIndexNewerThanTheLedgerDeterminesTheBytes() async throws {
        try await site.publish([site.file("a.jpg", "A")])
        try await site.publish([site.file("a.jpg", "B")], states: DiskStore(directory: "/dev/null/cache"))
        let done = try await site.publish([site.file("c.jpg", "C")])
        #expect((done.deleted, done.foreign) == (1, []))
    }

    @Test func whatAKilledBuildWasWritingIsRemoved() async throws {
        try await site.publish([site.file("x/a.jpg", "A")])
        var record = site.record
        record.index = nil
        try site.save(record)
        try site.put("half", "out/x/.alcedo-tmp-1-abc")
        try site.put("half", "out/.alcedo-tmp-2-def")
        try site.put("mine", "out/x/.alcedo")
        try await site.publish([site.file("x/a.jpg", "A")])
        #expect(site.tree() == ["index.json", "x", "x/.alcedo", "x/a.jpg"])
        // A build that ended leaves nothing to look for.
        try site.put("half", "out/x/.alcedo-tmp-3-ghi")
        try await site.publish([site.file("x/a.jpg", "A")], note: "new")
        #expect(site.tree().contains("x/.alcedo-tmp-3-ghi"))
    }
}
