import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoReport

struct ReportDataTests {
    private let index = ImageIndex(
        baseURL: "/i", generator: "alcedo 0.1.0",
        images: ["a": ReportFiguresTests.entry, "b": ReportFiguresTests.entry], order: ["b", "a"])

    private func data(
        _ index: ImageIndex? = nil, ids: [String] = ["b", "a"], last: LastFailures? = nil,
        indexDate: Int = 100,
        selected: (String) -> Bool = { _ in true }
    ) -> ReportData {
        ReportData(
            index ?? self.index, manifest: "images.yml", selection: [], selected: selected, ids: ids,
            last: last,
            indexDate: indexDate)
    }

    private func failure(_ source: String) -> BuildFailure {
        BuildFailure(
            location: Diagnostic.Location(file: "images.yml", line: 8, column: 5), source: source,
            phase: .decode, code: "decode.truncated",
            reason: "it ends too early", isTolerated: true)
    }

    private func changed(_ change: (inout ImageIndex) -> Void, selected: (String) -> Bool = { _ in true })
        -> ReportData
    {
        var former = index
        change(&former)
        return ReportData(
            index, manifest: "images.yml", selection: [], selected: selected, ids: ["b", "a"], last: nil,
            former: (former, 7), indexDate: 100)
    }

    @Test func whatWasThereBeforeIsComparedFileByFile() throws {
        // Of "a", now 1000, 2500 and 2000 bytes in 100 × 50, 3000, 2000 and 5000 in 200 × 100, and 90 inline.
        let data = changed { former in
            former.images["b"] = nil
            former.images["c"] = ReportFiguresTests.entry
            former.order = ["a", "c"]
            former.images["a"]?.variants["hero"]?.formats[0].files[0].bytes = 1200
            former.images["a"]?.variants["hero"]?.formats[0].files[0].digest = "sha256-other"
            former.images["a"]?.variants["hero"]?.formats[1].format = "gif"
        }
        let found = try #require(data.change)
        #expect((found.moment, found.added, found.removed) == (7, 1, 1))
        #expect(found.images == [ReportChange.Image(id: "a", before: 15_790, after: 15_590)])
        #expect(found.formats.map(\.name) == ["avif", "gif", "jpeg", "webp"])
        // Files that both images name count once; "c" has what "a" had, but for its first file.
        #expect(found.formats.map(\.filesBefore) == [2, 2, 2, 2])
        #expect(found.formats.map(\.before) == [4200, 4500, 7000, 180])
        #expect(found.formats.map(\.filesAfter) == [2, 0, 2, 4])
        #expect(found.formats.map(\.after) == [4000, 0, 7000, 4680])
        let source = try #require(data.sources.first { $0.id == "a" })
        #expect(source.files.compactMap(\.former?.bytes) == [1200, 2000, 3000, 5000, 90])
        #expect(source.change == 200)
        #expect(data.sources.first { $0.id == "b" }?.change == nil)
        #expect(ReportPage.former(try #require(source.files.first))?.contains("was ") == true)
        #expect(source.files.count { ReportPage.former($0) != nil } == 1)
    }

    @Test func onlyWhatWasAskedForIsCompared() throws {
        let change: (inout ImageIndex) -> Void = { former in
            former.images["b"] = nil
            former.order = ["a"]
        }
        #expect(changed(change).change?.added == 1)
        #expect(changed(change, selected: { $0 == "a" }).change == nil)
        // Words are no files.
        #expect(changed { $0.images["a"]?.alt = "another" }.change == nil)
    }

    @Test func aChangeIsRememberedByTheDigestOfTheIndex() {
        let change = LastChange(index: ContentDigest(hashing: "before"), moment: 5)
        #expect(LastChange(stored: FieldReader(change.bytes)) == change)
        #expect(LastChange(stored: FieldReader(Array(change.bytes.dropLast(3)))) == nil)
        #expect(LastChange(stored: FieldReader(Array("garbage".utf8))) == nil)
        #expect(LastChange(stored: nil) == nil)
    }

    @Test func sourcesStandInTheManifestsOrder() {
        #expect(data().sources.map(\.id) == ["b", "a"])
        #expect(data().notices == [])
        #expect(data().failureNote == nil)
        #expect(data(selected: { $0 == "a" }).sources.map(\.id) == ["a"])
    }

    @Test func sourcesThatWereNeverBuiltAreReported() {
        let data = data(
            ids: ["b", "a", "c", "d"], last: LastFailures([failure("d")], isPublished: true, moment: 200))
        // A failed source is reported as failed.
        #expect(data.notices.map(\.source) == ["c"])
        #expect(data.failures.map(\.source) == ["d"])
        #expect(self.data(ids: ["b", "a", "c"], selected: { $0 == "a" }).notices == [])
    }

    @Test func staleAndLeftoverEntriesAreReported() {
        var index = index
        index.images["b"]?.stale = true
        let notices = data(index, ids: ["b"]).notices
        #expect(notices.map(\.source) == ["b", "a"])
        #expect(notices.first?.text.contains("an earlier build") == true)
        #expect(notices.last?.text.contains("no longer in the manifest") == true)
    }

    @Test(arguments: [
        (true, 100, "published everything else"), (false, 100, "published nothing"),
        (true, 300, "The index is newer"),
        (false, 300, "The index is newer"),
    ]) func theNoteSaysHowOldTheFilesAre(_ isPublished: Bool, _ indexDate: Int, _ words: String) {
        let last = LastFailures([failure("a")], isPublished: isPublished, moment: 200)
        #expect(data(last: last, indexDate: indexDate).failureNote?.contains(words) == true)
    }

    @Test func theNoteSaysWhichBuildsSaidIt() {
        var last = LastFailures([failure("a")], isPublished: true, moment: 200)
        last.moment = 250
        #expect(
            data(last: last, indexDate: 250).failureNote?.hasSuffix("later builds made other images only.")
                == true)
        last.said.append(LastFailures.Said(failure: failure("b"), moment: 250))
        #expect(
            data(last: last, indexDate: 250).failureNote?.hasSuffix(
                "each for the images that it made.")
                == true)
    }

    @Test func failuresOfOthersAreNotShownInASelection() {
        let last = LastFailures([failure("a")], isPublished: true, moment: 200)
        let data = data(last: last, selected: { $0 == "b" })
        #expect(data.failures == [])
        #expect(data.failureNote == nil)
    }
}
