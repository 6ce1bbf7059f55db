import AlcedoImaging
import AlcedoTools
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoGallery
@testable import AlcedoManifest

/// What runs of the gallery remember of one another: which files may be deleted, and when there is nothing to do.
@Suite struct GalleryRecordTests {
    private static let manifest = """
        version: 1
        output: public/images
        base-url: ./images
        variants:
          photo: { widths: [30] }
        sources:
          - path: photos/**/*.png
            root: photos
        """

    private func site(_ pictures: [String] = ["a", "b"], _ manifest: String = manifest) async throws
        -> TestSite
    {
        let site = try TestSite(manifest, pictures: pictures)
        try await site.build()
        return site
    }

    private func gallery(_ site: TestSite, _ manifest: String = "images.yml", home: String? = nil)
        -> SiteGallery
    {
        SiteGallery(
            options: BuildOptions(manifest: site.path(manifest), inProcess: .threads),
            environment: home.map { ["HOME": $0] } ?? [:])
    }

    @discardableResult private func make(
        _ site: TestSite, _ manifest: String = "images.yml", root: String? = nil
    ) throws -> SiteGallery.Result {
        var options = GalleryOptions()
        options.root = root.map(site.path)
        return try gallery(site, manifest).make(options)
    }

    private func pages(_ site: TestSite, _ folder: String = "public") throws -> [String] {
        try site.files(folder).keys.filter { $0.hasSuffix(".html") }.sorted()
    }

    private func text(_ site: TestSite, _ name: String) throws -> String {
        String(decoding: try site.bytes(name), as: UTF8.self)
    }

    // MARK: - Files that are not Alcedo's

    @Test func aCopyOfAPageIsNeitherDeletedNorReplaced() async throws {
        let site = try await site()
        try make(site)
        let own = try text(site, "public/index.html").replacing("<h1>", with: "<h1>About ")
        try site.folder.write(own, to: "public/about.html")
        try site.remove("photos/b.png")
        try await site.build()
        let result = try make(site)
        #expect(result.removed == 1 && result.hint == nil)
        #expect(try pages(site) == ["a.html", "about.html", "index.html"])
        // Not even by a picture of this name, and not without the record of the last run.
        try site.picture("photos/about.png", 7)
        try await site.build()
        for hasRecord in [true, false] {
            if !hasRecord { try site.remove(".alcedo") }
            let error = #expect(throws: SiteError.self) { try make(site) }
            #expect(error?.description.contains("about.html was not written by a gallery") == true)
        }
        #expect(try text(site, "public/about.html") == own)
        #expect(try gallery(site).clean().deleted == 0)
        #expect(try text(site, "public/about.html") == own)
    }

    @Test func aChangedPageOfAPictureThatIsGoneIsNamedUntilItIsDeleted() async throws {
        let site = try await site()
        try make(site)
        try site.folder.write(text(site, "public/b.html") + "<!-- mine -->", to: "public/b.html")
        try site.remove("photos/b.png")
        try await site.build()
        for _ in 0..<2 {
            let result = try make(site)
            #expect(result.removed == 0)
            #expect(result.hint?.hasPrefix("b.html no longer belongs to the gallery; delete it") == true)
            #expect(try pages(site) == ["a.html", "b.html", "index.html"])
        }
        try site.remove("public/b.html")
        #expect(try make(site).hint == nil)
    }

    @Test func withoutARecordNothingIsDeleted() async throws {
        let site = try await site(["a", "b", "c", "d", "e", "f", "g"])
        try make(site)
        try site.remove(".alcedo")
        for name in ["b", "c", "d", "e", "f", "g"] { try site.remove("photos/\(name).png") }
        try await site.build()
        let result = try make(site)
        #expect(result.removed == 0)
        #expect(
            result.hint?.contains("b.html, c.html, d.html, e.html, f.html and 1 more no longer belong")
                == true)
        #expect(try pages(site).count == 8)
    }

    @Test func aFileThatLeavesTheTemplateIsDeleted() async throws {
        let site = try await site()
        let page = GalleryTemplateTests.head + "{{files.extra_txt}}"
        for name in ["index", "photo"] { try site.folder.write(page, to: "gallery/\(name).html") }
        try site.folder.write("extra", to: "gallery/extra.txt")
        try make(site)
        #expect(try site.files("public").keys.contains { $0.hasPrefix("extra.") })
        for name in ["index", "photo"] {
            try site.folder.write(GalleryTemplateTests.head, to: "gallery/\(name).html")
        }
        #expect(try make(site).removed == 1)
        #expect(try !site.files("public").keys.contains { $0.hasPrefix("extra.") })
    }

    // MARK: - Cleaning

    @Test func cleaningDeletesWhatTheGalleriesWrote() async throws {
        let site = try await site(["a", "b"], Self.manifest.replacing("./images", with: "/images"))
        try make(site)
        try make(site, root: "public/second")
        try site.folder.write("<p>mine</p>", to: "public/mine.html")
        try site.folder.write(text(site, "public/a.html") + " ", to: "public/a.html")
        let before = try site.files("public").keys.filter { !$0.hasPrefix("images/") }.count
        let result = try gallery(site).clean()
        #expect(result.left == [site.path("public/a.html")])
        let rest = try site.files("public").keys.filter { !$0.hasPrefix("images/") }.sorted()
        #expect(rest == ["a.html", "mine.html"])
        #expect(result.deleted == before - 2)
        #expect(try !site.exists("public/second"))
        // What was changed is still known, and nothing else is.
        let again = try gallery(site).clean()
        #expect((again.deleted, again.left) == (0, result.left))
        try site.remove("public/a.html")
        #expect(try gallery(site).clean() == SiteGallery.CleanResult())
    }

    @Test func cleaningLeavesAnotherManifestsPages() async throws {
        let site = try await site()
        try site.folder.write(
            Self.manifest.replacing("public/images", with: "public/more/images"), to: "more.yml")
        _ = try await SiteBuilder(
            options: BuildOptions(manifest: site.path("more.yml"), inProcess: .threads), environment: [:]
        ).build()
        try make(site)
        try make(site, "more.yml")
        let before = try site.files("public/more")
        #expect(try gallery(site).clean().left == [])
        #expect(try pages(site) == before.keys.filter { $0.hasSuffix(".html") }.map { "more/" + $0 }.sorted())
        #expect(try site.files("public/more") == before)
    }

    /// The record of another folder, with files whose bytes its author knows.
    private func forge(_ root: String, _ files: [String: Data], in site: TestSite) throws {
        let place = GalleryRecord.Place(
            root: root, manifest: PathRules.real(site.path("images.yml")),
            output: PathRules.real(site.path("public/images")), isFile: true)
        var record = GalleryRecord(place, ending: " (00000000)")
        record.files = files.mapValues { GalleryRecord.File(digest: ContentDigest(hashing: $0)) }
        #expect(record.remember(in: DiskStore(directory: site.path(".alcedo"))) == nil)
    }

    @Test func aForgedRecordDeletesNothing() async throws {
        let site = try await site()
        let canary = Data("canary".utf8)
        let page = Data("<!-- alcedo gallery 0.1.0 (00000000) --><p>canary".utf8)
        let asset = "canary." + ContentDigest(hashing: canary).hex.prefix(10) + ".txt"
        let files = ["index.html": page, "HEAD": canary, "mine.html": canary, asset: canary]
        let folders = ["outside", ".git", "photos", "public/own", ""]
        for folder in folders {
            for (name, bytes) in files { try site.put(bytes, (folder.isEmpty ? "" : folder + "/") + name) }
        }
        try site.folder.link("public/link", to: site.path("outside"))
        let real = PathRules.real(site.path(""))
        let before = try site.files("")
        for root in [
            "outside", ".git", "photos", "", "public/link", "public/../outside", "public/own\0", "PUBLIC",
        ] {
            try forge(real + "/" + root, files, in: site)
            let result = try gallery(site).clean()
            #expect(result.deleted == 0, "\(root)")
            let now = try site.files("").filter { !$0.key.hasPrefix(".alcedo/") }
            #expect(now == before.filter { !$0.key.hasPrefix(".alcedo/") }, "\(root)")
        }
        try forge("", files, in: site)
        #expect(try gallery(site).clean().deleted == 0)
        // In a folder of the site it deletes what shows by itself that a gallery wrote it.
        try forge(real + "/public/own", ["index.html": page, "mine.html": canary, asset: canary], in: site)
        let result = try gallery(site).clean()
        #expect(result.deleted == 2)
        #expect(result.left.contains(real + "/public/own/mine.html"))
        #expect(try site.bytes("public/own/mine.html") == canary && site.bytes("public/own/HEAD") == canary)
    }

    @Test func pagesInAFolderOfAnOptionAreDeletedIfItIsNamedAgain() async throws {
        let site = try await site(
            ["a"], Self.manifest.replacing("./images", with: "https://example.org/images"))
        try make(site, root: "docs")
        let real = PathRules.real(site.path("docs"))
        for _ in 0..<2 {
            let result = try gallery(site).clean()
            #expect((result.deleted, result.elsewhere) == (0, [real]))
        }
        #expect(try gallery(site).clean(root: site.path("docs")).deleted > 2)
        #expect(try !site.exists("docs"))
        #expect(try gallery(site).clean() == SiteGallery.CleanResult())
    }

    // MARK: - The manifest

    @Test func aRenamedManifestKeepsItsPages() async throws {
        let site = try await site()
        try make(site)
        try FileManager.default.moveItem(atPath: site.path("images.yml"), toPath: site.path("site.yml"))
        try site.remove("photos/b.png")
        _ = try await SiteBuilder(
            options: BuildOptions(manifest: site.path("site.yml"), inProcess: .threads), environment: [:]
        ).build()
        let result = try make(site, "site.yml")
        #expect(result.removed == 1 && result.hint == nil)
        #expect(try pages(site) == ["a.html", "index.html"])
        // One that is still there keeps them as well.
        try site.write(Self.manifest)
        let error = #expect(throws: SiteError.self) { try make(site) }
        #expect(error?.description.contains("is a page of another manifest's gallery") == true)
        #expect(try gallery(site).clean().deleted == 0)
    }

    // MARK: - Nothing to do

    @Test func theSameInputsNeedNoWork() async throws {
        let site = try await site()
        try make(site)
        let before = try site.statuses()
        let again = try make(site)
        #expect((again.pictures, again.written, again.removed) == (2, 0, 0))
        #expect(try site.statuses() == before)
        // What is changed, replaced or missing is written again.
        let page = try text(site, "public/a.html")
        try site.folder.write(page.replacing("<h1>", with: "<h2>"), to: "public/a.html")
        #expect(try make(site).written == 1)
        #expect(try text(site, "public/a.html") == page)
        try site.remove("public/b.html")
        #expect(try make(site).written == 1)
        // So is everything that depends on another input.
        try site.write(Self.manifest + "\ngallery: { words: { close: Shut } }\n")
        #expect(try make(site).written == 3)
        #expect(try make(site).written == 0)
        try site.folder.write("ico", to: "public/favicon.ico")
        #expect(try make(site).written == 3)
        try site.picture("photos/c.png", 5)
        try await site.build()
        #expect(try make(site).pictures == 3)
    }

    @Test func aDamagedRecordIsAsNone() async throws {
        let site = try await site()
        try make(site)
        let folder = site.path(".alcedo/v1/state")
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix("gallery-") })
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
        #expect(try make(site).written == 0)
        try site.remove("photos/b.png")
        try await site.build()
        #expect(try make(site).removed == 1)
    }

    // MARK: - The folder of the pages

    @Test(arguments: ["out", ".", "public/images", "public/pages"])
    func aFolderFromWhichPicturesAreNotFoundIsRefused(_ root: String) async throws {
        let site = try await site()
        let before = try site.statuses()
        let error = #expect(throws: ToolError.self) { try make(site, root: root) }
        let expected = URL(fileURLWithPath: site.path(root + "/images")).standardizedFileURL.path
        #expect(
            error?.description.contains("would look for the pictures in \(expected), but 'output' is") == true
        )
        #expect(
            error?.description.contains("leave out --root, so that they go to \(site.path("public"))") == true
        )
        #expect(try site.statuses() == before)
        try make(site, root: "public")
    }

    @Test(arguments: [
        ("out", "../public/images"), (".", "./public/images"), ("public/images", "."),
        ("public/p", "../images"),
    ])
    func theAdviceForAFolderWorks(_ root: String, _ address: String) async throws {
        let site = try await site()
        let error = #expect(throws: ToolError.self) { try make(site, root: root) }
        #expect(
            error?.description.hasSuffix("change 'base-url' in the manifest to \(address) and build again")
                == true)
        try site.write(Self.manifest.replacing("./images", with: address))
        try await site.build()
        let result = try make(site, root: root)
        let page = try String(contentsOfFile: result.overview, encoding: .utf8)
        let picture = try #require(page.firstMatch(of: /src="([^"]*\.jpg)"/)).1
        let folder = URL(fileURLWithPath: result.overview).deletingLastPathComponent()
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(String(picture)).path))
    }

    @Test func theDiskAndTheHomeFolderAreNoFolderForPages() async throws {
        let site = try await site(["a"], Self.manifest.replacing("./images", with: "/images"))
        var options = GalleryOptions()
        for (root, reason) in [("/", "is the whole disk"), (site.folder.path, "holds your home folder")] {
            options.root = root
            let error = #expect(throws: ToolError.self) {
                try gallery(site, home: site.path("home/ada")).make(options)
            }
            #expect(error?.description.contains("the folder for the pages, \(root), \(reason)") == true)
        }
        // An address without a host says nothing of the folder, but it should be seen.
        #expect(
            try make(site, root: "out").hint?.contains("look for pictures at /images, which is below") == true
        )
        #expect(try make(site, root: "public/pages").hint == nil)
    }
}
