import AlcedoPages
import AlcedoTools
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoReport
@testable import AlcedoSitePages

/// Generated pages of a site.
@Suite struct SitePagesTests {
    /// A site whose files are where the addresses in its pages lead.
    private func published() async throws -> TestSite {
        let site = try TestSite()
        try await site.build()
        try FileManager.default.createDirectory(
            atPath: site.path("public"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: site.path("out"), toPath: site.path("public/img"))
        return site
    }

    @Test func everyPageShowsThePicturesOfTheIndex() async throws {
        let site = try await published()
        let page = "<!doctype html><img src=\"/photos/a.png\" alt=\"A\"><img src=\"/logo.svg\">\n"
        try site.folder.write(page, to: "public/index.html")
        try site.folder.write("<img src=\"../../photos/b.png\" alt=\"\">", to: "public/x/y/B.HTM")
        try site.folder.write("<p>none</p>", to: "public/plain.html")
        try site.folder.write(page, to: "public/.hidden/index.html")
        try site.folder.write(page, to: "public/text.txt")
        let before = try site.statuses()
        let pages = SitePages(folder: site.path("public"))
        let trial = try pages.show(try site.index(), isTrial: true)
        #expect(try site.statuses() == before)
        let result = try pages.show(try site.index(), tellsForeign: true)
        #expect((result.pages, result.changed, result.pictures, result.foreign) == (3, 2, 2, 1))
        #expect((trial.changed, trial.pictures, trial.warnings.count) == (2, 2, 0))
        #expect(
            result.warnings.map(\.description) == [
                "\(site.path("public"))/index.html:1:49: warning: '/logo.svg' is not an image of the index"
            ])
        let text = String(decoding: try site.bytes("public/index.html"), as: UTF8.self)
        #expect(text.hasPrefix("<!doctype html><picture><source type=\"image/webp\""))
        #expect(text.hasSuffix("</picture><img src=\"/logo.svg\">\n"))
        #expect(try site.bytes("public/text.txt") == Data(page.utf8))
        #expect(try site.bytes("public/.hidden/index.html") == Data(page.utf8))
        let after = try site.statuses()
        #expect(try pages.show(try site.index()).changed == 0)
        #expect(try site.statuses() == after)
    }

    @Test(arguments: ["big.html", "big.css"])
    func aPageOrAStyleSheetIsAtMostAGiB(name: String) async throws {
        let site = try await published()
        try site.folder.write("", to: "public/\(name)")
        // No byte of it is on the disk.
        #expect(truncate(site.path("public/\(name)"), 1 << 30 + 1) == 0)
        let error = #expect(throws: SiteError.self) {
            try SitePages(folder: site.path("public")).show(try site.index())
        }
        #expect(error?.description == "cannot read \(site.path("public/\(name)")): File too large")
    }

    @Test func mistakesLeaveEveryFileAsItIs() async throws {
        let site = try await published()
        try site.folder.write("<img src=\"/photos/a.png\" alt=\"\">", to: "public/good.html")
        try site.folder.write("p { background: url(/photos/a.png) }", to: "public/good.css")
        try site.folder.write(
            "<img src=/photos/aa.png><img src=//x.org/y.png><img src=/z.svg>\n<a data-alcedo=smal href=/photos/b.png>",
            to: "public/index.html")
        let before = try site.statuses()
        let folder = site.path("public")
        let strict = try SitePages(folder: folder).show(try site.index(), isStrict: true)
        #expect(
            strict.mistakes.map(\.description) == [
                "\(folder)/index.html:1:1: error: '/photos/aa.png' is not an image of the index; did you mean '/photos/a.png'?",
                "\(folder)/index.html:1:48: error: '/z.svg' is not an image of the index; add it to the manifest, or give its "
                    + "element data-alcedo=\"off\"",
                "\(folder)/index.html:2:1: error: 'data-alcedo' names the variant 'smal', which no picture has; "
                    + "did you mean 'small'?",
            ])
        #expect(try SitePages(folder: folder).show(try site.index()).mistakes.count == 1)
        #expect(try site.statuses() == before)
    }

    @Test func strictPagesHaveNoUnknownPictureAnywhere() async throws {
        let site = try await published()
        try site.folder.write(
            "<p><video poster=/photos/aa.png></video><a href=/photos/gone.jpg>x</a>", to: "public/index.html")
        try site.folder.write("p { background: url(x.svg) }", to: "public/k.css")
        let folder = site.path("public")
        let pages = SitePages(folder: folder)
        let result = try pages.show(try site.index(), isStrict: true)
        #expect(
            result.mistakes.map(\.description) == [
                "\(folder)/index.html:1:4: error: '/photos/aa.png' is not an image of the index; did you mean '/photos/a.png'?",
                "\(folder)/index.html:1:41: error: '/photos/gone.jpg' is not an image of the index; add it to the manifest, or "
                    + "give its element data-alcedo=\"off\"",
                "\(folder)/k.css:1:21: error: 'x.svg' is not an image of the index; add it to the manifest",
            ])
        #expect(result.foreign == 0)
        #expect(try pages.show(try site.index()).mistakes == [])
    }

    /// Pages name the address of the site, which the command was not told, or not as a whole.
    @Test(arguments: [
        (nil, "https://me.org/blog/photos/a.png", "https://me.org/blog"),
        (nil, "http://localhost:8000/photos/a.png", "http://localhost:8000"),
        (nil, "/blog/photos/a.png", "https://…/blog"), (nil, "https://me.org/logo.png", nil),
        (nil, "/blog/photos/zz.png", nil), (nil, "blog/photos/a.png", nil),
        ("https://me.org", "https://me.org/blog/photos/a.png", "https://me.org/blog"),
        ("https://me.org/x", "/x/blog/photos/a.png", "https://me.org/x/blog"),
        ("https://me.org", "https://you.org/blog/photos/a.png", nil),
    ])
    func anUnknownAddressOfTheSiteIsNamed(_ known: String?, _ address: String, _ expected: String?)
        async throws
    {
        let site = try await published()
        try site.folder.write(
            "<img src=\"\(address)\"><img src=\"\(address)\">", to: "public/x/index.html")
        let result = try SitePages(folder: site.path("public"), site: known).show(try site.index())
        let reason = try #require(result.reasonForNothing(of: try site.index())?.message)
        #expect(
            reason.hasSuffix(
                expected.map { "with --site; \(address) is one if that is \($0)" } ?? "with --site"))
        #expect(result.likelySite?.site == expected)
        #expect(result.warnings.isEmpty)
        // The right address is no mistake.
        #expect(result.missing.allSatisfy { $0.suggestion == nil || expected == nil })
    }

    /// A picture that came into the site after the build.
    @Test func picturesThatTheIndexDoesNotHaveAreCounted() async throws {
        let site = try await published()
        try site.folder.write("new", to: "public/photos/aa.png")
        try site.folder.write("<svg/>", to: "public/logo.svg")
        try site.folder.write(
            "<img src=logo.svg><img src=photos/aa.png><img src=/photos/aa.png><img src=/photos/ab.png>",
            to: "public/index.html")
        let result = try SitePages(folder: site.path("public")).show(try site.index(), tellsForeign: true)
        #expect((result.foreign, result.unbuilt) == (4, 2))
        #expect(result.unbuiltExample?.address == "photos/aa.png")
        #expect(
            result.warnings.map(\.message) == [
                "'logo.svg' is not an image of the index",
                "'photos/aa.png' is not an image of the index; if it is new, run 'alcedo build' again",
                "'/photos/aa.png' is not an image of the index; if it is new, run 'alcedo build' again",
                "'/photos/ab.png' is not an image of the index; did you mean '/photos/a.png'?",
            ])
    }

    /// Followed as they are, suggestions lead to pictures.
    @Test(arguments: [
        ("/photos/a.png", "/blog/photos/a.png"),
        ("/photos/my%20lake%27s.png", "/blog/photos/my%20lake%27s.png"),
        ("/photos/my lake's.png", "/blog/photos/my lake's.png"), ("/x/bundle/copy.png", nil),
        ("/bundle/copy.png", "/blog/bundle/copy.png"),
        ("/blog/photos/my%20laek's.png", "/blog/photos/my%20lake%27s.png"),
        ("photos/aa.png", "/blog/photos/a.png"),
    ])
    func suggestionsAreAddresses(_ address: String, _ meant: String?) async throws {
        let site = try TestSite(pictures: ["a", "my lake's"])
        try await site.build()
        try site.put(try site.bytes("photos/a.png"), "public/bundle/copy.png")
        let pages = SitePages(folder: site.path("public"), site: "https://me.org/blog")
        func shown(_ address: String) throws -> SitePages.Result {
            try site.folder.write("<img src=\"\(address)\" alt=x>", to: "public/index.html")
            return try pages.show(try site.index(), isTrial: true)
        }
        #expect(try shown(address).missing.map(\.suggestion) == [meant])
        guard let meant else { return }
        // The files themselves are elsewhere.
        #expect(throws: ToolError.self) { try shown(meant) }
    }

    @Test func linksLeadOutWhereTheManifestAllowsIt() async throws {
        let site = try await published()
        try site.folder.write("<p>", to: "public/x/index.html")
        try site.folder.write("<p>", to: "brand/page.html")
        for (link, target) in [
            ("x/page.html", "../../brand/page.html"), ("x/up", ".."), ("brand", "../brand"),
        ] {
            try site.folder.link("public/" + link, to: target)
        }
        let folder = site.path("public")
        let place = "\(folder)/x/page.html is a link that leads out of the folder; it is not followed"
        func warnings(_ allowed: [String], to output: String?) throws -> [String] {
            try SitePages(folder: folder, allowOutside: allowed.map(site.path)).show(
                try site.index(), to: output
            )
            .warnings.map(\.message)
        }
        let output = site.path("site")
        let outside = ", unless 'allow-outside' in the manifest names the folder"
        let brand = "\(folder)/brand is a link that leads out of the folder; it is not followed"
        let up =
            "link to a folder in the site is left out: \(folder)/x/up; copy the folder to where pages need it"
        #expect(try warnings([], to: output) == [place + outside, brand, "1 " + up])
        #expect(try !site.exists("site/x/page.html"))
        #expect(try warnings(["brand"], to: output).count == 1)
        #expect(try site.bytes("site/x/page.html") == Data("<p>".utf8))
        // In place, a file outside would be changed.
        #expect(try warnings(["brand"], to: nil) == [place])
    }

    @Test func aManifestIsNotCopied() async throws {
        let site = try await published()
        for name in ["images.yml", "images.lock", "x.txt", "x/images.yml"] {
            try site.folder.write("x", to: "public/" + name)
        }
        _ = try SitePages(folder: site.path("public")).show(try site.index(), to: site.path("site"))
        let files = FileManager.default.subpaths(atPath: site.path("site")) ?? []
        #expect(files.filter { !$0.hasPrefix("img") }.sorted() == ["x", "x.txt", "x/images.yml"])
    }

    @Test func rulesChooseVariants() async throws {
        let site = try await published()
        try site.folder.write("<p class=k><img src=\"/photos/a.png\" alt=\"\">", to: "public/index.html")
        let off = try #require(PageRewriter.Rule(".k > img", variant: "off"))
        #expect(try SitePages(folder: site.path("public"), rules: [off]).show(try site.index()).changed == 0)
        let other = try #require(PageRewriter.Rule("a img", variant: "off"))
        #expect(
            try SitePages(folder: site.path("public"), rules: [other]).show(try site.index()).changed == 1)
    }

    @Test func aReportShowsEachFileByItself() async throws {
        let site = try await published()
        let file = try #require(
            try site.index().images["photos/a.png"]?.variants["small"]?.formats[0].files[0].url)
        let report = "<!doctype html><head>\(ReportPage.mark)1\"></head><img src=\"\(file)\">"
        try site.folder.write(report, to: "public/report.html")
        #expect(try SitePages(folder: site.path("public")).show(try site.index()).pages == 0)
        #expect(try site.bytes("public/report.html") == Data(report.utf8))
    }

    @Test func aFileOfTheSiteWithTheNameOfAPictureIsItself() async throws {
        let site = try await published()
        let page = "<img src=\"/photos/a.png\" alt=\"\">"
        try site.folder.write(page, to: "public/index.html")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: site.path("public/index.html"))
        try site.picture("public/photos/a.png", 99)
        let pages = SitePages(folder: site.path("public") + "/")
        let other = try pages.show(try site.index())
        #expect((other.changed, other.warnings.count) == (0, 1))
        // A copy of the source counts as the source.
        try site.put(try site.bytes("photos/a.png"), "public/photos/a.png")
        #expect(try pages.show(try site.index()).changed == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: site.path("public/index.html"))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func whatAKilledProcessLeftBesideAPageIsRemoved() async throws {
        let site = try await published()
        // Not the number of a process: it is above the range of Linux and macOS.
        let left = "public/x/\(FileSystem.temporaryPrefix)99999999-abc"
        let other = "public/x/\(FileSystem.temporaryPrefix)\(getpid())-abc"
        for name in ["public/x/a.html", left, other] { try site.folder.write("<p>", to: name) }
        let pages = SitePages(folder: site.path("public"))
        _ = try pages.show(try site.index(), isTrial: true)
        #expect(try site.bytes(left) == Data("<p>".utf8))
        _ = try pages.show(try site.index())
        #expect(try FileSystem.status(of: site.path(left)) == nil)
        #expect(try site.bytes(other) == Data("<p>".utf8))
    }

    @Test func skippedPagesAreReportedWithTheirFullPath() async throws {
        let site = try await published()
        let text = "<img src=\"/photos/a.png\" alt=x>"
        let page = Data([0xFF, 0xFE]) + Data(text.utf8.flatMap { [$0, 0] })
        try site.folder.write("<p>", to: "public/plain.html")
        try site.put(page, "public/wide.html")
        try site.put(Data([0xFE, 0xFF, 0, 0x61]), "public/wide.css")
        try site.folder.link("public/x.html", to: "no.html")
        let folder = site.path("public")
        let result = try SitePages(folder: folder).show(try site.index())
        #expect((result.pages, result.changed) == (2, 0))
        #expect(
            result.warnings.map(\.description) == [
                "warning: \(folder)/x.html is a broken link; it is left out",
                "\(folder)/wide.html:1:1: warning: the page is UTF-16, so it is left as it is; write it as UTF-8",
                "\(folder)/wide.css:1:1: warning: the style sheet is UTF-16, so it is left as it is; write it as UTF-8",
            ])
        #expect(try site.bytes("public/wide.html") == page)
    }

    @Test func aPageThatIsALinkToAnotherIsThatPage() async throws {
        let site = try await published()
        let page = "<img src=\"/photos/a.png\" alt=x><img src=/gone.png>"
        for name in ["public/x/b.html", "public/.hidden/c.html"] { try site.folder.write(page, to: name) }
        try site.folder.link("public/a.html", to: "x/b.html")
        for name in ["public/c.html", "public/d.html"] { try site.folder.link(name, to: ".hidden/c.html") }
        let result = try SitePages(folder: site.path("public")).show(try site.index())
        #expect((result.pages, result.changed, result.pictures, result.images) == (2, 2, 2, 4))
        #expect(result.missing.map(\.count) == [2])
        let changed = try site.bytes("public/x/b.html")
        #expect(changed.starts(with: Data("<picture>".utf8)))
        #expect(try site.bytes("public/.hidden/c.html") == changed)
    }

    /// Feeds and the like stay as they are, so what they name has to be there.
    @Test func textsThatNameOriginalsAreListed() async throws {
        let site = try await published()
        try site.put(try site.bytes("photos/b.png"), "public/photos/b.png")
        try site.folder.write(
            "<script>{\"image\":\"https://example.org/photos/a.png\"}</script><img src=/photos/a.png alt=x>",
            to: "public/index.html")
        try site.folder.write(
            "<rss>\n<enclosure url=\"https://example.org/photos/a.png\"/>\n<a>/photos/b.png</a></rss>",
            to: "public/feed.xml")
        try site.folder.write("/photos/a.png /img/a.webp 301", to: "public/_redirects")
        try site.put(try site.bytes("out/index.json"), "public/data/pictures.json")
        let folder = site.path("public")
        let pages = SitePages(folder: folder, site: "https://example.org")
        let before = try site.statuses()
        let strict = try pages.show(try site.index(), isStrict: true)
        let reason =
            "error: 'https://example.org/photos/a.png' leads to photos/a.png itself, which is not published; put the "
            + "file into the site, or name a file of a variant with 'formats: [original]' or with a 'name' without a hash"
        #expect(
            strict.mistakes.map(\.description) == [
                "\(folder)/index.html:1:19: \(reason)", "\(folder)/feed.xml:2:17: \(reason)",
            ])
        #expect(try site.statuses() == before)
        let feed = try site.bytes("public/feed.xml")
        for changed in [1, 0] {
            let result = try pages.show(try site.index())
            #expect(result.changed == changed && result.unpublished == 1)
            #expect(result.missing.map(\.address) == ["https://example.org/photos/a.png"])
            #expect(result.missing.map(\.count) == [2] && result.missing[0].suggestion == nil)
            #expect(try site.bytes("public/feed.xml") == feed)
        }
        try site.put(try site.bytes("photos/a.png"), "public/photos/a.png")
        #expect(try pages.show(try site.index(), isStrict: true).mistakes == [])
    }

    @Test func pagesInXMLAreCounted() async throws {
        let site = try await published()
        let page = "<img src=\"/photos/a.png\" alt=\"x\"></img>"
        for name in ["b.xhtml", "a.XHT"] { try site.folder.write(page, to: "public/" + name) }
        try site.folder.write("<p>", to: "public/c.html")
        let folder = site.path("public")
        let result = try SitePages(folder: folder).show(try site.index())
        #expect(result.pages == 1)
        #expect(
            result.warnings.map(\.description) == [
                "warning: 2 XHTML pages are left as they are, such as \(folder)/a.XHT; generate .html instead"
            ])
        #expect(try site.bytes("public/b.xhtml") == Data(page.utf8))
    }

    // MARK: Missing files

    @Test func pagesThatWouldShowNothingStayAsTheyAre() async throws {
        let site = try TestSite()
        try await site.build()
        let page = "<img src=\"/photos/a.png\" alt=x>"
        // The first page is valid, the second is not.
        try site.folder.write("<p>", to: "public/a.html")
        try site.folder.write(page, to: "public/b.html")
        let before = try site.statuses()
        for isTrial in [true, false] {
            let error = #expect(throws: ToolError.self) {
                try SitePages(folder: site.path("public")).show(try site.index(), isTrial: isTrial)
            }
            let text = try #require(error?.description)
            #expect(text.hasPrefix("'/img/photos/a-small-"))
            #expect(text.contains("would lead to \(site.path("public"))/img/photos/a-small-"))
            // WebP and JPEG in two widths.
            #expect(text.contains("nor is it for 3 other addresses") && text.contains("base-url: /img"))
        }
        #expect(try site.statuses() == before)
        // One missing file among many is a broken picture, too.
        try FileManager.default.copyItem(atPath: site.path("out"), toPath: site.path("public/img"))
        let file = try #require(
            try site.index().images["photos/a.png"]?.variants["small"]?.formats[0].files[0].file)
        try site.remove("public/img/" + file)
        // Also if an earlier page already leads to it.
        for earlier in ["<p>", "<a href=\"/img/\(file)\">"] {
            try site.folder.write(earlier, to: "public/a.html")
            #expect(throws: ToolError.self) {
                try SitePages(folder: site.path("public")).show(try site.index())
            }
        }
        #expect(try site.bytes("public/b.html") == Data(page.utf8))
    }

    @Test(arguments: [
        ("/img", "https://me.org/blog", false), ("/blog/img", "https://me.org/blog", true),
        ("https://cdn.example.net/img", "https://me.org/blog", true),
        ("https://me.org/elsewhere", "https://me.org/blog", true), ("./img", "https://me.org/blog", true),
        ("https://me.org/blog/gone", "https://me.org/blog", false),
    ]) func addressesAreLookedUpWhereABrowserFindsThem(
        _ base: String, _ address: String, _ isThere: Bool
    ) async throws {
        let site = try TestSite(TestSite.usual.replacing("base-url: /img", with: "base-url: \(base)"))
        try await site.build()
        try site.folder.write("<img src=\"/blog/photos/a.png\" alt=x>", to: "public/x/b.html")
        try FileManager.default.copyItem(atPath: site.path("out"), toPath: site.path("public/img"))
        let pages = SitePages(folder: site.path("public"), site: address)
        if isThere {
            #expect(try pages.show(try site.index()).pictures == 1)
        } else {
            #expect(throws: ToolError.self) { try pages.show(try site.index()) }
        }
    }

    @Test func theRootOfTheHostIsAboveAFolderThatIsCalledLikeTheSite() async throws {
        let site = try TestSite()
        try await site.build()
        try site.folder.write("<img src=\"/blog/photos/a.png\" alt=x>", to: "public/blog/b.html")
        try FileManager.default.copyItem(atPath: site.path("out"), toPath: site.path("public/img"))
        let pages = SitePages(folder: site.path("public/blog"), site: "https://me.org/blog/")
        #expect(try pages.show(try site.index()).pictures == 1)
    }

    @Test func whatNoPageShowsAndWhatLeadsNowhereIsListed() async throws {
        let site = try await published()
        try site.folder.write(
            "<img src=\"/photos/a.png\" alt=x>\n <img src=gone.png><img src=/y/gone.png>",
            to: "public/x/1.html")
        try site.folder.write(
            "<img src=../y/gone.png><img src=https://example.net/z.png><img src='data:,'>",
            to: "public/y/2.html")
        try site.put(try site.bytes("photos/b.png"), "public/bundle/hash-123.png")
        let file = try #require(
            try site.index().images["photos/c.png"]?.variants["small"]?.formats[0].files[0].file)
        try site.folder.write("p { background: url(../img/\(file)) }", to: "public/css/x.css")
        try site.folder.write(
            "<p style=\"background: url('gone.svg'), url(data:,)\"><img src=/photos/a.png alt=x style=mask:url(m.svg)>",
            to: "public/y/3.html")
        try site.folder.write("<img src=hash-123.png alt=x>", to: "public/bundle/3.html")
        let result = try SitePages(folder: site.path("public")).show(try site.index())
        #expect(result.pictures == 3 && result.shown == 3)
        #expect(result.unshown == ["photos/d.png"])
        let folder = site.path("public")
        #expect(
            result.missing.map { "\($0.address) \($0.place) \($0.count)" } == [
                "gone.png \(folder)/x/1.html:2:2 1", "/y/gone.png \(folder)/x/1.html:2:20 2",
                "gone.svg \(folder)/y/3.html:1:1 1", "m.svg \(folder)/y/3.html:1:53 1",
            ])
        #expect(result.reasonForNothing(of: try site.index()) == nil)
    }

    @Test func pagesWithoutPicturesGetAHint() async throws {
        let site = try await published()
        let pages = SitePages(folder: site.path("public"))
        func reason() throws -> Diagnostic? {
            let index = try site.index()
            return try pages.show(index).reasonForNothing(of: index)
        }
        let folder = site.path("public")
        #expect(try reason()?.severity == .error)
        #expect(try reason()?.message.hasPrefix("there is no .html or .htm file") == true)
        try site.folder.write("<p>", to: "public/1.html")
        #expect(try reason()?.severity == .warning)
        try site.folder.write(
            "<img src=/1.png><img src=/2.png>\n<img src=/3.png><img src=/4.png>", to: "public/2.html")
        let text = try #require(try reason()).description
        #expect(
            text.hasPrefix("error: 4 <img> in 2 pages, and none shows a picture of the index; looked for "))
        #expect(text.contains("4 pictures, such as '/photos/a.png', '/img/photos/a-small-"))
        #expect(
            text.contains(
                "; found '/1.png' (\(folder)/2.html:1:1), '/2.png' (\(folder)/2.html:1:17), '/3.png' (\(folder)/2.html:2:1); "
            )
        )
        #expect(!text.contains("/4.png") && !text.contains("\n"))
        try site.folder.write("<img src=/photos/a.png alt=x>", to: "public/3.html")
        #expect(try reason() == nil)
        // The second time, they show it already.
        #expect(try reason() == nil)
        let none = ImageIndex(baseURL: "/", generator: "test")
        #expect(try pages.show(none).reasonForNothing(of: none) == nil)
    }

    @Test func pagesThatShowNothingBecauseNoVariantIsNamedAreAnError() async throws {
        let site = try TestSite(
            """
            version: 1
            output: public/img
            variants: { large: { width: 30 }, small: { width: 12 } }
            sources: [{ path: "photos/*.png", alt: "" }]
            """)
        try await site.build()
        try site.folder.write("<img src=/photos/a.png>", to: "public/1.html")
        let index = try ImageIndex(contentsOf: site.path("public/img/index.json"))
        let pages = SitePages(folder: site.path("public"))
        let reason = try pages.show(index).reasonForNothing(of: index)
        #expect(reason?.severity == .error)
        #expect(reason?.message.contains("1 <img>") == true)
        #expect(reason?.message.contains("--variant large or --variant small") == true)
        #expect(try pages.show(index, variant: "small").reasonForNothing(of: index) == nil)
        // Pictures that are already shown are not ambiguous.
        #expect(try pages.show(index).reasonForNothing(of: index) == nil)
    }

    @Test func aMissingFolderIsAnError() throws {
        let site = try TestSite()
        #expect(throws: SiteError.self) {
            try SitePages(folder: site.path("nowhere")).show(ImageIndex(baseURL: "/", generator: "alcedo"))
        }
    }
}
