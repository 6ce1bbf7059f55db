import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoGallery
@testable import AlcedoManifest
@testable import AlcedoStarter

/// Starter manifests for the contents of a folder.
@Suite struct SiteStarterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ kind: StarterKind? = nil) throws -> SiteStarter.Result {
        try SiteStarter(folder: folder.path).write(for: kind)
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
    }

    /// Every file below the folder.
    private func names() throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: folder.path))
    }

    @Test(arguments: StarterKind.allCases)
    func everyManifestHasNoMistakesAndFindsItsPictures(_ kind: StarterKind) throws {
        try folder.write("x", to: "photos/trip/a.jpg")
        try folder.write("x", to: "photos/b.HEIC")
        let result = try write(kind)
        #expect(result.kind == kind)
        #expect(result.hasPictures && result.pictures == [kind == .html ? "." : "photos"])
        let check = SiteChecker.check(manifest: folder.path + "/images.yml", environment: [:])
        #expect(check.diagnostics == [])
        #expect(check.sources == 2)
        #expect(try names().contains("gallery/photo.html") == (kind == .plain))
    }

    @Test(
        arguments: [
            "two\nlines.png", "a\tb/c.png", "\u{1B}[2J.png", "\u{7F}.png", "\u{85}.png", "\u{2028}.png",
        ],
        [
            ("", StarterKind.plain), ("photos/", .plain), ("photos/", .ignite), ("", .html),
            ("static/", .hugo), ("public/", .hugo),
        ])
    func aNameThatAManifestRefusesIsLeftOut(name: String, place: (folder: String, kind: StarterKind)) throws {
        for name in [name, name.replacing("/", with: "/d"), "good.png"] {
            try folder.write("x", to: place.folder + name)
        }
        if place.folder == "public/" { try folder.write("x", to: "static/good.png") }
        let result = try write(place.kind)
        let shown = place.folder + name.prefix { $0 != "/" }
        #expect(result.unread.count == 1 && result.unread[0].hasPrefix("'\(shown)' holds a "))
        let check = SiteChecker.check(manifest: folder.path + "/images.yml", environment: [:])
        #expect(check.diagnostics == [])
        #expect(check.sources == 1)
    }

    /// As in a site of Next.js.
    @Test(arguments: ["public", "Public"]) func picturesThatAnUnknownGeneratorPublishesAreNamed(
        _ name: String
    ) throws {
        try folder.write("x", to: "\(name)/images/a.png")
        try folder.write("{}", to: "package.json")
        let result = try write()
        #expect(result.kind == .plain && result.hasPictures && result.pictures == [name])
        let check = SiteChecker.check(manifest: folder.path + "/images.yml", environment: [:])
        #expect(check.diagnostics == [])
        #expect(check.sources == 1)
        #expect(try write().written.isEmpty)
    }

    @Test func existingFilesStayAndNothingElseIsWritten() throws {
        try folder.write("mine", to: "gallery/gallery.css")
        let before = try names()
        #expect(throws: SiteError.self) { try write() }
        #expect(try names() == before)
        #expect(try bytes("gallery/gallery.css") == Data("mine".utf8))
        try folder.write("version: 1", to: "images.yml")
        #expect(throws: SiteError.self) { try write(.hugo) }
        #expect(try bytes("images.yml") == Data("version: 1".utf8))
    }

    @Test func nothingIsWrittenThroughALink() throws {
        let other = try TemporaryFolder()
        for target in [other.path, "photos", "nowhere"] {
            try folder.write("x", to: "photos/a.jpg")
            try folder.link("gallery", to: target)
            let before = try names()
            let error = #expect(throws: SiteError.self) { try write() }
            #expect("\(try #require(error))".contains("gallery is"))
            #expect(try names() == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == [])
            try FileManager.default.removeItem(atPath: folder.path + "/gallery")
        }
    }

    @Test func existingFilesWithTheSameContentAreFine() throws {
        let first = try write()
        #expect(first.written.count == GalleryFiles.all.count + 1 && first.kept.isEmpty)
        try FileManager.default.removeItem(atPath: folder.path + "/gallery/card.html")
        // By now pictures have been built.
        try folder.write("x", to: "public/images/a.jpg")
        let second = try write()
        #expect(second.written == ["gallery/card.html"])
        #expect(second.kept.count == GalleryFiles.all.count)
    }

    @Test func aForeignFolderIsNotUsedForTheOutput() throws {
        try folder.write("x", to: "photos/a.jpg")
        try folder.write("x", to: "static/images/logo.svg")
        _ = try write(.hugo)
        let text = String(decoding: try bytes("images.yml"), as: UTF8.self)
        #expect(text.contains("output: static/alcedo-images"))
        #expect(text.contains("base-url: /alcedo-images"))
    }

    @Test(arguments: [
        (
            "Package.swift", ".package(url: \"https://github.com/johnsundell/publish.git\", from: \"0.9.0\")",
            StarterKind.publish
        ),
        ("Package.swift", ".package(url: \"https://github.com/loopwerk/Saga\", from: \"2.0.0\")", .saga),
        (
            "Package.swift", ".package(url: \"https://github.com/twostraws/Ignite.git\", branch: \"main\")",
            .ignite
        ),
        ("Package.swift", ".target(name: \"Publisher\")", .plain),
        (
            "Package.swift",
            "// .package(url: \"https://a.example/publish\")\n/* \"Toucan\"\n*/ \"x\" // \"saga\"",
            .plain
        ),
        (
            "Package.swift", ".package(url: \"https://a.example/x\"), /* \" */ .package(path: \"../Saga\")",
            .saga
        ), ("hugo.toml", "title = 'x'", .hugo),
        ("_config.yml", "title: x", .plain), ("eleventy.config.js", "", .eleventy),
        (".eleventy.js", "", .eleventy),
        ("astro.config.mjs", "", .astro), ("mkdocs.yml", "site_name: x", .mkdocs), ("config.toml", "", .hugo),
        ("pelicanconf.py", "SITENAME = 'x'", .pelican),
        ("config/_default/hugo.yaml", "", .hugo), ("toucan.yml", "", .toucan),
        ("Sources/Lib/Lib.docc/Lib.md", "# x", .docc), ("notes.txt", "", .plain),
        ("index.html", "", .html), ("trip.htm", "<p><IMG src=a.jpg>", .html), ("trip.html", "<p>", .plain),
    ])
    func whatMakesThePagesIsSeen(_ file: String, _ text: String, _ kind: StarterKind) throws {
        try folder.write(text, to: file)
        let result = try write()
        #expect(result.kind == kind)
        #expect(result.reason != nil)
        #expect(result.isPackage == (file == "Package.swift"))
    }

    @Test(arguments: [
        (["_config.yml", "_posts/a.md"], StarterKind.jekyll), (["_config.yml", "scaffolds/post.md"], .plain),
        (["config.toml", "templates/index.html"], .zola),
        (["config.toml", "themes/x/templates/index.html"], .hugo),
        (["config.toml", "layouts/index.html"], .hugo),
    ])
    func namesThatSeveralGeneratorsHaveAreNotEnough(_ files: [String], _ kind: StarterKind) throws {
        for file in files { try folder.write("", to: file) }
        #expect(try write().kind == kind)
    }

    /// A site with a theme may have no templates, and the same settings' name as Hugo's.
    @Test(arguments: [
        ("# x\nbase_url = \"https://a.example/z\"\n[extra]\n", StarterKind.zola),
        ("baseURL = \"https://a.example\"\n# base_url = 1", .hugo),
    ])
    func zolasSettingsHaveAnAddress(_ settings: String, _ kind: StarterKind) throws {
        try folder.write(settings, to: "config.toml")
        #expect(try write().kind == kind)
    }

    @Test func aCatalogOfATargetGetsItsPictures() throws {
        try folder.write("# x", to: "Sources/Lib/Lib.docc/Lib.md")
        _ = try write()
        let text = String(decoding: try bytes("images.yml"), as: UTF8.self)
        #expect(text.contains("output: Sources/Lib/Lib.docc/images"))
    }

    /// Returns what a manifest would take.
    private func found(_ kind: StarterKind = .plain) throws -> StarterPictures {
        let site = StarterSite(kind, in: folder.path)
        return try StarterPictures.choices(in: folder.path, for: kind, site: site)[0]
    }

    /// Returns the paths of the sources of the written manifest, which has no mistakes.
    private func sources() throws -> [String] {
        let check = SiteChecker.check(manifest: folder.path + "/images.yml", environment: [:])
        #expect(check.diagnostics == [])
        let read = ManifestReader.read(path: folder.path + "/images.yml", environment: [:])
        return SourceResolver(try #require(read.manifest)).resolve().sources.map(\.origin.shown).sorted()
    }

    @Test func picturesAreFoundWhereTheyAre() throws {
        #expect(try found() == StarterPictures(folders: ["photos"], isThere: false))
        try folder.write("x", to: "IMG_1.JPG")
        #expect(try found() == StarterPictures(folders: [""], isThere: true))
        try folder.write("x", to: "node_modules/a/b.png")
        try folder.write("x", to: "my [best] \"trip\"/a/b/c/d/e/f/g/day/b.png")
        #expect(
            try found()
                == StarterPictures(folders: [""], isEverything: true, excluded: ["public"], isThere: true))
        let result = try write()
        #expect(result.hasPictures && result.pictures == ["."])
        #expect(try sources() == ["IMG_1.JPG", "my [best] \"trip\"/a/b/c/d/e/f/g/day/b.png"])
    }

    @Test func everyFolderWithPicturesIsNamed() throws {
        for name in ["trip/a.jpg", "Photos/a.jpg", "assets/a.jpg"] { try folder.write("x", to: name) }
        let result = try write()
        #expect(result.pictures == ["Photos", "trip", "assets"])
        #expect(result.otherPictures == [])
        #expect(try sources() == ["Photos/a.jpg", "assets/a.jpg", "trip/a.jpg"])
        let text = String(decoding: try bytes("images.yml"), as: UTF8.self)
        // The ids of three pictures 'a.jpg' would collide.
        #expect(!text.contains("root:"))
        #expect(text.components(separatedBy: "\n  - path: ").count == 4)
    }

    @Test func manyFoldersAreOnePattern() throws {
        for day in 1...5 { try folder.write("x", to: "day \(day)/a.jpg") }
        for name in ["dist/a.jpg", "docs/a.jpg", "public/a.jpg"] { try folder.write("x", to: name) }
        _ = try write()
        #expect(try sources() == (1...5).map { "day \($0)/a.jpg" })
    }

    @Test func whatAProgramWroteIsNotTaken() throws {
        try folder.write("x", to: "blog/img/a.jpg")
        for name in [
            "blog/_site/a.jpg", "blog/dist/img/a.jpg", "blog/node_modules/x/a.jpg", "blog/.build/a.jpg",
            "former/lake.jpg", "thumbs/trip/lake-photo-640x427.0a1b2c3d4e.jpg", "_site/a.jpg", "Output/a.jpg",
            "dist/a.jpg", "public/a.jpg", ".alcedo/a.jpg",
        ] { try folder.write("x", to: name) }
        try folder.write("", to: "blog/dist/index.html")
        try folder.write(
            "{\n  \"base-url\": \"/i\",\n  \"generator\": \"alcedo 0.1.0\"\n}", to: "former/index.json")
        _ = try write()
        #expect(try sources() == ["blog/img/a.jpg"])
        // A folder of the author's may have such a name.
        try folder.write("x", to: "photos/public/a.jpg")
        #expect(try found().folders == ["photos", "blog"])
        #expect(try found().excluded == ["blog/_site", "blog/dist"])
    }

    /// Jekyll's files may be in a folder, and what it copies is there.
    @Test func jekyllsSourceIsAFolder() throws {
        for name in ["web/img/a.jpg", "b.jpg"] { try folder.write("x", to: name) }
        try folder.write("source: web\n", to: "_config.yml")
        let result = try write(.jekyll)
        #expect(!result.publishesManifest && result.otherPictures == ["."])
        let text = String(decoding: try bytes("images.yml"), as: UTF8.self)
        #expect(
            text.contains("output: web/assets/alcedo-images ")
                && text.contains("base-url: ./assets/alcedo-images "))
        #expect(try sources() == ["web/img/a.jpg"])
    }

    /// Names that mean something else in a manifest.
    @Test(arguments: ["~", "~x", "a${HOME}b", "#a", "- a: b", "*", "{a,b}", "[a]", "!a", "a\\b", "a\"b", "'"])
    func aFolderMayHaveAnyName(_ name: String) throws {
        try folder.write("x", to: name + "/day/a.jpg")
        _ = try write(.plain)
        #expect(try sources() == ["\(name)/day/a.jpg"])
    }

    /// Hugo and Zola keep the pictures that they make among the site's own, sooner or later.
    @Test(arguments: [
        (StarterKind.hugo, "resources/a.jpg", "resources/_gen/images/a_hu0.jpg"),
        (.zola, "static/i/a.jpg", "static/processed_images/a.0a1b.jpg"),
    ])
    func whatAGeneratorMakesIsNotTaken(_ kind: StarterKind, _ picture: String, _ made: String) throws {
        try folder.write("x", to: picture)
        _ = try write(kind)
        try folder.write("x", to: made)
        #expect(try write(kind).kept == ["images.yml"])
        #expect(try sources() == [picture])
        try FileManager.default.removeItem(atPath: folder.path + "/" + picture)
        #expect(try found(kind).folders == [kind.siteFolder])
    }

    /// Jekyll publishes every file.
    @Test func picturesBesideJekyllsSettingsAreOfTheSite() throws {
        for name in ["lake.jpg", "img/tower.jpg"] { try folder.write("x", to: name) }
        try folder.write("url: https://a.example\n", to: "_config.yml")
        let result = try write(.jekyll)
        #expect(result.otherPictures == [] && result.publishesManifest)
        #expect(try sources() == ["img/tower.jpg", "lake.jpg"])
        try folder.write("exclude: [images.yml]\n", to: "_config.yml")
        #expect(try !write(.jekyll).publishesManifest)
        #expect(try found(.zola).others == ["."])
    }

    @Test(arguments: [
        (StarterKind.hugo, ["static/img/a.jpg", "assets/b.jpg", "content/post/x/a.jpg"], "static"),
        (.publish, ["Resources/img/a.jpg"], "Resources"),
        (.zola, ["content/x/a.jpg", "photos/b.jpg"], "static"),
        (.ignite, ["Assets/a.jpg"], "Assets"), (.mkdocs, ["docs/img/a.jpg"], "docs"),
        (.astro, ["public/a.jpg", "src/assets/b.jpg"], "public"), (.eleventy, ["src/a.jpg"], "_site"),
        (.toucan, ["contents/[home]/assets/a.jpg", "templates/x/b.png"], "assets"),
    ])
    func beforeThereIsASiteTheGeneratorsOwnPicturesAreTaken(
        _ kind: StarterKind, _ pictures: [String], _ copied: String
    ) throws {
        for name in pictures { try folder.write("x", to: name) }
        let result = try write(kind)
        #expect(!result.takesPicturesOfSite && result.changesPages && result.hasPictures)
        #expect(try sources() == pictures.sorted())
        let text = String(decoding: try bytes("images.yml"), as: UTF8.self)
        #expect(text.contains("output: \(copied)/alcedo-images"))
        // Whatever a build and the generator write, the manifest is the same.
        try folder.write("x", to: copied + "/alcedo-images/x/a-photo-640x427.0a1b2c3d4e.jpg")
        try folder.write("x", to: result.site + "/x/a.jpg")
        #expect(try write(kind).kept.contains("images.yml"))
    }

    @Test func settingsNameTheFolderThatIsCopied() throws {
        try folder.write("x", to: "web/a.jpg")
        try folder.write("Saga(input: \"web\", output: \"deploy\")", to: "Sources/Site/main.swift")
        _ = try write(.saga)
        let text = String(decoding: try bytes("images.yml"), as: UTF8.self)
        #expect(text.contains("output: web/alcedo-images"))
        #expect(StarterSite(.mkdocs, in: folder.path).copied == "docs")
        try folder.write("docs_dir: pages\n", to: "mkdocs.yml")
        #expect(StarterSite(.mkdocs, in: folder.path).copied == "pages")
    }

    // MARK: - Pages written by hand

    @Test func pagesWithPicturesAreShownInAnotherFolder() throws {
        try folder.write("<img src=img/a.jpg>", to: "index.html")
        for name in ["img/a.jpg", "logo.png", "blog/x/b.jpg"] { try folder.write("x", to: name) }
        let result = try write()
        #expect(result.kind == .html && result.changesPages && result.site == "public")
        #expect(try sources() == ["blog/x/b.jpg", "img/a.jpg", "logo.png"])
        let text = String(decoding: try bytes("images.yml"), as: UTF8.self)
        #expect(
            text.contains("output: public/alcedo-images\n") || text.contains("output: public/alcedo-images "))
        #expect(text.contains("base-url: ./alcedo-images"))
        try folder.write("x", to: "public/alcedo-images/img/a-photo-640x427.0a1b2c3d4e.jpg")
        try folder.write("x", to: "public/img/a.jpg")
        #expect(try write().kept == ["images.yml"])
        #expect(try sources() == ["blog/x/b.jpg", "img/a.jpg", "logo.png"])
    }

    @Test(arguments: [
        ("de/index.html", "<IMG src=a.jpg>", StarterKind.html), ("de/index.html", "<p>", .plain),
        ("docs/index.html", "<img src=a.jpg>", .plain), ("public/index.html", "<img src=a.jpg>", .plain),
    ])
    func pagesMayBeInFoldersOnly(_ page: String, _ text: String, _ kind: StarterKind) throws {
        try folder.write(text, to: page)
        #expect(try write().kind == kind)
    }

    @Test func aFolderOfAnotherProgramIsNoOutputOfPages() throws {
        try folder.write("", to: "index.html")
        try folder.write("x", to: "img/a.jpg")
        try folder.write("x", to: "public/a.jpg")
        #expect(try write().site == "alcedo-site")
        #expect(try sources() == ["img/a.jpg"])
    }

    // MARK: - The schema

    private static let address =
        "\(AlcedoVersion.repository)/raw/\(AlcedoVersion.current)/Schemas/images.schema.json"

    @Test(arguments: [
        ("", Self.address),
        (
            ".package(path: \"../alcedo\")",
            Self.address
        ),
        (
            ".package(url: \"https://github.com/OWNER/alcedo-plugins\", from: \"0.1.0\")",
            Self.address
        ),
        (
            ".package(url: \"https://github.com/OWNER/alcedo\", from: \"0.1.0\")",
            ".build/checkouts/alcedo/Schemas/images.schema.json"
        ),
        (
            ".package(url: \"https://a.example/Alcedo.git\", from: \"0.1.0\")",
            ".build/checkouts/alcedo/Schemas/images.schema.json"
        ),
    ])
    func theFirstLineNamesTheSchema(_ package: String, _ schema: String) throws {
        if !package.isEmpty { try folder.write(package, to: "Package.swift") }
        _ = try write(.plain)
        let text = String(decoding: try bytes("images.yml"), as: UTF8.self)
        #expect(text.hasPrefix("# yaml-language-server: $schema=\(schema)\n"))
    }

    @Test func aMissingFolderIsCreatedAndAFileIsInTheWay() throws {
        _ = try SiteStarter(folder: folder.path + "/new/site").write()
        #expect(try names().contains("new/site/images.yml"))
        #expect(throws: SiteError.self) {
            try SiteStarter(folder: folder.path + "/new/site/images.yml").write()
        }
    }

    // MARK: - Generators

    /// Each generator's folders for pictures, from its documentation and its own sites.
    @Test(arguments: [
        (StarterKind.publish, "Resources/images/a.jpg", "Output"),
        (.saga, "content/articles/a.jpg", "deploy"),
        (.ignite, "Assets/images/a.jpg", "Build"), (.toucan, "contents/[home]/assets/a.jpg", "dist"),
        (.toucan, "src/contents/a/assets/a.jpg", "dist"), (.hugo, "content/post/a/a.jpg", "public"),
        (.hugo, "static/a.jpg", "public"), (.jekyll, "assets/a.jpg", "_site"),
        (.eleventy, "src/posts/a.jpg", "_site"), (.astro, "src/assets/a.jpg", "dist"),
        (.zola, "content/post/a.jpg", "public"),
    ])
    func picturesOfAGeneratorAreTakenFromTheFinishedSite(
        _ kind: StarterKind, _ picture: String, _ site: String
    )
        throws
    {
        try folder.write("x", to: picture)
        try folder.write("x", to: "photos/b.jpg")
        try folder.write("x", to: site + "/images/a.jpg")
        let result = try write(kind)
        #expect(result.takesPicturesOfSite && result.pictures == [site] && result.hasSite)
        #expect(result.otherPictures == ["photos"])
        let text = String(decoding: try bytes("images.yml"), as: UTF8.self)
        #expect(text.contains("output: \(site)/alcedo-images"))
        #expect(text.contains("base-url: ./alcedo-images"))
        try folder.write("x", to: site + "/alcedo-images/a-photo.jpg")
        let check = SiteChecker.check(manifest: folder.path + "/images.yml", environment: [:])
        #expect(check.diagnostics == [])
        #expect(check.sources == 1)
    }

    @Test func aForeignFolderOfTheSiteIsNotUsedEither() throws {
        try folder.write("x", to: "Resources/a.jpg")
        try folder.write("x", to: "Output/a.jpg")
        try folder.write("x", to: "Output/alcedo-images/logo.svg")
        _ = try write(.publish)
        let text = String(decoding: try bytes("images.yml"), as: UTF8.self)
        #expect(text.contains("output: Output/alcedo-pictures"))
    }

    @Test func withoutAnyPictureAGeneratorsSiteIsNamed() throws {
        let result = try write(.saga)
        #expect(result.takesPicturesOfSite && !result.hasPictures && result.pictures == ["deploy"])
    }

    /// Wildcards do not enter nested packages, so a folder with pictures only in such packages has none.
    @Test func picturesOfNestedPackagesAreNotTaken() throws {
        try folder.write("", to: "Packages/Theme/Package.swift")
        try folder.write("x", to: "Packages/Theme/Pictures/a.png")
        try folder.write("", to: "Theme/Package.swift")
        try folder.write("x", to: "Theme/b.png")
        #expect(try found() == StarterPictures(folders: ["photos"], isThere: false))
        try folder.write("x", to: "shots/c.png")
        #expect(try found() == StarterPictures(folders: ["shots"], isThere: true))
    }

    @Test(arguments: [
        (
            "Sources/main.swift", "Saga(input: \"in\", output: \"./docs/\")", StarterKind.saga, "docs",
            String?.none
        ),
        ("Sources/main.swift", "Saga(input: \"in\", output: \"/srv/www\")", .saga, "deploy", nil),
        ("Sources/main.swift", "Saga(input: \"in\", output: \"../site\")", .saga, "deploy", nil),
        ("Sources/main.swift", "// Saga(input: \"in\", output: \"old\")", .saga, "deploy", nil),
        ("Sources/main.swift", "/* Saga(input: \"in\", output: \"old\") */", .saga, "deploy", nil),
        ("Sources/main.swift", "Saga(input: \"in\", output: \"a/../b\")", .saga, "b", nil),
        (
            "Sources/A/Site.swift",
            "publish(buildDirectoryPath: \"Docs\")\nvar url = URL(static: \"https://a.example/\")",
            .ignite, "Docs", "https://a.example"
        ),
        (
            "Sources/B.swift", "let url: URL = URL(string: \"https://b.example/x\")!", .publish, "Output",
            "https://b.example/x"
        ),
        (
            "Sources/B.swift", "let feedPicture = URL(string: \"https://cdn.example/x\")!", .publish,
            "Output", nil
        ),
        ("toucan.yml", "targets:\n  - name: x\n", .toucan, "dist", "http://localhost:3000"),
        ("toucan.yml", "targets: [", .toucan, "dist", "http://localhost:3000"),
        (
            "toucan.yaml", "targets: [{ output: live, url: 'https://c.example' }]", .toucan, "live",
            "https://c.example"
        ),
        ("config.yaml", "baseURL: https://d.example/\npublishDir: www\n", .hugo, "www", "https://d.example"),
        (
            "hugo.toml",
            "BASEURL = 'https://d.example' # x\n  publishDir = \"my site\"\n[params]\npublishDir = 'no'\n"
                + "baseURL = 'https://no.example'", .hugo, "my site", "https://d.example"
        ),
        ("hugo.toml", "list = [\n  ['a', 'b'],\n]\npublishDir = 'www'\n[[x]]\n", .hugo, "www", nil),
        (
            "hugo.yaml", "params:\n  publishDir: no\n  baseURL: https://no.example\n# publishDir: no\n",
            .hugo,
            "public", nil
        ),
        (
            "hugo.json",
            "{\n\"params\": {\n\"publishDir\": \"no\",\n\"baseURL\": \"https://no.example\"},\n\"publishDir\": \"www\"}",
            .hugo, "www", nil
        ),
        (
            "_config.yml", "url: https://h.example\nbaseurl: \"/blog\"\ndestination: ./www\nx:\n  url: no\n",
            .jekyll, "www",
            "https://h.example/blog"
        ),
        (
            "config.toml", "base_url = \"https://i.example\"\noutput_dir = \"out\"\n[extra]\nbase_url = 'x'",
            .zola, "out", "https://i.example"
        ),
        (
            "pelicanconf.py",
            "# SITEURL = 'https://no.example'\nSITEURL = 'https://p.example/'\nOUTPUT_PATH = \"www/\"\n",
            .pelican, "www", "https://p.example"
        ),
        (
            "publishconf.py", "SITEURL = 'https://p.example/blog'\n", .pelican, "output",
            "https://p.example/blog"
        ),
        (
            "mkdocs.yml", "site_name: x\nsite_url: https://j.example/docs/\n", .mkdocs, "site",
            "https://j.example/docs"
        ),
        (
            "astro.config.mjs",
            "export default defineConfig({\n  // outDir: 'no',\n  site: 'https://k.example',\n  outDir: './www' });",
            .astro, "www",
            "https://k.example"
        ),
        (
            "astro.config.mjs", "defineConfig({ site: 'https://k.example/x', base: '/docs/' })", .astro,
            "dist",
            "https://k.example/docs"
        ),
        (
            "astro.config.mjs", "{ site: 'https://k.example', base: \"docs\" }", .astro, "dist",
            "https://k.example/docs"
        ),
        ("astro.config.mjs", "{ site: 'https://k.example', base: '/' }", .astro, "dist", "https://k.example"),
        (
            "astro.config.mjs", "{ base, /* base: '/no', */ outDir: './www', // base: '/no'\n }", .astro,
            "www", nil
        ),
        ("hugo.toml", "publishDir = [ \"www\", 'no' ]", .hugo, "www", nil),
        ("hugo.yaml", "publishDir: !x y", .hugo, "public", nil),
        (
            ".eleventy.js",
            "copy(\"src/*.png\"); copy('**/*.css'); return { dir: { output: 'docs' } }; /* end */", .eleventy,
            "docs", nil
        ),
        (".eleventy.js", "return { dir: { input: \"src\", output: \"docs\" } };", .eleventy, "docs", nil),
        ("eleventy.config.mjs", "config.setOutputDirectory( 'docs' );", .eleventy, "docs", nil),
        ("eleventy.config.mjs", "// output: 'no'", .eleventy, "_site", nil),
        ("hugo.json", "{\n  \"baseURL\": \"https://e.example/\"\n}", .hugo, "public", "https://e.example"),
        (
            "deploy/index.html", "<head><link href='https://f.example/p/' rel=canonical>", .saga, "deploy",
            "https://f.example/p"
        ),
        (
            "Output/index.html", "<meta property=\"og:url\" content=\"https://g.example/index.html\"/>",
            .publish, "Output",
            "https://g.example"
        ),
        ("Output/index.html", "<link rel=canonical href=/>", .publish, "Output", nil),
    ])
    func theSiteIsWhereItsSettingsSay(
        _ file: String, _ text: String, _ kind: StarterKind, _ site: String, _ address: String?
    ) throws {
        try folder.write(text, to: file)
        let found = StarterSite(kind, in: folder.path)
        #expect(found.folder == site)
        #expect(found.address == address)
    }

    /// The path of pages on a host that the settings do not name.
    @Test(
        arguments: [
            (
                StarterKind.eleventy, "eleventy.config.js", "module.exports = { pathPrefix: \"/pre/\" }",
                "/pre"
            ),
            (.eleventy, ".eleventy.js", "{ pathPrefix: 'a/b' }", "/a/b"),
            (.eleventy, ".eleventy.js", "{ pathPrefix: '/' }", nil),
            (.astro, "astro.config.mjs", "{ base: '/docs' }", "/docs"),
            (.hugo, "hugo.toml", "baseURL = '/blog/'", "/blog"),
            (.jekyll, "_config.yml", "baseurl: /blog\n", "/blog"),
            (.jekyll, "_config.yml", "title: x\n", nil),
            (.astro, "astro.config.mjs", "{ base: '/docs', site: 'https://a.example' }", nil),
        ] as [(StarterKind, String, String, String?)])
    func aPathWithoutAHostIsNamed(_ kind: StarterKind, _ file: String, _ text: String, _ path: String?) throws
    {
        try folder.write(text, to: file)
        #expect(StarterSite(kind, in: folder.path).basePath == path)
        try folder.write("<link rel=canonical href=https://a.example/c>", to: kind.siteFolder + "/index.html")
        let found = StarterSite(kind, in: folder.path)
        #expect(found.basePath == nil && found.address == "https://a.example/c")
    }

    @Test(arguments: ["../out", "/srv/www", "www/../../out"]) func aSiteOutsideOfTheFolderIsNamed(
        _ written: String
    ) throws {
        try folder.write("publishDir: \(written)\n", to: "hugo.yaml")
        let result = try write()
        #expect(result.siteElsewhere == written && result.site == "public")
        try folder.write("publishDir: www\n", to: "hugo.yaml")
        #expect(StarterSite(.hugo, in: folder.path).elsewhere == nil)
    }

    @Test(arguments: ["images.yaml", "alcedo.yml", "Alcedo.YAML"])
    func aManifestOfAnotherNameIsNotGivenASecond(_ name: String) throws {
        try folder.write("version: 1", to: name)
        let before = try names()
        let error = #expect(throws: SiteError.self) { try write(.hugo) }
        #expect(error?.description.hasPrefix("\(name) is here already") == true)
        #expect(try names() == before)
    }

    @Test(arguments: [
        ("contents/index.md", "pipelines/html.yml", StarterKind.toucan),
        ("contents/index.md", "notes.txt", .plain),
    ])
    func namesThatMeanSomethingTogetherAreSeen(_ first: String, _ second: String, _ kind: StarterKind) throws
    {
        try folder.write("", to: first)
        try folder.write("", to: second)
        #expect(try write().kind == kind)
    }
}
