import AlcedoTools
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoManifest
@testable import AlcedoRecipes
@testable import AlcedoReport
@testable import AlcedoWorkers

@Suite(.timeLimit(.minutes(60))) struct SiteReportTests {
    private func report(
        _ site: TestSite, _ change: (inout ReportOptions) -> Void = { _ in },
        options: (inout BuildOptions) -> Void = { _ in }
    ) throws -> ReportResult {
        var report = ReportOptions(destination: site.path("report.html"))
        change(&report)
        return try SiteReport(options: site.builder([:], options).options).write(report)
    }

    private func page(_ site: TestSite) throws -> String {
        String(decoding: try site.bytes("report.html"), as: UTF8.self)
    }

    @Test func everyFileIsInThePageAndNothingElseIsWritten() async throws {
        let site = try TestSite()
        try await site.settle()
        var before = try site.statuses()
        let result = try report(site)
        #expect((result.sources, result.files, result.failures, result.notices) == (4, 16, 0, 0))
        let first = try site.bytes("report.html")
        #expect(result.bytes == first.count)
        for (name, data) in try site.files() where name != "index.json" {
            #expect(try page(site).contains(";base64," + data.base64EncodedString() + "\""), "\(name)")
        }
        _ = try report(site)
        #expect(try site.bytes("report.html") == first)
        // The page, and the date of the folder it is in.
        var after = try site.statuses()
        for name in ["report.html", ""] {
            before[name] = nil
            after[name] = nil
        }
        #expect(before == after)
    }

    @Test func linkedPicturesStayWhereTheyAre() async throws {
        let site = try TestSite()
        try await site.build()
        _ = try report(site) { $0.isLinked = true }
        let page = try page(site)
        #expect(!page.contains("src=\"data:"))
        for name in try site.files().keys where name != "index.json" {
            #expect(page.contains("src=\"out/\(name)\""), "\(name)")
        }
    }

    @Test func originalsAreShownWithoutPlaceCameraAndOwner() async throws {
        let site = try TestSite(
            TestSite.usual.replacing("photos/*.png", with: "photos/*.{png,svg}"), pictures: ["a"])
        let plain = try site.bytes("photos/a.png")
        try site.put(
            try ContainerCleaner.inserting(
                exif: Self.privateEXIF, xmp: Data("<x:xmpmeta>OWNER</x:xmpmeta>".utf8), into: plain,
                format: .png),
            "photos/a.png")
        let start = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        let drawings = [
            "plain": "<rect width='9' height='9'/></svg>",
            "embeds":
                "<image width='9' height='9' href='data:image/png;base64,\(plain.base64EncodedString())'/></svg>",
            "says": "<metadata>OWNER</metadata><rect width='9' height='9'/></svg>",
        ]
        for (name, rest) in drawings { try site.put(Data((start + rest).utf8), "photos/\(name).svg") }
        try await site.build()
        let result = try report(site) { $0.showsOriginals = true }
        let page = try page(site)
        let pictures = page.matches(of: /data:image\/(png|svg\+xml);base64,([A-Za-z0-9+\/=]+)" alt="original/)
        let shown = pictures.compactMap { Data(base64Encoded: String($0.output.2)) }
        #expect(shown.count == 2)
        for data in shown {
            for word in ["OWNER", "SERIAL", "WGS-84"] { #expect(data.firstRange(of: Data(word.utf8)) == nil) }
        }
        // The orientation stays, or the picture would lie on its side.
        #expect(
            shown.contains { $0.firstRange(of: Data("eXIf".utf8)) != nil && $0.count < plain.count + 100 })
        #expect(shown.contains(Data((start + (drawings["plain"] ?? "")).utf8)))
        #expect(result.notices == 2)
        #expect(page.contains("it may have private metadata, which cannot be removed"))
    }

    /// An orientation of 6, the artist `OWNER`, the serial number `SERIAL` of the body and the datum `WGS-84` of a position.
    private static let privateEXIF: Data = {
        func big(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            big(tag, 2) + big(type, 2) + big(count, 4) + big(value, 4)
        }
        // The first directory from byte 8 on, the others at 62 and 80, and their texts from 98 on.
        var bytes: [UInt8] = Array("MM\0*".utf8) + big(8, 4)
        bytes += big(4, 2) + entry(0x0112, 3, 1, 6 << 16)
        bytes += entry(0x013B, 2, 6, 98)
        bytes += entry(0x8769, 4, 1, 62)
        bytes += entry(0x8825, 4, 1, 80) + big(0, 4)
        bytes += big(1, 2) + entry(0xA431, 2, 7, 104) + big(0, 4)
        bytes += big(1, 2) + entry(0x0012, 2, 7, 111) + big(0, 4)
        return Data(bytes + Array("OWNER\0SERIAL\0WGS-84\0".utf8))
    }()

    @Test func originalsAreShownOnRequest() async throws {
        let site = try TestSite()
        try await site.build()
        let original = try site.bytes("photos/a.png").base64EncodedString()
        _ = try report(site)
        #expect(try !page(site).contains(original))
        _ = try report(site) { $0.showsOriginals = true }
        #expect(try page(site).contains("data:image/png;base64,\(original)"))
        _ = try report(site) {
            $0.isLinked = true
            $0.showsOriginals = true
        }
        #expect(try page(site).contains("src=\"photos/a.png\""))
        // A different picture with the same length: the results do not belong to it.
        try site.picture("photos/a.png", 17)
        #expect(try site.bytes("photos/a.png").base64EncodedString().count == original.count)
        for isLinked in [false, true] {
            let result = try report(site) {
                $0.isLinked = isLinked
                $0.showsOriginals = true
            }
            #expect(result.notices == 1)
            let page = try page(site)
            #expect(page.contains("the original: not the file that the index describes"))
            #expect(!page.contains("src=\"photos/a.png\""))
        }
    }

    @Test func aSelectionShowsOnlyThose() async throws {
        let site = try TestSite()
        try await site.build()
        #expect(try report(site, options: { $0.only = ["*/{a,b}.png"] }).sources == 2)
        #expect(throws: SiteError.self) { try report(site, options: { $0.only = ["none"] }) }
    }

    @Test func tooLargeAPageIsNotBegun() async throws {
        let site = try TestSite()
        try await site.build()
        let bytes = try site.files().filter { $0.key != "index.json" }.values
            .reduce(0) { $0 + ($1.count + 2) / 3 * 4 }
        #expect(throws: ToolError.reportTooLarge(bytes: bytes, limit: bytes - 1)) {
            try report(site) { $0.limit = bytes - 1 }
        }
        #expect(try !site.exists("report.html"))
        _ = try report(site) { $0.limit = bytes }
        _ = try report(site) {
            $0.limit = 1
            $0.isLinked = true
        }
    }

    /// The beginning of a minified page.
    @Test(arguments: ["<meta name=generator content=", "<meta content="])
    func aReportThatAToolHasMadeSmallerIsWrittenOver(_ spelling: String) async throws {
        let site = try TestSite()
        try await site.build()
        _ = try report(site)
        let page = try site.bytes("report.html")
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("<meta name=\"generator\" content="))
        try site.folder.write(
            text.replacingOccurrences(of: "<meta name=\"generator\" content=", with: spelling),
            to: "report.html")
        _ = try report(site)
        #expect(try site.bytes("report.html") == page)
    }

    @Test func aFileThatIsNotAReportIsNotOverwritten() async throws {
        let site = try TestSite()
        try await site.build()
        try site.folder.write("mine", to: "report.html")
        #expect(throws: SiteError.self) { try report(site) }
        #expect(try site.bytes("report.html") == Data("mine".utf8))
        try site.remove("report.html")
        try site.folder.link("report.html", to: "out/index.json")
        #expect(throws: SiteError.self) { try report(site) }
        try site.remove("report.html")
        try FileManager.default.createDirectory(
            atPath: site.path("report.html"), withIntermediateDirectories: false)
        #expect(throws: SiteError.self) { try report(site) }
        #expect(throws: SiteError.self) { try report(site) { $0.destination = site.path("images.yml") } }
        #expect(throws: SiteError.self) { try report(site) { $0.destination = site.path("out/index.json") } }
    }

    @Test func beforeTheFirstBuildThereIsNothingToReport() throws {
        let site = try TestSite()
        #expect {
            try report(site)
        } throws: { error in
            (error as? ImageIndexError)?.description.contains("build the images first") == true
        }
    }

    @Test(arguments: [false, true]) func lostAndDamagedFilesAreReported(isLinked: Bool) async throws {
        let site = try TestSite()
        try await site.build()
        let names = try site.files().keys.filter { $0 != "index.json" }.sorted()
        try site.remove("out/" + names[0])
        var bytes = try site.bytes("out/" + names[1])
        bytes[bytes.count - 1] ^= 1
        try site.put(bytes, "out/" + names[1])
        try site.put(Data("x".utf8), "out/" + names[2])
        let result = try report(site) { $0.isLinked = isLinked }
        #expect(result.notices == 3)
        let page = try page(site)
        #expect(page.contains("\(names[0]): missing"))
        #expect(page.contains("\(names[1]): not the file that the index describes"))
        #expect(page.contains("\(names[2]): not the file that the index describes"))
        #expect(!page.contains(bytes.base64EncodedString()))
        let shown = names.filter { page.contains("src=\"out/\($0)\"") }
        #expect(shown == (isLinked ? Array(names[3...]) : []))
    }

    @Test func failuresAreReportedAsByTheBuild() async throws {
        let site = try TestSite(TestSite.usual + "\non-error: keep\n")
        try await site.settle()
        try site.put(Data("no <picture>".utf8), "photos/b.png")
        let failure = try #require(try await site.build().failures.first)
        let result = try report(site)
        #expect((result.failures, result.notices) == (1, 1))
        let page = try page(site)
        #expect(page.contains("<li><code>\(ReportText.of(failure.description))</code></li>"))
        #expect(page.contains("it failed, and the files of an earlier build are shown"))
    }

    @Test func aHostileIndexGetsNothingIntoThePage() async throws {
        let site = try TestSite()
        try await site.build()
        try site.put(Data("secret".utf8), "secret.jpg")
        let evil = "</h2><script>alert(1)</script><img src=x onerror='alert(2)'>\""
        let digest = ContentDigest(hashing: Data("secret".utf8)).sri
        var index = ImageIndex(baseURL: evil, generator: "alcedo \(evil)")
        var entry = ReportFiguresTests.entry
        entry.alt = evil
        entry.meta = ImageIndex.Meta()
        entry.meta?.title = evil
        entry.media = [ImageIndex.MediaAlternative(image: evil, media: evil)]
        entry.placeholders = ImageIndex.Placeholders(
            averageColor: "red;background:url(https://evil.example/)", blurhash: evil, palette: [evil])
        entry.source.path = evil
        entry.source.format = evil
        entry.variants[evil] = ImageIndex.Variant(
            formats: [
                ImageIndex.Format(
                    files: [
                        ImageIndex.File(
                            bytes: 6, digest: digest, file: "../secret.jpg", height: 1, url: evil, width: 1),
                        ImageIndex.File(
                            bytes: 6, digest: digest, file: evil, height: 2, url: evil, width: 1),
                        ImageIndex.File(bytes: 6, height: 3, url: "https://evil.example/x.png", width: 1),
                        ImageIndex.File(bytes: 6, height: 4, url: "javascript:alert(3)", width: 1),
                    ], format: evil, type: "image/png\" onerror=\"alert(4)")
            ], sizes: evil)
        index[evil] = entry
        try site.put(index.canonicalJSON(), "out/index.json")
        #expect(throws: ImageIndexError.self) { try report(site) }
        // Even if such an index were read.
        let data = ReportData(
            index, manifest: "images.yml", selection: [], selected: { _ in true }, ids: [evil], last: nil,
            indexDate: 0)
        var pictures = ReportPictures(
            output: site.path("out"), page: site.path(""), isLinked: false, originals: [:])
        try pictures.find(data.sources, limit: ReportOptions().limit)
        try FileSystem.writeAtomically(to: site.path("report.html")) { stream in
            try ReportPage(data: data, pictures: pictures).write(to: &stream)
        }
        let page = try page(site)
        #expect(page.components(separatedBy: "<script").count == 2)
        #expect(page.components(separatedBy: "<img").count == 2, "the inline one of the entry")
        for text in [
            "alert(1)<", "src=x onerror='", "style=\"background:red", "src=\"http", "src=\"javascript",
            "c2VjcmV0",
        ] {
            #expect(!page.contains(text), "\(text)")
        }
    }
}
