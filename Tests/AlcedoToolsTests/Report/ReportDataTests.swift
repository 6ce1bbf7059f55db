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
