import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoTools

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

    private func was(_ variant: String, _ format: String, _ width: Int, _ bytes: Int, _ score: Double? = nil)
        -> LastChange.File
    {
        LastChange.File(
            variant: variant, format: format, width: width, height: width / 2, density: nil, bytes: bytes,
            score: score)
    }

    @Test func whatWasThereBeforeIsComparedFileByFile() throws {
        // The index has 1000, 2500 and 2000 bytes in 100 × 50, and 3000, 2000 and 5000 in 200 × 100, and 90 inline.
        let change = LastChange(
            before: [
                LastChange.Image(
                    id: "a",
                    files: [
                        was("hero", "avif", 100, 1200), was("hero", "webp", 100, 2500),
                        was("hero", "jpeg", 200, 4000), was("icon", "jpeg", 200, 1),
                        was("hero", "gif", 100, 1),
                    ]),
                LastChange.Image(id: "b", files: []),
                LastChange.Image(id: "c", files: [was("hero", "avif", 100, 7)]),
            ], isPublished: true, moment: 100)
        var sources = data().sources
        let found = ReportChange(change, selected: { _ in true }, &sources)
        #expect(found.added == 1 && found.removed == 1)
        #expect(found.images == [ReportChange.Image(id: "a", before: 7702, after: 15_590)])
        #expect(found.formats.map(\.name) == ["avif", "jpeg", "webp"])
        #expect(found.formats.map(\.before) == [1200, 4000, 2500])
        #expect(found.formats.map(\.after) == [1000, 5000, 2500])
        let source = try #require(sources.first { $0.id == "a" })
        #expect(source.files.compactMap(\.former?.bytes) == [1200, 2500, 4000])
        #expect(source.change == 800)
        #expect(sources.first { $0.id == "b" }?.change == nil)
        // Of what was not published, the index knows nothing.
        let unpublished = LastChange(before: change.before, isPublished: false, moment: 100)
        #expect(
            ReportData(
                index, manifest: "", selection: [], selected: { _ in true }, ids: [], last: nil,
                change: unpublished, indexDate: 0
            ).change == nil)
        let other = ReportChange(change, selected: { $0 == "c" }, &sources)
        #expect(other.images.isEmpty && other.added == 0 && other.removed == 1)
    }

    @Test func aChangeThatWasNotPublishedBelongsToTheNextOne() throws {
        let one = LastChange(
            before: [LastChange.Image(id: "b", files: [was("hero", "avif", 100, 1)])], isPublished: false,
            moment: 1)
        var two = LastChange(
            before: [
                LastChange.Image(id: "a", files: []),
                LastChange.Image(id: "b", files: [was("hero", "avif", 100, 2, 71.5)]),
            ], isPublished: true, moment: 2)
        let alone = two
        two.precede(by: one)
        #expect(two.before.map(\.id) == ["a", "b"] && two.before[1].files.map(\.bytes) == [1])
        var three = alone
        three.precede(by: LastChange(before: one.before, isPublished: true, moment: 1))
        #expect(three == alone)
        #expect(LastChange(stored: FieldReader(alone.bytes)) == alone)
        #expect(LastChange(stored: FieldReader(Array(alone.bytes.dropLast(3)))) == nil)
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
