import AlcedoTools
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoSitePages

/// A site written to another folder with its new pages.
@Suite struct PageOutputTests {
    private func site() async throws -> TestSite {
        let site = try TestSite(TestSite.usual.replacing("output: out", with: "output: out/img"))
        try await site.build()
        try site.folder.write("<img src=\"/photos/a.png\" alt=\"A\">", to: "pages/x/index.html")
        try site.folder.write("<p>plain</p>", to: "pages/plain.html")
        try site.folder.write("p { color: red }", to: "pages/x/style.css")
        try site.folder.write("secret", to: "pages/.hidden")
        try site.put(try site.bytes("photos/a.png"), "pages/photos/a.png")
        try site.put(try site.bytes("photos/b.png"), "pages/big/b.png")
        try site.folder.write("<a href=\"b.png\">the original</a>", to: "pages/big/b.html")
        return site
    }

    private func index(_ site: TestSite) throws -> ImageIndex {
        try ImageIndex(contentsOf: site.path("out/img/index.json"))
    }

    @Test func theWholeSiteIsWrittenAndTheOriginalStays() async throws {
        let site = try await site()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: site.path("pages/x/index.html"))
        let old = try site.files("pages")
        let before = try site.statuses()
        let pages = SitePages(folder: site.path("pages"))
        let index = try index(site)
        let trial = try pages.show(index, to: site.path("out/"), isTrial: true)
        #expect(try site.statuses() == before)
        let result = try pages.show(index, to: site.path("out/"))
        #expect((result.pages, result.changed, result.pictures, result.written) == (3, 1, 1, 5))
        #expect(trial.written == 5)
        #expect(try site.files("pages") == old)
        let made = try site.files("out").filter { !$0.key.hasPrefix("img/") }
        // The original that a page still names is there, the other is not.
        #expect(
            Set(made.keys) == ["x/index.html", "plain.html", "x/style.css", "big/b.png", "big/b.html"])
        #expect(made["big/b.png"] == old["big/b.png"] && made["plain.html"] == old["plain.html"])
        #expect(
            String(decoding: try #require(made["x/index.html"]), as: UTF8.self).hasPrefix("<picture><source"))
        let attributes = try FileManager.default.attributesOfItem(atPath: site.path("out/x/index.html"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let after = try site.statuses()
        #expect(try pages.show(index, to: site.path("out")).written == 0)
        #expect(try site.statuses() == after)
    }

    /// What is not rewritten still shows the originals.
    @Test func filesOfUnchangedPagesAreThere() async throws {
        let site = try await site()
        for name in ["c", "d"] {
            try site.put(try site.bytes("photos/\(name).png"), "pages/photos/\(name).png")
        }
        let xhtml = "<html><script src=\"s.js\"/><title/><img src=\"photos/a.png\"/></html>"
        try site.folder.write(xhtml, to: "pages/page.xhtml")
        let wide = try #require("<img src=photos/c.png alt=\"ü\">".data(using: .utf16LittleEndian))
        try site.put(Data([0xFF, 0xFE]) + wide, "pages/wide.html")
        try site.folder.write(
            "a { background: url(../photos/d.png) } b { background: url(/photos/b.png) }",
            to: "pages/x/pinned.css")
        try site.folder.write(
            "<link rel=stylesheet href=x/pinned.css integrity=sha256-x>", to: "pages/sheet.html")
        try site.put(try site.bytes("photos/b.png"), "pages/photos/über.png")
        try site.folder.write(
            "{ \"image\": \"https://example.org/photos\\/%C3%BCber.png\" }", to: "pages/data.json")
        let result = try SitePages(folder: site.path("pages")).show(try index(site), to: site.path("out"))
        #expect(result.warnings.count { $0.message.contains("left as ") } == 3)
        for name in ["photos/a.png", "photos/c.png", "photos/d.png", "photos/über.png"] {
            #expect(try site.exists("out/" + name), "\(name)")
        }
        for name in ["page.xhtml", "wide.html", "x/pinned.css"] {
            #expect(try site.bytes("out/" + name) == site.bytes("pages/" + name), "\(name)")
        }
    }

    @Test(arguments: [
        ("{ \"x\": \"photos\\/\\u00fcb.png\" }", "photos/üb.png"),
        ("photos/my%20pic.png", "photos/my pic.png"),
        ("https://a.example/?media=https%3A%2F%2Fb.example%2Fnext.png", "next.png"),
        ("<url>&#252;c.png</url>", "üc.png"), ("See plain.png.", "plain.png"),
        ("&lt;img src=&#34;/photos/feed.png&#34;&gt;", "feed.png"),
        ("<div data-images=\"[&#39;/photos/list.png&#39;]\">", "list.png"),
        ("\"\\u003cimg src=\\u0022/html.png\\u0022\\u003e\"", "html.png"),
        ("?data=%7B%22picture%22%3A%22query.png%22%7D", "query.png"),
        ("'/M\\xFCller.png'", "Müller.png"), ("'/\\u{fc}d.png'", "üd.png"),
        ("{ \"x\": \"\\ud83d\\udc26.png\" }", "🐦.png"), ("data-full=M&uuml;ller.png", "Müller.png"),
        ("(plain.png&nbsp;&rdquo;)", "plain.png"), ("a.png,&nbsp;&ldquo;plain.png&rdquo;", "plain.png"),
        ("a → plain.png", "photos/plain.png"), ("“See plain.png.”", "plain.png"),
        ("?x=%22plain.png.%22", "plain.png"), ("<b x='a“b.png'>", "a“b.png"), ("/u\u{308}.png", "/ü.png"),
        ("/photos/plain.png?x#y", "photos/plain.png"),
    ])
    func namesAreFoundInTexts(text: String, name: String) {
        var words = FileWords()
        words.add(Array(text.utf8))
        #expect(words.mayName(name) && !words.mayName("photos/other.png"))
        // A name without a dot could be any word.
        #expect(words.mayName("clip") && words.mayName("photos/clip"))
    }

    @Test(arguments: [
        ("a.md", true), ("a/b.GeoJSON", true), ("a/.htaccess", true), ("_redirects", true), ("feed", true),
        ("index.rdf", true), ("scene.gltf", true), ("a.png/b", true), ("a.png", false), ("a.WOFF2", false),
    ])
    func textsAreRead(name: String, isText: Bool) { #expect(FileWords.mayBeText(name) == isText) }

    @Test(arguments: [
        (Array("a".utf8), true), ([], true), ([0xFF, 0xFE, 0x61, 0], true), ([0x61, 0], false),
    ])
    func dataHaveZeroBytes(bytes: [UInt8], isText: Bool) { #expect(FileWords.isText(bytes) == isText) }

    /// Whatever is in the way of the last file, the first is not written either.
    @Test(arguments: ["link", "nowhere", "file", "folder"])
    func everythingIsCheckedBeforeAnythingIsWritten(obstacle: String) async throws {
        let site = try await site()
        try site.folder.write("x", to: "elsewhere/mine.txt")
        switch obstacle {
        case "link": try site.folder.link("out/x", to: site.path("elsewhere"))
        case "nowhere": try site.folder.link("out/x", to: "../nowhere")
        case "file": try site.folder.write("mine", to: "out/x")
        default: try site.folder.write("mine", to: "out/x/style.css/mine")
        }
        let before = try site.statuses()
        let pages = SitePages(folder: site.path("pages"))
        for isTrial in [true, false] {
            let error = #expect(throws: (any Error).self) {
                try pages.show(try index(site), to: site.path("out"), isTrial: isTrial)
            }
            let text = "\(try #require(error))"
            #expect(text.contains("out/x") && text.contains("remove it") && !text.contains("\n"), "\(text)")
            #expect(try site.statuses() == before)
        }
    }

    /// A link within the folder is the folder that it leads to.
    @Test func aLinkWithinTheTargetIsAFolder() async throws {
        let site = try await site()
        try site.folder.write("mine", to: "out/real/mine.txt")
        try site.folder.link("out/x", to: "real")
        _ = try SitePages(folder: site.path("pages")).show(try index(site), to: site.path("out"))
        #expect(try site.exists("out/real/style.css") && site.exists("out/real/mine.txt"))
    }

    @Test func foldersInTheWrongOrderAreRefused() async throws {
        let site = try await site()
        let index = try index(site)
        let (pages, output) = (site.path("pages"), site.path("out"))
        _ = try SitePages(folder: pages).show(index, to: output)
        let before = try site.files("pages")
        let error = #expect(throws: SiteError.self) { try SitePages(folder: output).show(index, to: pages) }
        #expect(error?.description.contains("pages/x/index.html would be replaced") == true)
        #expect(try site.files("pages") == before)
        // A site with its images goes anywhere, and again when all of them are others.
        _ = try SitePages(folder: output).show(index, to: site.path("copy"))
        for name in ["a", "b", "c", "d"] { try site.picture("photos/\(name).png", 9) }
        try await site.build()
        _ = try SitePages(folder: output).show(try self.index(site), to: site.path("copy"))
        #expect(try site.files("copy").count > before.count)
    }

    @Test func styleSheetsAreMendedWhereTheSiteIsWritten() async throws {
        let site = try await site()
        let sheet = "p { background: url(/photos/b.png) } /* url(/photos/b.png) */"
        try site.folder.write(sheet, to: "pages/x/style.css")
        let index = try index(site)
        let result = try SitePages(folder: site.path("pages")).show(index, to: site.path("out"))
        #expect((result.styleSheets, result.mended, result.changed) == (1, 1, 1))
        #expect(!result.unshown.contains("photos/b.png"))
        #expect(try site.bytes("pages/x/style.css") == Data(sheet.utf8))
        let url = try #require(index["photos/b.png"]?.variants["small"]?.img?.src)
        #expect(
            try site.bytes("out/x/style.css")
                == Data("p { background: url(\(url)) } /* url(/photos/b.png) */".utf8))
        let after = try site.statuses()
        #expect(try SitePages(folder: site.path("pages")).show(index, to: site.path("out")).written == 0)
        #expect(try site.statuses() == after)
    }

    @Test func aLinkThatLeadsOutIsLeftOutWithAWarning() async throws {
        let site = try await site()
        try site.folder.write("p {}", to: "elsewhere/s.css")
        try FileManager.default.createSymbolicLink(
            atPath: site.path("pages/out.css"), withDestinationPath: "../elsewhere/s.css")
        try FileManager.default.createSymbolicLink(
            atPath: site.path("pages/in.css"), withDestinationPath: "x/style.css")
        let result = try SitePages(folder: site.path("pages")).show(try index(site), to: site.path("out"))
        #expect(
            result.warnings.map(\.message).filter { $0.contains("out.css is a link that leads out") }.count
                == 1)
        #expect(try site.files("out")["out.css"] == nil)
        #expect(try site.files("out")["in.css"] == Data("p { color: red }".utf8))
    }

    @Test func hiddenFilesThatBelongToASiteAreCopied() async throws {
        let site = try await site()
        let kept = [".nojekyll", ".htaccess", "x/.htaccess", ".domains", ".well-known/security.txt"]
        let others = [".env", "x/.env", ".git/config", ".gitignore", ".DS_Store", ".well-known/.env"]
        for name in kept + others { try site.folder.write(name, to: "pages/" + name) }
        try site.folder.link("pages/y", to: "x")
        let result = try SitePages(folder: site.path("pages")).show(try index(site), to: site.path("out"))
        let made = try site.files("out")
        #expect(kept.allSatisfy { made[$0] == Data($0.utf8) })
        #expect(others.allSatisfy { made[$0] == nil } && made["y/index.html"] == nil)
        let folder = site.path("pages")
        #expect(
            result.warnings.map(\.message) == [
                "1 link to a folder in the site is left out: \(folder)/y; copy the folder to where pages need it",
                "4 hidden names are left out, such as \(folder)/.env; only .domains, .htaccess, "
                    + ".nojekyll, .well-known are copied",
            ])
    }

    @Test func anOutputFolderWithinThePagesIsNotCopied() async throws {
        let site = try await site()
        let index = try index(site)
        try FileManager.default.moveItem(atPath: site.path("out"), toPath: site.path("pages/made"))
        let pages = SitePages(folder: site.path("pages"))
        #expect(try pages.show(index, to: site.path("pages/made")).written == 5)
        let result = try pages.show(index, to: site.path("pages/made"))
        #expect((result.pages, result.written) == (3, 0))
        #expect(try !site.exists("pages/made/made"))
    }

    @Test(arguments: ["pages", "pages/", "pages/x/..", ".", "link", "/"]) func thePagesThemselvesAreRefused(
        _ output: String
    ) async throws {
        let site = try await site()
        try site.folder.link("link", to: "pages")
        let before = try site.statuses()
        #expect(throws: ToolError.self) {
            try SitePages(folder: site.path("pages"))
                .show(try index(site), to: output == "/" ? output : site.path(output))
        }
        #expect(try site.statuses() == before)
    }

    @Test func aLinkThatLeadsOutIsNotFollowed() async throws {
        let site = try await site()
        try site.folder.link("out/x", to: "../pages/x")
        let old = try site.files("pages")
        #expect(throws: ToolError.self) {
            try SitePages(folder: site.path("pages")).show(try index(site), to: site.path("out"))
        }
        #expect(try site.files("pages") == old)
    }

    @Test func filesThatAreNotReplacedStay() async throws {
        let site = try await site()
        try site.folder.write("mine", to: "out/mine.txt")
        let left = "out/x/\(FileSystem.temporaryPrefix)99999999-abc"
        try site.folder.write("half", to: left)
        // A link is replaced, and its target is not touched.
        try site.folder.link("out/plain.html", to: "../pages/big/b.html")
        _ = try SitePages(folder: site.path("pages")).show(try index(site), to: site.path("out"))
        #expect(try site.bytes("out/mine.txt") == Data("mine".utf8))
        #expect(try !site.exists(left))
        #expect(try site.bytes("out/plain.html") == Data("<p>plain</p>".utf8))
        #expect(try site.bytes("pages/big/b.html").starts(with: Data("<a".utf8)))
    }
}
