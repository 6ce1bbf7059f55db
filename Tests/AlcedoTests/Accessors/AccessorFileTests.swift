import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite(.timeLimit(.minutes(60))) struct AccessorFileTests {
    private static let manifest = TestSite.usual.replacingOccurrences(
        of: "output: out", with: "output: out\nswift: Sources/Site/Images.swift")
    private static let name = "Sources/Site/Images.swift"

    private func text(_ site: TestSite) throws -> String {
        try String(decoding: site.bytes(Self.name), as: UTF8.self)
    }

    @Test func theCodeFollowsThePictures() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a", "b"])
        try await site.build()
        #expect(try text(site).hasPrefix("// Written by Alcedo from images.yml."))
        #expect(try text(site).contains("static var b: "))
        #expect(try text(site).contains("path: \"../../out/index.json\""))
        try site.remove("photos/b.png")
        try await site.build()
        #expect(try text(site).contains("static var a: "))
        #expect(try !text(site).contains("static var b: "))
    }

    @Test func codeThatWouldBeTheSameIsNotTouched() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        try await site.build()
        let before = try #require(try FileSystem.status(of: site.path(Self.name)))
        try await site.build()
        // Its files change, but nothing in the code.
        try site.write(Self.manifest.replacingOccurrences(of: "[20, 30]", with: "[20]"))
        try await site.build()
        #expect(try FileSystem.status(of: site.path(Self.name)) == before)
    }

    @Test func codeThatChangesTwiceInASecondHasDatesOfDifferentSeconds() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a", "b"])
        try await site.build()
        let picture = try site.bytes("photos/b.png")
        func second() throws -> Int {
            try #require(try FileSystem.status(of: site.path(Self.name))).modified / 1_000_000_000
        }
        var seconds = [try second()]
        for isGone in [true, false, true, false] {
            if isGone { try site.remove("photos/b.png") } else { try site.put(picture, "photos/b.png") }
            #expect(try await site.build().wroteSwift)
            try seconds.append(second())
            #expect(try await site.build().wroteNothing)
        }
        #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $0 < $1 }, "\(seconds)")
    }

    @Test func codeThatIsGoneOrEditedIsMadeAgain() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        try await site.build()
        let before = try text(site)
        try site.remove(Self.name)
        let again = try await site.build()
        #expect(again.wroteSwift && !again.wroteNothing)
        #expect(try text(site) == before)
        let nothing = try await site.build()
        #expect(!nothing.wroteSwift && nothing.wroteNothing)
        try site.put(Data((before + "// mine\n").utf8), Self.name)
        try await site.build()
        #expect(try text(site) == before)
    }

    @Test func foreignCodeStaysAndNothingIsPublished() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        try site.put(Data("enum Images {}\n".utf8), Self.name)
        let error = await #expect(throws: SiteError.self) { try await site.build() }
        #expect(try #require(error).description.contains("exists and was not written by Alcedo"))
        #expect(try text(site) == "enum Images {}\n")
        #expect(try !site.exists("out"))
    }

    @Test func twoManifestsDoNotShareOneFile() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        try await site.build()
        let before = try text(site)
        try site.put(Data(Self.manifest.replacing("output: out", with: "output: others").utf8), "others.yml")
        let others = site.builder { $0.manifest = site.path("others.yml") }
        let error = await #expect(throws: SiteError.self) { try await others.build() }
        #expect(
            try #require(error).description.contains(
                "is written for \(PathRules.real(site.path("images.yml")))"))
        #expect(try text(site) == before)
        #expect(try !site.exists("others"))
        // A manifest that was renamed keeps its file.
        try site.remove("images.yml")
        try site.remove("out")
        _ = try await others.build()
        #expect(try text(site).hasPrefix("// Written by Alcedo from others.yml."))
    }

    @Test(arguments: ["conf/real.yml", "/conf/real.yml"])
    func aManifestThatBecomesALinkKeepsItsFile(target: String) async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        try await site.build()
        try site.put(site.bytes("images.yml"), "conf/real.yml")
        try site.remove("images.yml")
        try site.folder.link("images.yml", to: target.hasPrefix("/") ? site.folder.path + target : target)
        #expect(try await site.build().wroteNothing)
        try site.remove("images.yml")
        try FileManager.default.moveItem(atPath: site.path("conf/real.yml"), toPath: site.path("images.yml"))
        #expect(try await site.build().wroteNothing)
    }

    @Test func aManifestWhoseFolderBecomesALinkKeepsItsFile() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        try await site.build()
        let moved = site.folder.path + "-moved"
        try FileManager.default.moveItem(atPath: site.folder.path, toPath: moved)
        defer { try? FileManager.default.removeItem(atPath: moved) }
        try FileManager.default.createSymbolicLink(
            atPath: site.folder.path, withDestinationPath: moved)
        #expect(try await site.build().isPublished)
    }

    @Test func aPlanKnowsTheFile() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        try await site.settle()
        var plan = try await site.builder().plan()
        #expect(plan.swift == nil && !plan.hasWork)
        // Another date alone, as after a checkout, is not work.
        try site.put(Data(try text(site).utf8), Self.name)
        plan = try await site.builder().plan()
        #expect(plan.swift == nil && !plan.hasWork)
        try site.put(Data((try text(site) + "// mine\n").utf8), Self.name)
        plan = try await site.builder().plan()
        #expect(plan.swift == site.path(Self.name) && plan.hasWork)
        try site.remove(Self.name)
        #expect(try await site.builder().plan().swift == site.path(Self.name))
        try await site.build()
        #expect(try await !site.builder().plan().hasWork)
        try site.put(Data("enum Images {}\n".utf8), Self.name)
        await #expect(throws: SiteError.self) { try await site.builder().plan() }
    }

    @Test func anOutputOnTrialLeavesTheCodeAlone() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        try await site.build()
        let before = try text(site)
        _ = try await site.builder { $0.output = site.path("elsewhere") }.build()
        #expect(try text(site) == before)
    }

    @Test func equalNamesAreReportedAndTheLedgerIsSaved() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a-b", "a_b"])
        let error = await #expect(throws: SiteError.self) { try await site.build() }
        #expect(error?.code == "site.unfinished")
        #expect(try #require(error).description.contains("are both 'aBPng' in Swift"))
        #expect(try site.exists("out/index.json"))
        try site.write(TestSite.usual)
        #expect(try await site.build().made == 0)
    }

    // MARK: For the cache alone

    @Test func aCacheThatWasEmptiedIsFilledAgain() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        for expected in [4, 0] {
            let report = try await site.builder { $0.cacheOnly = true }.build()
            #expect(report.made == expected && !report.isPublished)
        }
        try site.remove(".alcedo/v1/blobs")
        #expect(try await site.builder { $0.cacheOnly = true }.build().made == 4)
        #expect(try !site.exists("out"))
    }

    // MARK: For a bundle

    private func bundled(_ site: TestSite) -> SiteBuilder {
        site.builder { options in
            options.cacheDirectory = site.path("work/cache")
            options.bundle = BuildOptions.BundledBuild(
                output: site.path("work/images"), swift: site.path("work/Images.swift"))
        }
    }

    @Test func aBundleHasItsOwnPlaces() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        let report = try await bundled(site).build()
        #expect(report.isPublished && report.made == 4)
        #expect(try site.exists("work/images/index.json"))
        let text = try String(decoding: site.bytes("work/Images.swift"), as: UTF8.self)
        #expect(
            text.contains("ImageCatalog(resources: Bundle.module.resourceURL ?? Bundle.module.bundleURL)"))
        #expect(try !site.exists("out") && !site.exists(Self.name) && !site.exists(".alcedo"))
    }

    @Test func aBundleStaysThatOfItsManifestWhateverFileThatIs() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        _ = try await bundled(site).build()
        try site.put(site.bytes("images.yml"), "conf/real.yml")
        try site.remove("images.yml")
        try site.folder.link("images.yml", to: "conf/real.yml")
        #expect(try await bundled(site).build().isPublished)
        // The other file stays, with the same text.
        try site.remove("images.yml")
        try site.put(site.bytes("conf/real.yml"), "images.yml")
        #expect(try await bundled(site).build().isPublished)
    }

    @Test func aBundleTakesWhatTheCacheOfThePackageHas() async throws {
        let site = try TestSite(Self.manifest, pictures: ["a"])
        try await site.build()
        let before = try site.files(".alcedo").keys.sorted()
        let report = try await bundled(site).build()
        #expect(report.made == 0 && report.cached == 4)
        #expect(try site.files(".alcedo").keys.sorted() == before)
    }

    @Test func theCacheOfABundleIsTrimmedAsAnyOther() async throws {
        let site = try TestSite("cache: { max-age: 1d }\n" + Self.manifest, pictures: ["a"])
        let store = DiskStore(directory: site.path("work/cache"))
        let digest = try store.store(Data("unused for long".utf8))
        let name = try #require(try site.files("work/cache").keys.first { $0.hasSuffix(digest.hex) })
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: site.path("work/cache/" + name))
        #expect(try await bundled(site).build().made == 4)
        #expect(try !site.exists("work/cache/" + name))
        // The results of the build are kept.
        #expect(try site.files("work/cache/v1/blobs").count >= 4)
    }

    @Test func aBundleIsWholeOrFails() async throws {
        let site = try TestSite(Self.manifest + "\non-error: skip\n", pictures: ["a"])
        try site.put(Data("no picture".utf8), "photos/b.png")
        let report = try await bundled(site).build()
        #expect(!report.isComplete)
        #expect(try !site.exists("work/images") && !site.exists("work/Images.swift"))
    }

    @Test func aBundleSaysHowToGetWhatIsFarAway() async throws {
        let site = try TestSite(
            Self.manifest + "\n  - url: https://example.org/far.jpg\n    pin: false\n", pictures: ["a"])
        var failures: [String] = []
        for failure in try await bundled(site).build().failures { failures.append(failure.reason) }
        #expect(
            failures.count == 1 && failures[0].contains("run 'swift package fetch-images' first"),
            "\(failures)")

        try site.write(Self.manifest + "\n  - url: https://example.org/far.jpg\n")
        let error = await #expect(throws: ManifestMistakes.self) { try await bundled(site).build() }
        let text = try #require(error).diagnostics.map(\.message).joined()
        #expect(text.contains("run 'swift package fetch-images', and commit"), "\(text)")
    }
}
