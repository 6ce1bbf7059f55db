import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// The next build does what a plan announces, and the plan has the reasons.
@Suite struct SitePlanTests {
    /// Whether pictures that are made again are identical.
    enum Bytes { case same, other }

    /// Plans, checks that nothing has been touched, builds, and compares.
    func plan(
        _ site: TestSite, _ bytes: Bytes = .other, _ change: (inout BuildOptions) -> Void = { _ in },
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> SitePlan {
        let before = try site.statuses()
        let plan = try await site.builder([:], change).plan()
        #expect(try site.statuses() == before, "a plan writes nothing", sourceLocation: location)
        let index = try? site.bytes("out/index.json")
        let report = try await site.build([:], change)
        #expect(plan.sources == report.sources, sourceLocation: location)
        #expect(plan.made == report.made, "made", sourceLocation: location)
        #expect(plan.cached == report.cached, "cached", sourceLocation: location)
        #expect(plan.unchanged == report.unchanged, "unchanged", sourceLocation: location)
        #expect(plan.same == report.same, "same", sourceLocation: location)
        #expect(plan.files == report.files, "files", sourceLocation: location)
        #expect(plan.inlineMade == report.inlineMade, "inline", sourceLocation: location)
        #expect(plan.failures == report.failures, sourceLocation: location)
        let (replaced, same) = bytes == .same ? (0, plan.replacements.count) : (plan.replacements.count, 0)
        #expect(plan.deletions.count + replaced == report.filesDeleted, "deleted", sourceLocation: location)
        #expect(plan.writes - same == report.filesWritten, "written", sourceLocation: location)
        if let writesIndex = plan.writesIndex, plan.isComplete {
            #expect(
                writesIndex == (try index != site.bytes("out/index.json")), "the index",
                sourceLocation: location)
        }
        let again = try await site.builder([:], change).plan()
        if plan.isComplete, !plan.outputs.isEmpty {
            #expect(!again.hasWork, "after the build there is nothing to do", sourceLocation: location)
        }
        return plan
    }

    func reasons(_ plan: SitePlan) -> Set<String> {
        Set(plan.outputs.filter(\.hasWork).flatMap(\.reasons).map(\.description))
    }

    // MARK: Sources

    @Test func everythingIsNewAtFirstAndNothingAfterwards() async throws {
        let site = try TestSite()
        let first = try await plan(site)
        #expect(first.made == 16)
        #expect(reasons(first) == ["new"])
        #expect(first.writesIndex == true)
        // 60 × 40 becomes 20 × 13: 13.3 rounded.
        let output = try #require(first.outputs.first)
        #expect((output.width, output.height) == (20, 13))
        #expect(output.file == "photos/a-small-20x13.{hash}.webp")
        try await site.settle()
        let second = try await plan(site)
        #expect(second.unchanged == 16)
        #expect(!second.hasWork)
        #expect(second.outputs.allSatisfy { $0.reasons == [.unchanged] })
    }

    @Test func aSourceThatChanged() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.picture("photos/b.png", 99)
        let plan = try await plan(site)
        #expect(reasons(plan) == ["source changed"])
        #expect(plan.made == 4)
        #expect(Set(plan.outputs.filter(\.hasWork).map(\.source)) == ["photos/b.png"])
        #expect(plan.replacements.count == 4)
    }

    @Test func aSourceOfAnotherSizeLeavesNothingInThePlaceOfItsFiles() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.picture("photos/b.png", 99, width: 50, height: 50)
        let plan = try await plan(site)
        #expect(plan.deletions.count == 4)
        #expect(plan.replacements.isEmpty)
    }

    @Test func aSourceThatWasOnlyTouchedIsUnchanged() async throws {
        let site = try TestSite()
        try await site.settle()
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
            ofItemAtPath: site.path("photos/a.png"))
        let plan = try await plan(site)
        #expect(plan.unchanged == 16)
        #expect(!plan.hasWork)
    }

    @Test func sourcesThatComeAndGo() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.picture("photos/e.png", 4)
        let more = try await plan(site)
        #expect(reasons(more) == ["new"])
        #expect(more.made == 4)
        try site.remove("photos/e.png")
        let less = try await plan(site)
        #expect(less.deletions.count == 4)
        #expect(less.deletions.allSatisfy { $0.hasPrefix("photos/e-small-") })
        #expect(less.unchanged == 16)
        #expect(less.writesIndex == true)
    }

    @Test func aSourceUnderAnotherNameComesFromTheCache() async throws {
        let site = try TestSite()
        try await site.settle()
        try FileManager.default.moveItem(atPath: site.path("photos/d.png"), toPath: site.path("photos/z.png"))
        let plan = try await plan(site)
        #expect(plan.cached == 4)
        #expect(reasons(plan) == ["new"])
        #expect(plan.deletions.count == 4)
    }

    // MARK: Recipes

    static let recipes: [(change: String, reason: String)] = [
        ("{ widths: [20, 25] }", "widths [20, 30] → [20, 25]"),
        ("{ widths: [20, 30], quality: { webp: 50 } }", "quality.webp 80 → 50"),
        ("{ widths: [20, 30], formats: [webp, jpeg, avif] }", "formats [webp, auto] → [webp, jpeg, avif]"),
        ("{ widths: [20, 30], process: [black-white] }", "process none → [black-white]"),
        ("{ widths: [20, 30], blur: 1 }", "blur none → 1"),
        ("{ widths: [20, 30], radius: 4 }", "radius none → 4"),
        ("{ widths: [20, 30], metadata: all }", "metadata none → all"),
    ]

    @Test(arguments: recipes.indices) func aRecipeThatChanged(_ index: Int) async throws {
        let (change, reason) = Self.recipes[index]
        // A plan does not know which of the new files are larger than others.
        let usual = TestSite.usual.replacingOccurrences(
            of: "[webp, auto] }", with: "[webp, auto], drop-larger: false }")
        let site = try TestSite(usual, pictures: ["a", "b"])
        try await site.settle()
        try site.write(usual.replacingOccurrences(of: "{ widths: [20, 30] }", with: change))
        let before = try await site.builder().plan()
        #expect(before.made > 0)
        let made = before.outputs.filter { $0.action == .make }
        #expect(made.allSatisfy { $0.reasons.first?.description.contains(reason) == true }, "\(made)")
        // Metadata policies do not affect the identity of pictures without metadata, so their files stay the same.
        _ = try await plan(site, change.contains("metadata") ? .same : .other)
    }

    @Test func severalChangesAreAllNamed() async throws {
        let site = try TestSite(
            TestSite.usual.replacingOccurrences(
                of: "{ widths: [20, 30] }", with: "{ width: 30, height: 30 }"))
        try await site.settle()
        try site.write(
            TestSite.usual.replacingOccurrences(
                of: "{ widths: [20, 30] }", with: "{ width: 20, height: 30, position: north, quality: 60 }"))
        let plan = try await plan(site)
        #expect(
            reasons(plan) == [
                "recipe changed: width 30 → 20, position center → north, quality.webp 80 → 60",
                "recipe changed: width 30 → 20, position center → north, quality.jpeg 80 → 60",
            ])
    }

    @Test func formatsOfWhichNothingChangedComeFromTheCache() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.write(
            TestSite.usual.replacingOccurrences(of: "[20, 30] }", with: "[20, 30], quality: { webp: 9 } }"))
        let plan = try await plan(site)
        #expect(plan.made == 8)
        #expect(plan.cached == 8)
        #expect(plan.outputs.filter { $0.action == .cached }.allSatisfy { $0.reasons == [.unchanged] })
        #expect(plan.outputs.filter { $0.action == .make }.allSatisfy { $0.format == .webp })
    }

    @Test func aVariantThatIsAddedAndRemoved() async throws {
        let site = try TestSite()
        try await site.settle()
        let more = TestSite.usual.replacingOccurrences(
            of: "  small:", with: "  tiny: { width: 10, formats: [webp] }\n  small:")
        try site.write(more)
        let added = try await plan(site)
        let new = added.outputs.filter { $0.variant == "tiny" }
        #expect(new.count == 4)
        #expect(new.allSatisfy { $0.reasons == [.new] && $0.action == .make })
        try site.write(TestSite.usual)
        let removed = try await plan(site)
        #expect(removed.deletions.count == 4)
        #expect(removed.cached == 16)
    }

    @Test func whatGoesBackToWhatItWasComesFromTheCache() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.write(TestSite.usual.replacingOccurrences(of: "30]", with: "31]"))
        try await site.settle()
        try site.write(TestSite.usual)
        let plan = try await plan(site)
        #expect(plan.cached == 16)
        #expect(plan.made == 0)
        #expect(plan.writes == 8)
        #expect(reasons(plan) == ["recipe changed: widths [20, 31] → [20, 30]"])
    }

    @Test func aFocalPointMattersWhereThereIsSomethingToCrop() async throws {
        let text = TestSite.usual.replacingOccurrences(
            of: "small: { widths: [20, 30] }", with: "crop: { width: 20, height: 20, formats: [webp] }")
        let site = try TestSite(text)
        try await site.settle()
        try site.write(text + "\n  - path: photos/a.png\n    focus: 0% 50%\n")
        let plan = try await plan(site)
        #expect(plan.made == 1)
        #expect(reasons(plan) == ["recipe changed: focus none → 0% 50%"])
    }

    @Test func namesOfFilesAreWritten() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.write(
            TestSite.usual.replacingOccurrences(
                of: "[20, 30] }", with: "[20, 30], name: \"{name}-{width}.{hash}.{ext}\" }"))
        let plan = try await plan(site)
        #expect(plan.unchanged == 16)
        #expect(plan.writes == 16)
        #expect(plan.deletions.count == 16)
        #expect(
            reasons(plan) == [
                "recipe changed: name {dir}/{name}-{variant}-{width}x{height}.{hash}.{ext} → {name}-{width}.{hash}.{ext}"
            ])
    }

    @Test func filesWithoutAHashAreWrittenOver() async throws {
        let site = try TestSite(
            TestSite.usual.replacingOccurrences(
                of: "[20, 30] }", with: "[20, 30], name: \"{name}-{width}.{ext}\" }"))
        try await site.settle()
        try site.picture("photos/b.png", 99)
        let plan = try await plan(site)
        #expect(plan.writes == 4)
        #expect(plan.deletions.isEmpty && plan.replacements.isEmpty)
        #expect(plan.outputs.filter(\.isWritten).map(\.file).contains("b-20.webp"))
    }

    @Test func anAlternativeTextChangesTheIndexAlone() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.write(TestSite.usual + "\n    alt: A picture\n")
        let plan = try await plan(site)
        #expect(plan.unchanged == 16)
        #expect(plan.writes == 0)
        #expect(plan.writesIndex == true)
        #expect(plan.hasWork)
    }

    @Test func placeholdersRequestedLaterArePlanned() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.write(TestSite.usual + "\nplaceholders: [dominant-color]\n")
        let plan = try await plan(site)
        #expect(plan.made == 0)
        #expect(plan.cached == 16)
        #expect(plan.outputs.filter { $0.action == .make }.count == 4)
        #expect(reasons(plan) == ["recipe changed: placeholders none → [dominant-color]"])
    }

    @Test func picturesInTheIndexAreOutputsToo() async throws {
        let text = TestSite.usual.replacingOccurrences(
            of: "  small:", with: "  tiny: { width: 8, formats: [webp], inline: true }\n  small:")
        let site = try TestSite(text)
        try await site.settle()
        try site.write(text.replacingOccurrences(of: "width: 8", with: "width: 9"))
        let plan = try await plan(site)
        #expect(plan.outputs.filter { $0.variant == "tiny" }.allSatisfy { $0.file == nil && !$0.isWritten })
        #expect(reasons(plan) == ["recipe changed: width 8 → 9"])
    }

    @Test func formatsThatAreDroppedBecauseTheyAreLarger() async throws {
        let all = TestSite.usual.replacingOccurrences(
            of: "[webp, auto] }", with: "[webp, auto], drop-larger: false }")
        let site = try TestSite(all)
        try await site.settle()
        try site.write(all.replacingOccurrences(of: "drop-larger: false", with: "drop-larger: true"))
        let plan = try await site.builder().plan()
        let report = try await site.build()
        #expect(plan.made == 0)
        #expect(plan.deletions.count == report.filesDeleted)
    }

    @Test func ofFormatsThatMayBeDroppedAllArePlanned() async throws {
        // Flat areas: JPEG is larger than PNG, which all browsers support as well.
        let all = TestSite.usual.replacingOccurrences(
            of: "[webp, auto] }", with: "[jpeg, png], quality: { jpeg: 90 } }")
        let site = try TestSite(all)
        let plan = try await site.builder().plan()
        let report = try await site.build()
        #expect(plan.made == 16)
        #expect(report.filesWritten == 8)
        #expect(Set(plan.outputs.compactMap(\.format)) == [.jpeg, .png])
        let after = try await site.builder().plan()
        #expect(after.unchanged == 8 && !after.hasWork)
    }

    // MARK: Output, engine and memory

    @Test func anOutputThatIsMissingIsWrittenAgain() async throws {
        let site = try TestSite()
        try await site.settle()
        let name = try #require(try site.files().keys.filter { $0.hasSuffix(".webp") }.min())
        try site.remove("out/" + name)
        let plan = try await plan(site)
        #expect(reasons(plan) == ["output missing"])
        #expect(plan.outputs.filter(\.isWritten).map(\.file) == [name])
        #expect(plan.unchanged == 16)
    }

    @Test func anOutputThatIsMissingFromTheCacheTooIsMade() async throws {
        let site = try TestSite()
        try await site.settle()
        let name = try #require(try site.files().keys.filter { $0.hasSuffix(".webp") }.min())
        let digest = ContentDigest(hashing: try site.bytes("out/" + name)).hex
        try site.remove("out/" + name)
        try site.remove(".alcedo/v1/blobs/\(digest.prefix(2))/\(digest)")
        let plan = try await plan(site)
        #expect(reasons(plan) == ["output missing"])
        #expect(plan.made == 1)
        #expect(plan.cached == 3)
        #expect(plan.unchanged == 12)
    }

    @Test func anotherEngine() async throws {
        let site = try TestSite()
        try await site.settle()
        let store = DiskStore(directory: site.path(".alcedo"))
        try EngineIdentityMemory.remember(
            ContentDigest(hashing: "another"), in: store,
            stamp: ContentDigest(hashing: try EngineIdentity.libraryStamp()))
        // It is not really different, and makes the same bytes.
        let plan = try await plan(site, .same)
        #expect(reasons(plan) == ["engine changed"])
        #expect(plan.made == 16)
        #expect(plan.writesIndex == nil)
        #expect(plan.replacements.count == 16)
    }

    @Test func withoutItsStateEverythingIsInTheCache() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.loseLedger()
        let plan = try await plan(site)
        #expect(plan.cached == 16)
        #expect(!plan.hasWork)
    }

    @Test func withoutItsCacheTheIndexSaysWhatWasThere() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.remove(".alcedo")
        try site.picture("photos/a.png", 77)
        try site.picture("photos/n.png", 78)
        let plan = try await site.builder().plan()
        #expect(plan.made == 20)
        for (source, reason) in [
            ("photos/a.png", PlannedOutput.Reason.sourceChanged), ("photos/b.png", .notInCache),
            ("photos/n.png", .new),
        ] {
            let outputs = plan.outputs.filter { $0.source == source }
            #expect(outputs.count == 4)
            #expect(outputs.allSatisfy { $0.reasons == [reason] }, "\(source)")
        }
    }

    // The ledger's dates are made those of the file as it is now: an edit that no date shows.
    @Test func anOutputThatChangedBehindItsDatesIsFoundByItsChecksum() async throws {
        let site = try TestSite()
        try await site.settle()
        let name = try #require(try site.files().keys.filter { $0.hasSuffix(".webp") }.min())
        let whole = try site.bytes("out/" + name)
        try site.put(Data(whole.reversed()), "out/" + name)
        let status = try FileSystem.status(of: site.path("out/" + name))
        try site.editLedger(of: name) { $0.status = status }

        #expect(try await !site.builder().plan().hasWork)
        #expect(try await site.build().wroteNothing)
        let plan = try await plan(site) { $0.checksum = true }
        #expect(reasons(plan) == ["output damaged"])
        #expect(plan.writes == 1)
        #expect(try site.bytes("out/" + name) == whole)
    }

    @Test func aSourceThatChangedBehindItsDatesIsFoundByItsChecksum() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.picture("photos/b.png", 99)
        let ledger = site.ledger
        var files = ledger.sourceFiles
        let path = try #require(files.keys.first { $0.hasSuffix("/photos/b.png") })
        files[path]?.status = try #require(
            try FileSystem.status(of: site.path("photos/b.png"), followingLinks: true))
        try Ledger(output: ledger.output, rows: ledger.rows, sourceFiles: files, isChanged: true)
            .save(as: site.ledgerID, in: site.states)

        #expect(try await !site.builder().plan().hasWork)
        #expect(try await site.build().wroteNothing)
        let plan = try await plan(site) { $0.checksum = true }
        #expect(reasons(plan) == ["source changed"])
        #expect(plan.made == 4)
        #expect(plan.cached == 12)
    }

    @Test func aChangedOutputStopsThePlanLikeTheBuild() async throws {
        let site = try TestSite()
        try await site.settle()
        let name = try #require(try site.files().keys.filter { $0.hasSuffix(".webp") }.min())
        try site.put(Data("mine".utf8), "out/" + name)
        await #expect(throws: SiteError.self) { try await site.builder().plan() }
        await #expect(throws: SiteError.self) { try await site.build() }
        #expect(try site.bytes("out/" + name) == Data("mine".utf8))
    }

    @Test func damagedEntriesOfTheCacheAreLeftWhereTheyAre() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.loseLedger()
        for below in try site.files(".alcedo").keys where below.contains("/records/") {
            try site.put(Data("rot".utf8), ".alcedo/" + below)
        }
        let before = try site.statuses()
        let plan = try await site.builder().plan()
        #expect(plan.made == 16)
        #expect(try site.statuses() == before)
    }

    // MARK: Selection and failures

    @Test func aSelectionDeletesNothing() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.remove("photos/d.png")
        try site.picture("photos/a.png", 55)
        let plan = try await plan(site) { $0.only = ["photos/a.png"] }
        #expect(plan.sources == 1)
        #expect(plan.made == 4)
        #expect(plan.deletions.isEmpty && plan.replacements.isEmpty)
    }

    @Test func whatFailsIsKnownBefore() async throws {
        let site = try TestSite()
        try await site.settle()
        try site.put(Data("no picture".utf8), "photos/b.png")
        let plan = try await plan(site)
        #expect(!plan.isComplete)
        #expect(plan.failures.map(\.source) == ["photos/b.png"])
        #expect(plan.writes == 0)
        #expect(plan.deletions.isEmpty)
        for (policy, deleted) in [("skip", 4), ("keep", 0)] {
            try site.write(TestSite.usual + "\non-error: \(policy)\n")
            let tolerant = try await site.builder().plan()
            #expect(tolerant.isComplete)
            #expect(tolerant.deletions.count == deleted, "\(policy)")
        }
    }

    @Test func aRemoteSourceThatIsNotInTheCacheIsOnlyLoaded() async throws {
        let site = try TestSite(TestSite.usual + "\n  - url: https://example.invalid/k.jpg\n    id: k\n")
        let plan = try await site.builder().plan()
        #expect(plan.sources == 5)
        #expect(plan.loads == 1)
        #expect(plan.made == 16)
        #expect(plan.outputs.filter { $0.source == "k" }.map(\.reasons) == [[.notLoaded]])
        #expect(plan.isComplete && plan.hasWork)
        #expect(try !site.exists(".alcedo"))
    }

    @Test func outputsWaitUntilTheyAreDue() async throws {
        let site = try TestSite(TestSite.usual + "\nprune: 7d\n")
        try await site.settle()
        try site.remove("photos/d.png")
        let plan = try await plan(site)
        #expect(plan.deletions.isEmpty)
        #expect(plan.writesIndex == true)
    }

    @Test func aFileOfUnknownOriginInThePlaceOfAnOutput() async throws {
        let fixed = TestSite.usual.replacingOccurrences(
            of: "formats: [webp, auto]", with: "formats: [webp, auto], name: '{dir}/{name}-{width}.{ext}'")
        let site = try TestSite(fixed)
        try site.put(Data("somebody's".utf8), "out/photos/a-20.webp")
        let warnings = Collected<String>()
        let plan = try await site.builder().plan {
            if case .warning(let warning) = $0 { warnings.add(warning.message) }
        }
        #expect(plan.hasWork)
        #expect(
            warnings.all == [
                site.path("out/photos/a-20.webp")
                    + " exists, and nothing says that Alcedo made it: unless it is what "
                    + "would be made, the build would end with an error"
            ])
        let error = await #expect(throws: SiteError.self) { try await site.build() }
        #expect(error?.description.contains("a-20.webp exists and Alcedo did not make it") == true)
        #expect(try site.bytes("out/photos/a-20.webp") == Data("somebody's".utf8))
    }
}
