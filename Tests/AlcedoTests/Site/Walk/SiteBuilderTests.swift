import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Complete builds with real pixels in their own folder.
@Suite(.timeLimit(.minutes(60))) struct SiteBuilderTests {
    @Test func theFirstBuildIsComplete() async throws {
        let site = try TestSite()
        let events = Collected<BuildEvent>()
        let report = try await site.build(tell: { events.add($0) })
        #expect((report.sources, report.files, report.made, report.filesWritten) == (4, 16, 16, 16))
        #expect((report.isPublished, report.isComplete, report.wroteNothing) == (true, true, false))
        try site.expectConsistent()
        let index = try site.index()
        #expect(index.order == ["a", "b", "c", "d"].map { "photos/\($0).png" })
        let entry = try #require(index.images["photos/a.png"])
        // 60 × 40 at a width of 20 is 13.33 high.
        let formats = try #require(entry.variants["small"]?.formats)
        #expect(formats.map(\.format) == ["webp", "jpeg"])
        #expect(
            formats.map { $0.files.map { [$0.width, $0.height] } } == [
                [[20, 13], [30, 20]], [[20, 13], [30, 20]],
            ])
        #expect(entry.source.path == "photos/a.png")
        #expect(entry.source.digest == ContentDigest(hashing: try site.bytes("photos/a.png")).sri)
        #expect(events.all.first == .started(sources: 4))
        let finished = events.all.filter { if case .source = $0 { true } else { false } }
        #expect(finished.count == 4)
        for file in formats.flatMap(\.files) {
            let data = try site.bytes("out/" + (try #require(file.file)))
            #expect(ImageType.sniff(data)?.rawValue == (file.url.hasSuffix("webp") ? "webp" : "jpeg"))
        }
    }

    @Test func aBuildWithNothingToDoTouchesNothing() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.statuses()
        for _ in 0..<2 {
            let report = try await site.build()
            #expect((report.wroteNothing, report.unchanged, report.made, report.cached) == (true, 16, 0, 0))
            #expect(try site.statuses() == before)
        }
        // Hashing every byte changes nothing, either.
        _ = try await site.build { $0.checksum = true }
        let output = before.filter { $0.key.hasPrefix("out") }
        #expect(try site.statuses().filter { $0.key.hasPrefix("out") } == output)
    }

    @Test func onlyWhatChangedIsMadeAgain() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.statuses().filter { $0.key.hasPrefix("out/photos/") && !$0.key.contains("/b-") }
        try site.picture("photos/b.png", 9)
        let report = try await site.build()
        #expect((report.made, report.filesWritten, report.filesDeleted) == (4, 4, 4))
        #expect(try site.statuses().filter { before[$0.key] != nil } == before)
        try site.expectConsistent()
        // A change back finds everything in the cache.
        try site.picture("photos/b.png", 1)
        let back = try await site.build()
        #expect((back.made, back.cached, back.filesWritten) == (0, 4, 4))
    }

    @Test func onlyTheVariantThatChangedIsMadeAgain() async throws {
        let text = TestSite.usual.replacingOccurrences(
            of: "  small:", with: "  other: { width: 25, formats: [webp] }\n  small:")
        let site = try TestSite(text)
        try await site.settle()
        try site.write(text.replacingOccurrences(of: "width: 25,", with: "width: 25, quality: 30,"))
        let report = try await site.build()
        #expect((report.files, report.made, report.filesDeleted) == (20, 4, 4))
        try site.expectConsistent()
        try site.write(TestSite.usual)
        let less = try await site.build()
        #expect((less.made, less.filesDeleted) == (0, 4))
        try site.expectConsistent()
    }

    @Test func whatOnlyTheIndexShowsMakesNoPicture() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.write(TestSite.usual.replacingOccurrences(of: "[20, 30] }", with: "[20, 30], sizes: 50vw }"))
        let report = try await site.build()
        #expect((report.made, report.cached, report.filesWritten, report.filesDeleted) == (0, 0, 0, 0))
        #expect(try site.index().images["photos/a.png"]?.variants["small"]?.sizes == "50vw")
    }

    /// Placeholders and dimensions are of use without files.
    @Test func aSourceWithoutVariantsIsInTheIndex() async throws {
        let manifest =
            "version: 1\noutput: out\nplaceholders: [dominant-color]\nvariants: { a: { width: 9 } }\nsources:\n"
        let site = try TestSite(
            manifest + "  - { path: photos/a.png, variants: [] }\n  - { path: photos/b.png }",
            pictures: ["a", "b"])
        let report = try await site.build()
        #expect((report.sources, report.files) == (2, 2))
        let image = try #require(try site.index().images["photos/a.png"])
        #expect(image.variants.isEmpty && image.placeholders?.dominantColor != nil)
        #expect((image.source.width, image.source.height) == (60, 40))
        try await site.settle()
        try site.picture("photos/a.png", 9)
        let plan = try await site.builder().plan()
        #expect(plan.sources == 2 && plan.failures.isEmpty && plan.hasWork)
        try site.write(
            manifest.replacing("variants: { a: { width: 9 } }\n", with: "") + "  - path: photos/*.png")
        try await site.build()
        #expect(try site.index().order == ["photos/a.png", "photos/b.png"])
        try site.put(Data("text".utf8), "photos/a.png")
        try site.write(manifest + "  - { path: photos/a.png, variants: [], on-error: skip }")
        let failures = try await site.build().failures
        #expect(failures.count == 1 && failures[0].reason.contains("fallback") == false)
    }

    @Test func aSelectionLeavesTheRestAlone() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.index()
        for (seed, name) in ["a", "b"].enumerated() { try site.picture("photos/\(name).png", 20 + seed) }
        try site.remove("photos/d.png")
        let report = try await site.build { $0.only = ["**/a.*"] }
        #expect((report.sources, report.made, report.filesDeleted) == (1, 4, 0))
        let after = try site.index()
        #expect(after.images["photos/a.png"] != before.images["photos/a.png"])
        for id in ["photos/b.png", "photos/c.png", "photos/d.png"] {
            #expect(after.images[id] == before.images[id])
        }
        #expect(try site.files().count == 21)
        // The whole build afterwards makes the rest, and deletes.
        let whole = try await site.build()
        #expect((whole.made, whole.filesDeleted) == (4, 12))
        try site.expectConsistent()
        await #expect(throws: SiteError.self) { try await site.build { $0.only = ["nothing"] } }
    }

    @Test func aDeletedOutputComesBackToTheByte() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.files()
        try site.remove("out")
        let report = try await site.build()
        #expect((report.made, report.filesWritten) == (0, 16))
        #expect(try site.files() == before)
        let name = try #require(before.keys.first { $0.hasSuffix(".webp") })
        try site.put(try #require(before[name]).prefix(100), "out/" + name)
        try site.remove("out/index.json")
        try await site.build()
        #expect(try site.files() == before)
    }

    @Test func bytesDependOnNothingButManifestAndSources() async throws {
        let first = try TestSite()
        try await first.build { $0.jobs = 1 }
        let second = try TestSite()
        for name in ["d", "b"] { try await second.build { $0.only = ["photos/\(name).png"] } }
        try await second.build { $0.jobs = 3 }
        #expect(try second.files() == first.files())
        try await second.build { $0.forceRefresh = true }
        #expect(try second.files() == first.files())
        try second.remove("out")
        try await second.build { $0.ignoresCache = true }
        #expect(try second.files() == first.files())
        #expect(
            String(decoding: try first.bytes("out/index.json"), as: UTF8.self).contains(first.folder.path)
                == false)
    }

    @Test func withoutCacheAndStateOutputsAreRecognized() async throws {
        let site = try TestSite()
        try await site.settle()
        let before = try site.statuses().filter { $0.key.hasPrefix("out/") }
        try site.remove(".alcedo")
        let report = try await site.build()
        #expect((report.made, report.filesWritten) == (16, 0))
        #expect(try site.statuses().filter { $0.key.hasPrefix("out/") } == before)
        try site.remove("photos/a.png")
        #expect(try await site.build().filesDeleted == 4)
        try site.expectConsistent()
    }

    @Test func withoutIndexTooTheyAreUsedAndNotDeletedAnyMore() async throws {
        let site = try TestSite()
        try await site.build()
        try site.remove(".alcedo")
        try site.remove("out/index.json")
        #expect(try await site.build().filesWritten == 0)
        try site.remove("photos/a.png")
        #expect(try await site.build().filesDeleted == 0)
        #expect(try site.files().count == 17)
    }

    @Test func samePicturesUnderTwoIDsBothHaveFiles() async throws {
        let site = try TestSite(pictures: ["a"])
        try site.picture("photos/twin.png", 0)
        let report = try await site.build()
        #expect(report.files == 8)
        try site.expectConsistent()
        let index = try site.index()
        func digests(_ id: String) -> [String?] {
            index.images[id]?.variants["small"]?.formats.flatMap(\.files).map(\.digest) ?? []
        }
        #expect(digests("photos/a.png") == digests("photos/twin.png"))
        #expect(digests("photos/a.png").count == 4)
    }

    @Test func twoBuildsAtOnceBothSucceed() async throws {
        let site = try TestSite()
        let builders = (0..<3).map { _ in site.builder() }
        let tasks = builders.map { builder in Task { try await builder.build() } }
        for task in tasks { #expect(try await task.value.isPublished) }
        try site.expectConsistent()
    }

    @Test func aBuildThatIsCancelledLeavesTheOutputAsItWas() async throws {
        let site = try TestSite()
        try await site.settle()
        for name in ["a", "b", "c", "d"] { try site.picture("photos/\(name).png", 33) }
        let before = try site.statuses().filter { $0.key.hasPrefix("out") }
        let builder = site.builder { $0.jobs = 1 }
        let running = Collected<Task<BuildReport, any Error>>()
        let gate = Gate()
        let task = Task {
            await gate.pass()
            return try await builder.build { event in
                if case .source = event { running.all.first?.cancel() }
            }
        }
        running.add(task)
        await gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try site.statuses().filter { $0.key.hasPrefix("out") } == before)
        try await site.build()
        try site.expectConsistent()
    }

    @Test func aSelectionNeedsTheIndexOfTheOthers() async throws {
        let site = try TestSite()
        try await site.build()
        let before = try site.files()
        for text in ["<<<<<<< ours\n", nil] {
            if let text {
                try site.put(Data(text.utf8), "out/index.json")
            } else {
                try site.remove("out/index.json")
            }
            let error = await #expect(throws: SiteError.self) {
                try await site.build { $0.only = ["photos/a.png"] }
            }
            #expect(error?.description.contains("build once without --only") == true)
            await #expect(throws: SiteError.self) {
                try await site.builder { $0.only = ["photos/a.png"] }.plan()
            }
        }
        try await site.build()
        #expect(try site.files() == before)
    }

    @Test func anAltThatBecomesATemplateIsRenderedAgain() async throws {
        func manifest(_ row: Bool) -> String {
            """
            version: 1
            output: out
            variants: { small: { widths: [20] } }
            sources:
              - list: \(row ? "rows" : "bare").json
                keys: { id: id, path: path\(row ? ", alt: alt" : "") }
            \(row ? "" : "    alt: \"{{a}}\"")
            """
        }
        let site = try TestSite(manifest(true), pictures: ["a"])
        try site.put(Data(#"[{ "id": "a", "path": "photos/a.png", "alt": "{{a}}" }]"#.utf8), "rows.json")
        try site.put(Data(#"[{ "id": "a", "path": "photos/a.png" }]"#.utf8), "bare.json")
        for row in [true, false, true] {
            try site.write(manifest(row))
            try await site.build()
            // In a template, two braces are a literal brace.
            #expect(try site.index().images["a"]?.alt == (row ? "{{a}}" : "{a}"))
        }
    }

    @Test func cleaningDeletesOursAndNothingElse() async throws {
        let site = try TestSite()
        try await site.build()
        try site.put(Data("mine".utf8), "out/photos/mine.txt")
        let edited = try #require(try site.files().keys.first { $0.hasPrefix("photos/a-") })
        try site.put(Data("edited".utf8), "out/" + edited)
        let events = Collected<BuildEvent>()
        let result = try await site.builder().clean { events.add($0) }
        #expect((result.deleted, result.left) == (16, 1))
        let warnings = events.all.compactMap { if case .warning(let line) = $0 { line.message } else { nil } }
        #expect(
            warnings == [
                site.path("out/" + edited) + " was left, because it was changed since Alcedo wrote it"
            ])
        #expect(try site.files().keys.sorted() == [edited, "photos/mine.txt"].sorted())
        let again = try TestSite()
        try await again.build()
        #expect(try await again.builder().clean().deleted == 17)
        #expect(try !again.exists("out"))
    }

    /// One that was killed has deleted the files, and not yet the folders.
    @Test func aCleanUpRemovesFoldersThatTheLastOneHasLeft() async throws {
        let site = try TestSite()
        try site.picture("photos/more/e.png", 5)
        try site.write(TestSite.usual.replacingOccurrences(of: "photos/*.png", with: "photos/**/*.png"))
        try await site.build()
        #expect(try site.exists("out/photos/more"))
        for name in try site.files().keys { try site.remove("out/" + name) }
        try FileManager.default.createDirectory(
            atPath: site.path("out/photos/mine"), withIntermediateDirectories: true)
        _ = try await site.builder().clean()
        #expect(try !site.exists("out/photos/more"))
        // What is not Alcedo's stays.
        #expect(try site.exists("out/photos/mine"))
    }
}
