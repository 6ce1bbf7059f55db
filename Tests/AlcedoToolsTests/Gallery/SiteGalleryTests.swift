import AlcedoImaging
import AlcedoTools
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoGallery
@testable import AlcedoManifest

/// A gallery's pages in the folder of a site.
@Suite struct SiteGalleryTests {
    private static let manifest = """
        version: 1
        output: public/images
        base-url: ./images
        defaults: { formats: [webp, auto] }
        variants:
          card: { widths: [20, 30] }
          photo: { widths: [30, 40] }
        sources:
          - path: photos/**/*.png
            root: photos
        """

    private func site(_ pictures: [String] = ["a", "b", "c"]) async throws -> TestSite {
        let site = try TestSite(Self.manifest, pictures: pictures)
        try await site.build()
        return site
    }

    @discardableResult private func make(
        _ site: TestSite, _ change: (inout GalleryOptions) -> Void = { _ in }
    ) throws -> SiteGallery.Result {
        var options = GalleryOptions()
        change(&options)
        return try SiteGallery(options: site.options, environment: [:]).make(options)
    }

    private func text(_ site: TestSite, _ name: String) throws -> String {
        String(decoding: try site.bytes("public/" + name), as: UTF8.self)
    }

    /// The pages of a picture named `photo` have the names of a template.
    @Test func pagesInAFolderNamedGalleryAreNoTemplate() async throws {
        let site = try TestSite(
            Self.manifest.replacing("public/images", with: "gallery/images"), pictures: ["a", "photo"])
        try await site.build()
        #expect(try make(site).pictures == 2)
        let page = try site.bytes("gallery/photo.html")
        try site.picture("photos/z.png", 9)
        try await site.build()
        let result = try make(site)
        #expect((result.pictures, result.removed, result.template) == (3, 0, nil))
        #expect(try site.bytes("gallery/photo.html") != page && site.exists("gallery/z.html"))
        #expect(try make(site).written == 0)
    }

    /// The names in the site's folder itself.
    private func names(_ site: TestSite) throws -> [String] {
        try site.files("public").keys.filter { !$0.contains("/") }.sorted()
    }

    @Test func everyPictureHasAPageAndItsNeighbours() async throws {
        let site = try await site()
        let result = try make(site)
        #expect(result.pictures == 3)
        #expect(result.overview == site.path("public/index.html"))
        #expect(result.written == 7)
        let names = try names(site)
        #expect(names.filter { $0.hasSuffix(".html") } == ["a.html", "b.html", "c.html", "index.html"])
        let page = try text(site, "b.html")
        #expect(page.contains("<a rel=\"prev\" href=\"a.html\""))
        #expect(page.contains("<a rel=\"next\" href=\"c.html\""))
        #expect(!(try text(site, "a.html")).contains("rel=\"prev\""))
        let overview = try text(site, "index.html")
        #expect(overview.components(separatedBy: "<img ").count == 4)
        #expect(overview.components(separatedBy: "loading=\"lazy\"").count == 3)
        #expect(overview.components(separatedBy: "fetchpriority=\"high\"").count == 2)
        #expect(overview.contains("alt=\"A\""))
    }

    @Test func downloadsAreTheFilesOfTheVariantsThatAreNamed() async throws {
        let site = try await site(["a"])
        try make(site)
        #expect(!(try text(site, "a.html")).contains("download="))
        for (setting, sizes) in [
            ("true", [40, 30]), ("[card]", [30, 20]), ("[card, photo]", [40, 30, 20]),
        ] {
            try site.folder.write(Self.manifest + "\ngallery: { downloads: \(setting) }\n", to: "images.yml")
            try make(site)
            let page = try text(site, "a.html")
            let names = page.matches(of: /download="a-(\d+)x\d+\.jpg"/).compactMap { Int($0.1) }
            #expect(names == sizes)
            #expect(page.contains("<a href=\"./images/a-"))
            #expect(page.contains("<bdi class=\"quiet\">JPEG, "))
        }
    }

    /// The photographer's own file is the first, and stands for another one of its size and format.
    @Test func theOriginalIsTheFirstDownload() async throws {
        let manifest =
            Self.manifest.replacing(
                "variants:",
                with: "variants:\n  own: { formats: original }\n  same: { widths: [60, 20], formats: png }")
            + "\ngallery: { downloads: [photo, same, own], language: de }\n"
        let site = try TestSite(manifest, pictures: ["a"])
        try await site.build()
        try make(site)
        let links = try text(site, "a.html").matches(
            of: /<a href="([^"]+)" download="([^"]+)"><bdi>(.+?)<\/bdi> <bdi class="quiet">(.+?)<\/bdi>/)
        #expect(links.map { String($0.2) } == ["a-60x40.png", "a-40x27.jpg", "a-30x20.jpg", "a-20x13.png"])
        #expect(links.first?.1.contains("a-own-60x40.") == true)
        // 7.2 kB of pixels and a little more, with a comma in German.
        let bytes = try site.bytes("photos/a.png").count
        #expect(links.first?.4 == "PNG, \(bytes / 1000),\((bytes + 50) / 100 % 10) kB")
    }

    @Test func aMapHasAPageOfItsOwnAndATemplateWithoutItIsAMistake() async throws {
        let site = try await site(["map"])
        try make(site)
        #expect(try names(site).contains("map.html"))
        let positions = Self.manifest.replacing("defaults: {", with: "defaults: { gps: index,")
        try site.folder.write(positions + "\ngallery: { map: true }\n", to: "images.yml")
        let result = try make(site)
        #expect(result.hint == "the map is empty: no picture in the index has a position")
        // The picture of this name makes way for it.
        #expect(try text(site, "map.html").contains("There are no pictures yet."))
        #expect(try names(site).filter { $0.hasPrefix("map-") && $0.hasSuffix(".html") }.count == 1)
        for name in ["index", "photo"] {
            let page = "<meta name=\"generator\" content=\"{{generator}}\">"
            try site.folder.write(page, to: "gallery/\(name).html")
        }
        let error = #expect(throws: (any Error).self) { try make(site) }
        #expect(
            error.map(String.init(describing:))?.contains("which 'map' in 'gallery' of the manifest needs")
                == true)
    }

    @Test(arguments: [("ar", "rtl"), ("fa-IR", "rtl"), ("de", "ltr"), ("az-Arab", "rtl"), ("he-Latn", "ltr")])
    func aLanguageHasItsDirection(_ language: String, _ direction: String) async throws {
        let site = try await site(["a"])
        try make(site) { $0.language = language }
        for name in ["index.html", "a.html"] {
            #expect(try text(site, name).contains("<html lang=\"\(language)\" dir=\"\(direction)\">"))
        }
    }

    @Test func theSecondTimeNothingIsWritten() async throws {
        let site = try await site()
        _ = try make(site)
        let before = try site.statuses()
        let again = try make(site)
        #expect((again.written, again.removed) == (0, 0))
        #expect(try site.statuses() == before)
    }

    @Test func pagesOfPicturesThatAreGoneGoAndForeignFilesStay() async throws {
        let site = try await site()
        _ = try make(site)
        try site.folder.write("<p>mine</p>", to: "public/about.html")
        try site.folder.write("a{}", to: "public/gallery.0123456789.css")
        try site.folder.write("a{}", to: "public/style.css")
        try site.remove("photos/b.png")
        try await site.build()
        let result = try make(site)
        #expect(result.removed == 1)
        #expect(result.written == 3)
        let names = try names(site)
        #expect(!names.contains("b.html"))
        for kept in ["about.html", "gallery.0123456789.css", "style.css"] { #expect(names.contains(kept)) }
        #expect(try text(site, "a.html").contains("<a rel=\"next\" href=\"c.html\""))
    }

    @Test func twoManifestsDoNotTakeOneAnothersPages() async throws {
        let site = try await site()
        _ = try make(site)
        let before = try site.files("public")
        try site.folder.write(
            Self.manifest.replacing("public/images", with: "public/others").replacing(
                "./images", with: "/others"),
            to: "others.yml")
        var options = site.options
        options.manifest = site.path("others.yml")
        _ = try await SiteBuilder(options: options, environment: [:]).build()
        let error = #expect(throws: SiteError.self) {
            try SiteGallery(options: options, environment: [:]).make(GalleryOptions())
        }
        #expect(
            error.map(String.init(describing:))?.contains("is a page of another manifest's gallery") == true)
        #expect(try site.files("public").filter { !$0.key.hasPrefix("others/") } == before)
        // In its own folder it is created, and removes nothing.
        var gallery = GalleryOptions()
        gallery.root = site.path("public/others")
        _ = try SiteGallery(options: options, environment: [:]).make(gallery)
        #expect(try site.files("public").filter { !$0.key.hasPrefix("others/") } == before)
        // Outside of the project, a root identifies the manifest by its name, wherever the project is.
        func owner(_ manifest: String, _ output: String = "/srv/one") -> GalleryOwner {
            GalleryOwner(manifest: manifest, output: output, baseURL: "/images", root: "/srv")
        }
        #expect(owner("/ci/17/images.yml") == owner("/ci/18/images.yml"))
        #expect(owner("/ci/17/images.yml") != owner("/ci/17/b.yml"))
        #expect(owner("/ci/17/images.yml", "/ci/17/images") == owner("/ci/18/images.yml", "/ci/18/images"))
        // Most manifests have the same name.
        #expect(owner("/home/images.yml") != owner("/away/images.yml", "/srv/two"))
        // Both folders moved together: still the same manifest's.
        let there = try TestSite(Self.manifest, pictures: ["a"])
        try await there.build()
        for (name, data) in before { try there.put(data, "public/" + name) }
        _ = try make(there)
    }

    @Test func twoManifestsWithPicturesElsewhereDoNotEither() async throws {
        let site = try TestSite(pictures: [])
        func options(_ name: String) -> BuildOptions {
            BuildOptions(manifest: site.path(name + "/images.yml"), inProcess: .threads)
        }
        for name in ["a", "b"] {
            let address = "https://cdn.example.org/\(name)/images"
            try site.folder.write(
                Self.manifest.replacing("./images", with: address), to: name + "/images.yml")
            try site.picture("\(name)/photos/\(name).png", 0)
            _ = try await SiteBuilder(options: options(name), environment: [:]).build()
        }
        var gallery = GalleryOptions()
        gallery.root = site.path("site")
        _ = try SiteGallery(options: options("a"), environment: [:]).make(gallery)
        let before = try site.files("site")
        let error = #expect(throws: SiteError.self) {
            try SiteGallery(options: options("b"), environment: [:]).make(gallery)
        }
        #expect(
            error.map(String.init(describing:))?.contains("is a page of another manifest's gallery") == true)
        #expect(try site.files("site") == before)
        #expect(try SiteGallery(options: options("a"), environment: [:]).make(gallery).written == 0)
    }

    @Test func whosePagesTheyAreDoesNotDependOnWhereTheProjectIs() {
        func owner(_ name: String, in project: String, root: String) -> GalleryOwner {
            GalleryOwner(
                manifest: "\(project)/\(name)/images.yml", output: "\(project)/\(name)/public/images",
                baseURL: "https://cdn.example.org/\(name)/images", root: root)
        }
        let here = owner("a", in: "/home/ada/site", root: "/home/ada/site/pages")
        #expect(here == owner("a", in: "/ci/17", root: "/ci/17/pages"))
        #expect(here != owner("b", in: "/home/ada/site", root: "/home/ada/site/pages"))
        let pages = "/var/www"
        #expect(owner("a", in: "/var/ci/17", root: pages) == owner("a", in: "/var/ci/18", root: pages))
        // Manifests among the pages are identified by their place there.
        func among(_ root: String, _ name: String) -> GalleryOwner {
            GalleryOwner(
                manifest: "\(root)/\(name)/images.yml", output: "/pictures", baseURL: "/images", root: root)
        }
        #expect(among("/srv", "a") == among("/www", "a"))
        #expect(among("/srv", "a") != among("/srv", "b"))
    }

    @Test func pagesOfEarlierVersionsAreKnown() {
        // The digits are those of sha256sum, for "../images.yml" and "images.yml:one".
        let below = GalleryOwner(
            manifest: "/site/images.yml", output: "/site/public/images", baseURL: "/images",
            root: "/site/public")
        #expect(below.ending == " (145d48e8)")
        let away = GalleryOwner(
            manifest: "/ci/17/images.yml", output: "/srv/one", baseURL: "/one", root: "/srv")
        #expect(away.ending == " (81224494)")
        func relation(_ mark: String, _ name: String) -> GalleryOwner.Relation {
            below.relation(of: Array("<meta name=\"generator\" content=\"\(mark)\">".utf8), named: name)
        }
        #expect(relation("alcedo gallery 0.1.0 (145d48e8)", "a.html") == .own)
        #expect(relation("alcedo gallery 0.1.0 a.html (145d48e8)", "a.html") == .own)
        // A copy is the user's own page.
        #expect(relation("alcedo gallery 0.1.0 a.html (145d48e8)", "b.html") == .foreign)
        #expect(relation("alcedo gallery 0.1.0 a.html (81224494)", "a.html") == .others)
    }

    @Test(arguments: ["index.html", "b.html"])
    func aPageThatNoGalleryHasMadeIsNotReplaced(_ name: String) async throws {
        let site = try await site()
        try site.folder.write("<p>mine</p>", to: "public/" + name)
        let before = try site.statuses()
        #expect(throws: SiteError.self) { try make(site) }
        #expect(try site.statuses() == before)
        #expect(try text(site, name) == "<p>mine</p>")
    }

    /// Minified pages and style sheets.
    @Test(arguments: ["<meta name=generator content=", "<meta content="])
    func whatAToolHasMadeSmallerIsWrittenAgain(_ spelling: String) async throws {
        let site = try await site()
        try make(site)
        let before = try site.files("public")
        for name in try names(site) {
            var bytes = try text(site, name)
            if name.hasSuffix(".html") {
                #expect(bytes.contains("<meta name=\"generator\" content="))
                bytes = bytes.replacingOccurrences(of: "<meta name=\"generator\" content=", with: spelling)
            }
            try site.folder.write(bytes.replacingOccurrences(of: "\n", with: " "), to: "public/" + name)
        }
        try make(site)
        #expect(try site.files("public") == before)
    }

    @Test func aLinkOrAFolderWithThatNameIsNotReplacedEither() async throws {
        let site = try await site()
        try FileManager.default.createSymbolicLink(
            atPath: site.path("public/a.html"), withDestinationPath: site.path("images.yml"))
        #expect(throws: SiteError.self) { try make(site) }
        try site.remove("public/a.html")
        try site.folder.write("x", to: "public/a.html/x")
        #expect(throws: SiteError.self) { try make(site) }
    }

    @Test func aCustomTemplateIsUsedAndItsOldFilesAreDeleted() async throws {
        let site = try await site(["a"])
        let page = GalleryTemplateTests.head + "<link href=\"{{files.style_css}}\">{{gallery.title}}"
        for name in ["index", "photo"] { try site.folder.write(page, to: "gallery/\(name).html") }
        try site.folder.write("one", to: "gallery/style.css")
        let first = try make(site) { $0.title = "<My> \"own\"" }
        #expect(first.template?.hasSuffix("/gallery") == true)
        #expect(try text(site, "index.html").hasSuffix("&lt;My&gt; &quot;own&quot;"))
        try site.folder.write("two", to: "gallery/style.css")
        let second = try make(site) { $0.title = "<My> \"own\"" }
        #expect((second.written, second.removed) == (3, 1))
        #expect(try names(site).filter { $0.hasSuffix(".css") }.count == 1)
    }

    /// A page, a piece, a file that pages name, and the folder itself.
    @Test(arguments: ["index.html", "part.html", "style.css", ""])
    func aTemplateDoesNotPublishFilesFromElsewhere(name: String) async throws {
        let site = try await site(["a"])
        let outside = try TemporaryFolder()
        let page = GalleryTemplateTests.head + "<link href=\"{{files.style_css}}\">{{>part}}"
        for name in ["index", "photo"] { try outside.write(page, to: "\(name).html") }
        for name in ["part.html", "style.css", "unused.jpg"] { try outside.write("secret", to: name) }
        if name.isEmpty {
            try site.folder.link("gallery", to: outside.path)
        } else {
            try FileManager.default.copyItem(atPath: outside.path, toPath: site.path("gallery"))
            // A file that no page names is not part of the template.
            for name in [name, "unused.jpg"] {
                try site.remove("gallery/" + name)
                try site.folder.link("gallery/" + name, to: outside.path + "/" + name)
            }
        }
        let before = try site.files("public")
        let folders: [String?] = name.isEmpty ? [nil] : [nil, site.path("gallery")]
        for template in folders {
            let error = #expect(throws: ToolError.self) { try make(site) { $0.template = template } }
            #expect(error?.description.contains("the file is a link that leads out of") == true)
            #expect(try site.files("public") == before)
        }
        try site.write(Self.manifest + "\nallow-outside: \(outside.path)\n")
        for template in folders { try make(site) { $0.template = template } }
        let names = try names(site)
        #expect(names.contains { $0.hasPrefix("style.") } && !names.contains { $0.hasPrefix("unused.") })
        // The user's own word.
        try site.write(Self.manifest)
        try make(site) { $0.template = outside.path }
    }

    @Test func aMistakeInTheTemplateComesBeforeTheFirstWrite() async throws {
        let site = try await site(["a"])
        try site.folder.write(GalleryTemplateTests.head, to: "gallery/index.html")
        try site.folder.write("no mark", to: "gallery/photo.html")
        let before = try site.statuses()
        #expect(throws: ToolError.self) { try make(site) }
        #expect(try site.statuses() == before)
    }

    @Test func withItsAddressAPageSaysHowOthersShowIt() async throws {
        let site = try await site(["a"])
        _ = try make(site) { $0.site = "https://example.org/trip/" }
        let page = try text(site, "a.html")
        #expect(page.contains("<link rel=\"canonical\" href=\"https://example.org/trip/a.html\">"))
        #expect(
            page.contains("<meta property=\"og:image\" content=\"https://example.org/trip/images/a-photo-"))
        #expect(page.contains("\"contentUrl\": \"https://example.org/trip/images/a-photo-"))
        #expect(throws: ToolError.self) { try make(site) { $0.site = "example.org" } }
    }

    @Test func picturesBesideThePagesHaveWholeAddressesToo() async throws {
        let site = try TestSite(
            Self.manifest.replacingOccurrences(of: "./images", with: "../images"), pictures: ["a"])
        try await site.build()
        _ = try make(site) {
            $0.root = site.path("public/pages")
            $0.site = "https://example.org/trip/pages"
        }
        #expect(
            try text(site, "pages/a.html").contains(
                "<meta property=\"og:image\" content=\"https://example.org/trip/images/a-photo-"))
    }

    @Test func aFolderWithASpaceIsFound() async throws {
        let site = try TestSite(
            Self.manifest.replacingOccurrences(of: "public/images", with: "public/My images")
                .replacingOccurrences(of: "./images", with: "./My%20images"), pictures: ["a"])
        try await site.build()
        #expect(try make(site).overview == site.path("public/index.html"))
    }

    @Test func anUnknownVariantIsNamed() async throws {
        let site = try await site(["a"])
        #expect(
            throws: ToolError.usage(
                "no picture has a variant 'phto' with files; the variants are card, photo")
        ) {
            try make(site) { $0.variant = "phto" }
        }
    }

    @Test func hostileWordsStayWords() async throws {
        let site = try await site(["a"])
        var index = try ImageIndex(contentsOf: site.path("public/images/index.json"))
        var entry = try #require(index["a.png"])
        let hostile = "\"\u{301}><script>alert(1)</script>{{gallery.title}}<!--"
        entry.alt = hostile
        entry.meta = ImageIndex.Meta()
        entry.meta?.title = hostile
        entry.meta?.copyright = hostile
        entry.meta?.lensModel = hostile
        index["a.png"] = nil
        index["\"><script>.png"] = entry
        try site.put(index.canonicalJSON(), "hostile.json")
        _ = try make(site) {
            $0.index = site.path("hostile.json")
            $0.site = "https://example.org"
        }
        for name in try names(site) where name.hasSuffix(".html") {
            let bytes = Array(try site.bytes("public/" + name))
            let text = String(decoding: bytes, as: UTF8.self)
            // The page's own: the script file and, on a picture's page, the description for search engines.
            #expect(text.components(separatedBy: "<script>").count == 1)
            // In structured data, quotes are escaped as in JSON, and only "<" could end it.
            let parts = text.components(separatedBy: "<script type=\"application/ld+json\">")
            #expect(!parts[0].unicodeScalars.contains("\"\u{301}>".unicodeScalars))
            let rest =
                parts.count == 2 ? parts[1].components(separatedBy: "</script>").dropFirst().joined() : ""
            #expect(!rest.unicodeScalars.contains("\"\u{301}>".unicodeScalars))
            #expect(text.contains("{{gallery.title}}"))
        }
    }

    @Test func anIndexThatNoBuildWritesIsRefused() async throws {
        let site = try await site(["a"])
        let text = String(decoding: try site.bytes("public/images/index.json"), as: UTF8.self)
        for (part, other) in [
            ("\"url\": \"./images/", "\"url\": \"javascript:"), ("\"type\": \"image/", "\"type\": \"text/"),
            ("\"baseURL\": \"./images", "\"baseURL\": \"https://evil.example"),
            ("\"./images", "\"/elsewhere"),
        ] {
            let changed = text.replacing(part, with: other)
            #expect(changed != text)
            try site.put(Data(changed.utf8), "public/images/index.json")
            let error = #expect(throws: ImageIndexError.self, "\(other)") { try make(site) }
            #expect(error?.description.contains("build the images first") == true)
            #expect(try !site.exists("public/index.html"))
        }
    }

    // MARK: - Albums, tags, and files beside the pages

    @Test func pagesOfAlbumsAndTagsThatAreGoneGo() async throws {
        let site = try await described(
            "  albums: folders\n  page-size: 1\n  site: https://example.org\n", ["a", "x/b", "y/c", "y/d"])
        #expect(try make(site).pictures == 4)
        let all = try names(site).filter { $0.hasSuffix(".html") || $0.hasSuffix(".xml") }
        #expect(
            all == [
                "a.html", "album-x.html", "album-y-page-2.html", "album-y.html", "feed.xml", "index.html",
                "sitemap.xml", "x-b.html", "y-c.html", "y-d.html",
            ])
        try site.folder.write("<p>mine</p>", to: "public/album-z.html")
        try site.folder.write("<rss/>", to: "public/own.xml")
        try site.remove("photos/x/b.png")
        try site.remove("photos/y/d.png")
        try await site.build()
        #expect(try make(site).removed == 4)
        let rest = try names(site).filter { $0.hasSuffix(".html") || $0.hasSuffix(".xml") }
        #expect(
            rest == [
                "a.html", "album-y.html", "album-z.html", "feed.xml", "index.html", "own.xml", "sitemap.xml",
                "y-c.html",
            ])
        #expect(try make(site).written == 0)
        // Without an address there is neither feed nor sitemap.
        try site.write(Self.manifest)
        try make(site)
        let names = try names(site)
        #expect(!names.contains("feed.xml") && !names.contains("sitemap.xml") && names.contains("own.xml"))
    }

    @Test(arguments: ["feed.xml", "sitemap.xml"])
    func aForeignFeedOrSitemapStays(_ name: String) async throws {
        let site = try await site(["a"])
        try site.folder.write("<mine/>", to: "public/" + name)
        let result = try make(site) { $0.site = "https://example.org" }
        #expect(result.hint == "\(name) beside the pages is not the gallery's, so nothing replaces it")
        #expect(try text(site, name) == "<mine/>")
        #expect(try text(site, "a.html").contains("application/rss+xml") == (name != "feed.xml"))
    }

    @Test func aFileOfOnesOwnInPlaceOfTheFeedIsNotToBeDeleted() async throws {
        let site = try await site(["a", "b"])
        try make(site) { $0.site = "https://example.org" }
        try site.folder.write("<mine/>", to: "public/feed.xml")
        try site.folder.write("<p>mine</p>", to: "public/b.html")
        try site.remove("photos/b.png")
        try await site.build()
        for _ in 0..<2 {
            let result = try make(site) { $0.site = "https://example.org" }
            #expect(result.hint == "feed.xml beside the pages is not the gallery's, so nothing replaces it")
        }
        #expect(try text(site, "feed.xml") == "<mine/>" && text(site, "b.html") == "<p>mine</p>")
    }

    @Test func theIconIsTheManifestsOrThatBesideThePages() async throws {
        let site = try await described("  icon: brand/logo.svg\n", ["a"])
        #expect(throws: ManifestMistakes.self) { try make(site) }
        try site.folder.write("<svg/>", to: "brand/logo.svg")
        try make(site)
        // By sha256sum.
        let link = "<link rel=\"icon\" href=\"icon.d4dc566691.svg\" type=\"image/svg+xml\">"
        #expect(try text(site, "a.html").contains(link) && text(site, "index.html").contains(link))
        #expect(try text(site, "icon.d4dc566691.svg") == "<svg/>")
        try site.folder.write("<svg />", to: "brand/logo.svg")
        #expect(try make(site).removed == 1)
        try site.folder.write("GIF89a", to: "brand/logo.gif")
        try site.write(Self.manifest + "\ngallery: { icon: brand/logo.gif }\n")
        #expect(try make(site).removed == 1)
        #expect(try names(site).filter { $0.hasPrefix("icon.") }.count == 1)
        try site.write(Self.manifest)
        #expect(try make(site).removed == 1)
        #expect(try text(site, "a.html").contains("<link rel=\"icon\" href=\"data:image/svg+xml,"))
        try site.folder.write("ico", to: "public/favicon.ico")
        try make(site)
        #expect(
            try text(site, "a.html").contains(
                "<link rel=\"icon\" href=\"favicon.ico\" type=\"image/x-icon\">"))
    }

    @Test func theIconsOfTheSiteAreThoseOfTheGallery() async throws {
        let site = try await site(["a"])
        var index = try ImageIndex(contentsOf: site.path("public/images/index.json"))
        index.siteIcons = ImageIndex.Favicon(
            files: [
                .init(bytes: 1, digest: nil, file: "i.svg", rel: "icon", type: "image/svg+xml", url: "/i.svg")
            ],
            folder: "..", source: "i.svg")
        try site.put(index.canonicalJSON(), "icons.json")
        try site.folder.write("ico", to: "public/favicon.ico")
        try make(site) { $0.index = site.path("icons.json") }
        let page = try text(site, "a.html")
        #expect(page.contains("<link rel=\"icon\" href=\"/i.svg\" type=\"image/svg+xml\">"))
        #expect(!page.contains("favicon.ico"))
    }

    @Test(arguments: [
        ("logo.txt", "must be a file with the ending"), ("gone.svg", "is not a file"),
        ("brand", "must be a file"), ("text.png", "is not a picture of this type, but plain text"),
        ("page.svg", "is not a picture of this type, but an HTML page"),
        ("link.svg", "leads out of the manifest's folder"),
    ])
    func anIconThatCannotBeReadHasItsPlace(_ name: String, _ message: String) async throws {
        let site = try await described("  icon: \(name)\n", ["a"])
        let outside = try TemporaryFolder()
        try outside.write("secret", to: "a.svg")
        try site.folder.write("not a picture", to: "text.png")
        try site.folder.write("<html><svg/></html>", to: "page.svg")
        try site.folder.link("link.svg", to: outside.path + "/a.svg")
        let before = try site.files("public")
        let error = #expect(throws: ManifestMistakes.self) { try make(site) }
        #expect(
            error?.description.contains("images.yml:12:9: error: the icon '\(name)' \(message)") == true,
            "\(error)")
        #expect(try site.files("public") == before)
        // `alcedo check` says the same.
        let check = SiteChecker.check(manifest: site.path("images.yml"), environment: [:])
        #expect(check.diagnostics.map(\.description) == error?.description.components(separatedBy: "\n"))
    }

    @Test func otherSitesShowTheVariantForThem() async throws {
        let site = try await described("  social: card\n  site: https://example.org\n", ["a"])
        try make(site)
        for page in ["a.html", "index.html"] {
            #expect(
                try text(site, page).contains("\"og:image\" content=\"https://example.org/images/a-card-30x"))
        }
    }

    @Test func anOldTemplateHasAllPicturesOnOnePage() async throws {
        let site = try await site(["a", "b", "c"])
        let page = GalleryTemplateTests.head + "{{#photos}}{{title}}{{/photos}}"
        for name in ["index", "photo"] {
            try site.folder.write(
                name == "index" ? page : GalleryTemplateTests.head, to: "gallery/\(name).html")
        }
        try make(site)
        #expect(try text(site, "index.html").hasSuffix("ABC"))
        let error = #expect(throws: ToolError.self) { try make(site) { $0.pageSize = 2 } }
        #expect(
            error?.description.contains("gallery/index.html:1:1: error: the pictures need more than one page")
                == true)
    }

    // MARK: - The manifest

    private func described(_ gallery: String, _ pictures: [String] = ["a", "b", "c"]) async throws -> TestSite
    {
        let site = try TestSite(Self.manifest + "\ngallery:\n" + gallery, pictures: pictures)
        try await site.build()
        return site
    }

    @Test func theManifestDescribesTheGalleryAndOptionsOverrideIt() async throws {
        let site = try await described(
            "  title: Island\n  description: Drei Tage\n  language: de\n  site: https://example.org/island/\n  order: title\n"
        )
        _ = try make(site)
        let overview = try text(site, "index.html")
        #expect(
            overview.contains("<html lang=\"de\" dir=\"ltr\">")
                && overview.contains("<h1><bdi>Island</bdi></h1>"))
        #expect(
            overview.contains("<p><bdi>Drei Tage</bdi></p>") && overview.contains("Zu den Bildern springen"))
        #expect(overview.contains("<link rel=\"canonical\" href=\"https://example.org/island/\">"))
        #expect(try make(site).written == 0)
        // Changed once, and back.
        #expect(try make(site) { ($0.title, $0.language) = ("Iceland", "en") }.written > 0)
        #expect(try text(site, "index.html").contains("<h1><bdi>Iceland</bdi></h1>"))
        _ = try make(site)
        #expect(try text(site, "index.html") == overview)
    }

    @Test func noEnglishWordIsLeftOnAGermanPage() async throws {
        let site = try await described("  { language: de, words: { skip: Gleich zu den Bildern } }\n")
        let result = try make(site)
        #expect(result.hint == nil)
        let pages = try text(site, "index.html") + text(site, "b.html")
        for word in ["Picture ", "Pictures", " pictures", "Photographs", "Skip", "Previous", "Next"] {
            #expect(!pages.contains(word), "\(word)")
        }
        for text in [
            "Gleich zu den Bildern", "3 Bilder", "Fotografien", "Bild 2 von 3", "Vorheriges Bild: A",
            "Nächstes Bild: C",
            "aria-label=\"Bilder\"",
        ] {
            #expect(pages.contains(text), "\(text)")
        }
    }

    @Test func anUnknownLanguageGetsAHint() async throws {
        let site = try await site(["a"])
        let hint = try make(site) { $0.language = "eo" }.hint
        #expect(hint?.contains("'eo'") == true && hint?.contains("words: …") == true)
        #expect(try text(site, "index.html").contains("<html lang=\"eo\" dir=\"ltr\">"))
        #expect(throws: ToolError.self) { try make(site) { $0.language = "no language" } }
    }

    @Test func picturesAreOrderedByTitleOrTime() throws {
        func entry(_ title: String, _ time: String?) -> ImageIndex.Entry {
            var meta = ImageIndex.Meta()
            meta.title = title
            meta.dateTimeOriginal = time
            return ImageIndex.Entry(
                meta: meta, source: .init(bytes: 1, digest: "sha256-", format: "jpeg", height: 2, width: 3),
                variants: [
                    "photo": ImageIndex.Variant(
                        formats: [], img: ImageIndex.Fallback(height: 2, src: "/i/x.jpg", width: 3))
                ])
        }
        var index = ImageIndex(baseURL: "/i", generator: "test")
        index.order = ["1", "2", "3", "4", "5"]
        index.images = [
            "1": entry("Lake 10", "2024-05-01T09:30:00+02:00"), "2": entry("lake 9", nil),
            "3": entry("Été", "2023-01-01T00:00:00"), "4": entry("Zoo", "2024-05-01T09:30:00Z"),
            "5": entry("eta", nil),
        ]
        func order(_ order: GallerySettings.Order?) throws -> [String] {
            var options = GalleryOptions()
            options.order = order
            return try GalleryPhoto.all(of: index, options).map(\.id)
        }
        #expect(try order(nil) == ["1", "2", "3", "4", "5"])
        #expect(try order(.title) == ["5", "3", "2", "1", "4"])
        #expect(try order(.oldest) == ["3", "1", "4", "2", "5"])
        #expect(try order(.newest) == ["1", "4", "3", "2", "5"])
    }
}
