import AlcedoBase
import AlcedoImaging
import AlcedoManifest
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoPreview

/// What a browser is answered, from pages and pictures on the disk.
@Suite struct PreviewSiteTests {
    /// A site in a temporary folder: a manifest, pictures, and pages in `public`.
    final class Folder {
        let path: String

        init(_ manifest: String = Folder.manifest) throws {
            let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
                .appendingPathComponent("alcedo-preview-" + UUID().uuidString)
            path = url.path
            try write(manifest, to: "images.yml")
            try write(Self.drawing("red"), to: "art/sun.svg")
            try write(#"<p><img src="/art/sun.svg" alt="A sun"></p></body>"#, to: "public/index.html")
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        static let manifest = """
            version: 1
            output: public/images
            base-url: /images
            variants: { card: { widths: [40, 80], formats: [webp, png] } }
            sources: [{ path: "art/*.svg" }]
            """

        static func drawing(_ color: String) -> String {
            "<svg xmlns='http://www.w3.org/2000/svg' width='120' height='60'><circle cx='60' cy='30' r='30' fill='\(color)'/></svg>"
        }

        func write(_ text: String, to name: String) throws {
            let url = URL(fileURLWithPath: path + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }

        func builder() -> SiteBuilder {
            SiteBuilder(
                options: BuildOptions(manifest: path + "/images.yml", inProcess: .threads), environment: [:])
        }

        func site(_ options: PreviewOptions = PreviewOptions()) async throws -> PreviewSite {
            let site = try PreviewSite(folder: path + "/public", SitePreview(builder()), options)
            _ = try await site.preview.refresh(after: nil)
            return site
        }

        /// Every file below, as a path.
        var files: Set<String> { Set(FileManager.default.subpaths(atPath: path) ?? []) }
    }

    private final class Said: Sendable {
        private let lines = Locked<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func get(_ site: PreviewSite, _ path: String, _ headers: [String: String] = [:]) async -> (
        response: PreviewResponse, data: Data
    ) {
        let response = await site.respond(
            to: PreviewRequest(path: path, headers: ["host": "localhost:1"].merging(headers) { $1 }))
        guard case .parts(let parts) = response.body else { return (response, Data()) }
        do {
            return (response, try parts.reduce(Data()) { $0 + (try $1.piece(at: 0, count: $1.count)) })
        } catch {
            Issue.record(error)
            return (response, Data())
        }
    }

    private func page(_ site: PreviewSite, _ path: String = "/") async -> String {
        String(decoding: await get(site, path).data, as: UTF8.self)
    }

    private func addresses(_ page: String) -> [String] {
        page.matches(of: /(\/[^ ",]+\.(?:webp|png|svg))/).map { String($0.1) }
    }

    /// Width and height of a PNG (ISO 15948, 11.2.2).
    private func size(_ png: Data) -> [Int] {
        [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Browsers refuse a style sheet that does not have the digest in the page (Subresource Integrity).
    @Test func aStyleSheetWithADigestStaysAsItIs() async throws {
        let folder = try Folder()
        try folder.write("p { background: url(/art/sun.svg) }", to: "public/a.css")
        try folder.write("p { background: url(/art/sun.svg) }", to: "public/b.css")
        try folder.write(
            "<link rel=stylesheet href=/a.css integrity=sha384-x><link rel=stylesheet href=/b.css>",
            to: "public/index.html")
        let site = try await folder.site()
        _ = await page(site)
        #expect(await page(site, "/a.css") == "p { background: url(/art/sun.svg) }")
        #expect(await page(site, "/b.css").contains("/images/"))
        try folder.write("<link rel=stylesheet href=/a.css>", to: "public/index.html")
        _ = await page(site)
        #expect(await page(site, "/a.css").contains("/images/"))
    }

    @Test func picturesAreMadeWhenAPageAsksForThem() async throws {
        let folder = try Folder()
        let before = folder.files
        let site = try await folder.site()
        let page = await page(site)
        #expect(page.contains("<picture><source type=\"image/webp\""))
        #expect(
            page.hasSuffix(
                "</body><script src=\"http://localhost:1/~alcedo/preview.js\" data-generation=\"\(site.audience.generation)\"></script>"
            ))
        let addresses = addresses(page)
        #expect(addresses.count == 5)
        for address in addresses {
            let (response, data) = await get(site, address)
            #expect(response.status == 200)
            #expect(
                response.headers["Content-Type"] == (address.hasSuffix("webp") ? "image/webp" : "image/png"))
            if address.hasSuffix("png") {
                #expect(size(data) == (address.contains("40x20") ? [40, 20] : [80, 40]))
            }
            let again = await get(site, address)
            #expect(again.data == data)
            let tag = try #require(response.headers["ETag"])
            let unchanged = await get(site, address, ["if-none-match": tag])
            #expect(unchanged.response.status == 304)
            #expect(unchanged.data.isEmpty)
        }
        // A preview writes nothing.
        #expect(folder.files == before)
    }

    @Test func rulesAndStyleSheetsAreThoseOfTheSite() async throws {
        let folder = try Folder(
            Folder.manifest.replacing(
                "variants: {", with: "html: { .icon: off, img: card }\nvariants: { other: { width: 20 },"))
        try folder.write(
            #"<a href="/art/sun.svg"><img src="/art/sun.svg" alt="A sun"></a><img class=icon src="/art/sun.svg" alt="">"#,
            to: "public/index.html")
        try folder.write("p { background: url(../art/sun.svg) }", to: "public/css/a.css")
        let site = try await folder.site()
        let page = await page(site)
        #expect(page.contains("<picture>") && page.contains("-card-80x40."))
        #expect(page.contains(#"<img class=icon src="/art/sun.svg" alt="">"#))
        #expect(!page.contains(#"<a href="/art/"#))
        let sheet = await get(site, "/css/a.css")
        #expect(sheet.response.headers["Content-Type"]?.hasPrefix("text/css") == true)
        let address = try #require(
            addresses(String(decoding: sheet.data, as: UTF8.self).replacing("(", with: " ")).first)
        #expect(await get(site, address).response.status == 200)
    }

    @Test func aChangedPictureHasAnotherAddress() async throws {
        let folder = try Folder()
        let site = try await folder.site()
        let former = addresses(await page(site))
        try folder.write(Folder.drawing("blue"), to: "art/sun.svg")
        _ = try await site.preview.refresh(after: [folder.path + "/art/sun.svg"])
        site.forget()
        let now = addresses(await page(site))
        #expect(now.count == former.count)
        #expect(Set(now).isDisjoint(with: former))
        #expect(await get(site, now[0]).response.status == 200)
        #expect(await get(site, former[0]).response.status == 404)
    }

    @Test func namesAndBytesAreThoseOfABuildOnceThereIsOne() async throws {
        let folder = try Folder()
        _ = try await folder.builder().build()
        let published = folder.files.filter { $0.hasPrefix("public/images/") && $0.hasSuffix("png") }
        let site = try await folder.site()
        let addresses = Set(addresses(await page(site)).filter { $0.hasSuffix("png") })
        #expect(Set(published.map { "/" + $0.dropFirst("public/".count) }) == addresses)
        for address in addresses {
            let file = FileManager.default.contents(atPath: folder.path + "/public" + address)
            #expect(await get(site, address).data == file)
        }
        // From the cache, where the generator has emptied the output.
        try FileManager.default.removeItem(atPath: folder.path + "/public/images")
        for address in addresses { #expect(await get(site, address).response.status == 200) }
    }

    @Test func aPictureThatCannotBeMadeSaysWhy() async throws {
        let folder = try Folder()
        try folder.write("<svg xmlns='http://www.w3.org/2000/svg' width='9'><oops", to: "art/sun.svg")
        let site = try await folder.site()
        let addresses = addresses(await page(site))
        let (response, data) = await get(site, try #require(addresses.first))
        #expect(response.headers["Content-Type"] == "image/svg+xml")
        #expect(String(decoding: data, as: UTF8.self).contains("sun.svg: decode:"))
        let original = await get(site, "/art/sun.svg", ["sec-fetch-dest": "image"])
        #expect(original.data == data)
        // It is right again.
        try folder.write(Folder.drawing("green"), to: "art/sun.svg")
        _ = try await site.preview.refresh(after: [folder.path + "/art/sun.svg"])
        site.forget()
        #expect(await page(site).contains("sun-card-80x40."))
    }

    @Test func aMistakeInTheManifestLeavesWhatWasShown() async throws {
        let folder = try Folder()
        let site = try await folder.site()
        let former = await page(site)
        try folder.write(Folder.manifest + "\nwrong: 1\n", to: "images.yml")
        await #expect(throws: ManifestMistakes.self) { try await site.preview.refresh(after: nil) }
        site.forget()
        #expect(await page(site) == former)
    }

    @Test func originalsAndMissingFiles() async throws {
        let folder = try Folder()
        let site = try await folder.site()
        let original = await get(site, "/art/sun.svg")
        #expect(original.response.headers["Content-Type"] == "image/svg+xml")
        #expect(original.data == Data(Folder.drawing("red").utf8))
        let picture = await get(site, "/art/moon.svg", ["sec-fetch-dest": "image"])
        #expect(picture.response.status == 404)
        #expect(picture.response.headers["Content-Type"] == "image/svg+xml")
        let text = await get(site, "/art/moon<b>")
        #expect(text.response.status == 404)
        #expect(String(decoding: text.data, as: UTF8.self).contains("moon&lt;b&gt;"))
        try folder.write("<p>lost</p>", to: "public/404.html")
        let own = await get(site, "/nowhere")
        #expect(own.response.status == 404)
        #expect(String(decoding: own.data, as: UTF8.self).hasPrefix("<p>lost</p><script"))
    }

    @Test func foldersPagesAndRanges() async throws {
        let folder = try Folder()
        try folder.write("about", to: "public/about.html")
        try folder.write("blog", to: "public/blog/index.html")
        try folder.write("0123456789", to: "public/video.mp4")
        let site = try await folder.site()
        #expect(await page(site, "/about").hasPrefix("about<script"))
        #expect(await page(site, "/blog/").hasPrefix("blog<script"))
        let redirect = await get(site, "/blog").response
        #expect(redirect.status == 301)
        #expect(redirect.headers["Location"] == "/blog/")
        let (part, bytes) = await get(site, "/video.mp4", ["range": "bytes=2-4"])
        #expect(part.status == 206)
        #expect(part.headers["Content-Range"] == "bytes 2-4/10")
        #expect(part.headers["Content-Type"] == "video/mp4")
        #expect(bytes == Data("234".utf8))
        #expect(await get(site, "/video.mp4", ["range": "bytes=10-"]).response.status == 416)
    }

    // Whatever way a file is reached: its path, a page without its ending, the index of a folder, the page for what is missing.
    @Test(arguments: [
        ("env.txt", "/env.txt"), ("env.css", "/env.css"), ("env.html", "/env.html"), ("env.html", "/env"),
        ("folder/index.html", "/folder/"), ("folder/index.htm", "/folder/"), ("404.html", "/nowhere"),
        ("art/sun.svg", "/art/sun.svg"),
    ]) func linksLeadNeitherOutNorToWhatIsHidden(_ name: String, _ path: String) async throws {
        let folder = try Folder()
        try folder.write("secret", to: "secret")
        try folder.write("secret", to: "public/.env")
        try folder.write("secret", to: "public/.git/config")
        let link = folder.path + "/public/" + name
        try FileManager.default.createDirectory(
            atPath: FileSystem.folder(of: link), withIntermediateDirectories: true)
        for target in ["secret", "public/.env", "public/.git/config"] {
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: folder.path + "/" + target)
            let (response, data) = await get(try await folder.site(), path)
            // An original is still there under its path.
            #expect(response.status == (name == "art/sun.svg" ? 200 : 404))
            #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
            try FileManager.default.removeItem(atPath: link)
        }
    }

    // The preview has not been told that it is one now.
    @Test func anOriginalThatHasBecomeALinkOutIsNotShown() async throws {
        let (folder, other) = (try Folder(), try Folder())
        let site = try await folder.site()
        #expect(await get(site, "/art/sun.svg").response.status == 200)
        try other.write(Folder.drawing("secret"), to: "art/sun.svg")
        try FileManager.default.removeItem(atPath: folder.path + "/art/sun.svg")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/art/sun.svg", withDestinationPath: other.path + "/art/sun.svg")
        let (response, data) = await get(site, "/art/sun.svg")
        #expect(response.status == 404)
        #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
    }

    // So that it is in memory piece by piece, however many receive it, and however slowly.
    @Test func whatIsInAFileIsSentFromIt() async throws {
        func parts(_ response: PreviewResponse) throws -> [PreviewResponse.Part] {
            guard case .parts(let parts) = response.body else { return [] }
            return parts
        }
        func isFile(_ response: PreviewResponse) throws -> Bool {
            if case .file = try parts(response).first { true } else { false }
        }
        let folder = try Folder()
        try folder.write("{}", to: "public/data.json")
        let site = try await folder.site()
        #expect(try await isFile(get(site, "/art/sun.svg").response))
        #expect(try await isFile(get(site, "/data.json").response))
        let made = try #require(addresses(await page(site)).first { $0.hasSuffix("png") })
        // What is in no file is in the memory of the preview anyway.
        guard case .data(let data) = try parts(await get(site, made).response).first,
            case .data(let again) = try parts(await get(site, made).response).first
        else {
            Issue.record("it was made")
            return
        }
        #expect(data.withUnsafeBytes { $0.baseAddress } == again.withUnsafeBytes { $0.baseAddress })

        _ = try await folder.builder().build()
        let built = try await folder.site()
        let address = try #require(addresses(await page(built)).first { $0.hasSuffix("png") })
        let (response, bytes) = await get(built, address)
        #expect(try isFile(response))
        #expect(bytes == FileManager.default.contents(atPath: folder.path + "/public" + address))
        let (range, part) = await get(built, address, ["range": "bytes=1-3"])
        #expect(range.status == 206)
        #expect(part == Data("PNG".utf8))
    }

    @Test func aPageIsSharedByAllThatReceiveIt() async throws {
        let folder = try Folder()
        let site = try await folder.site()
        let (first, second) = (await get(site, "/"), await get(site, "/"))
        func start(_ response: PreviewResponse) -> UnsafeRawPointer? {
            guard case .parts(let parts) = response.body, case .page(let page) = parts.first else {
                return nil
            }
            return page.bytes.withUnsafeBytes { $0.baseAddress }
        }
        #expect(start(first.response) != nil)
        #expect(start(first.response) == start(second.response))
        // Until something changes, or the page does.
        site.forget()
        #expect(start(await get(site, "/").response) != start(first.response))
        try folder.write("other", to: "public/index.html")
        #expect(await page(site).hasPrefix("other"))
    }

    @Test func aPageBeforeTheFirstLookHasTheScript() async throws {
        let folder = try Folder(Folder.manifest.replacingOccurrences(of: "widths", with: "widhts"))
        let site = try PreviewSite(
            folder: folder.path + "/public", SitePreview(folder.builder()), PreviewOptions())
        await #expect(throws: ManifestMistakes.self) { try await site.preview.refresh(after: nil) }
        let page = await page(site)
        #expect(page.hasPrefix("<p><img src=\"/art/sun.svg\""))
        #expect(page.contains("/~alcedo/preview.js"))
    }

    @Test func aRequestWaitsForTheFirstLook() async throws {
        let folder = try Folder()
        var options = PreviewOptions()
        options.patienceAtStart = .seconds(3600)
        let site = try PreviewSite(folder: folder.path + "/public", SitePreview(folder.builder()), options)
        async let page = page(site)
        async let original = get(site, "/art/sun.svg").response.status
        // A request that did not wait would be answered by now.
        try await Task.sleep(for: .milliseconds(50))
        _ = try await site.preview.refresh(after: nil)
        #expect(await page.contains("/images/art/sun-card"))
        #expect(await original == 200)
    }

    // By its own path, by an id, or behind a link.
    @Test func aHiddenOriginalIsNotShownButItsPictures() async throws {
        let folder = try Folder(
            Folder.manifest.replacingOccurrences(
                of: "sources: [",
                with:
                    "sources: [{ path: .art/moon.svg }, { path: .art/star.svg, id: star }, { path: link.svg }, "
            ))
        for name in ["moon", "star", "link"] {
            try folder.write(Folder.drawing("blue"), to: ".art/\(name).svg")
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.svg", withDestinationPath: ".art/link.svg")
        try folder.write(
            "<img src=/.art/moon.svg alt=''><img src=/star alt=''><img src=/link.svg alt=''>",
            to: "public/index.html")
        let site = try await folder.site()
        for path in ["/.art/moon.svg", "/star", "/.art/star.svg", "/link.svg", "/.art/link.svg"] {
            #expect(await get(site, path).response.status == 404, "\(path)")
        }
        let pictures = addresses(await page(site)).filter { $0.hasPrefix("/images/") }
        #expect(pictures.contains { $0.contains("moon") } && pictures.contains { $0.contains("link") })
        for picture in pictures { #expect(await get(site, picture).response.status == 200) }
    }

    // What was made of new bytes must not be shown once the old ones are back.
    @Test func aPictureMadeDuringAChangeIsNotKept() async throws {
        let folder = try Folder()
        let site = try await folder.site()
        let address = try #require(addresses(await page(site)).first { $0.hasSuffix("png") })
        try folder.write(Folder.drawing("blue"), to: "art/sun.svg")
        let between = await get(site, address)
        #expect(between.response.headers["ETag"] == nil)
        #expect(between.response.headers["Cache-Control"] == "no-store")
        _ = try await site.preview.refresh(after: [folder.path + "/art/sun.svg"])
        try folder.write(Folder.drawing("red"), to: "art/sun.svg")
        _ = try await site.preview.refresh(after: [folder.path + "/art/sun.svg"])
        let again = await get(site, address)
        #expect(again.response.status == 200)
        #expect(again.data != between.data)
    }

    @Test(arguments: [
        ("<base href='https://example.org/'>", nil, "<base href=\"/\">"),
        ("<base href='https://example.org/blog/a'>", "https://example.org/blog", "<base href=\"/blog/a\">"),
        ("<base href='//example.org/x/'>", "https://example.org/blog", "<base href=\"/blog/\">"),
        (
            "<base href='https://cdn.example.org/'>", "https://example.org/",
            "<base href='https://cdn.example.org/'>"
        ),
        ("<base href='/a/'>", nil, "<base href='/a/'>"), ("<base target=x>", nil, "<base target=x>"),
    ]) func theBaseOfASiteIsThatOfThePreview(_ base: String, _ site: String?, _ expected: String) async throws
    {
        let folder = try Folder()
        try folder.write(base + "<p>", to: "public/index.html")
        var options = PreviewOptions()
        options.site = site
        let preview = try await folder.site(options)
        #expect(await page(preview, preview.firstPath).hasPrefix(expected + "<p><script"))
    }

    @Test(arguments: [
        "/my%20blog/images", "/bl%C3%B6g/images", "./images", "../images", "https://example.org/i",
    ])
    func picturesAreThereBelowAnyBase(_ base: String) async throws {
        let folder = try Folder(
            Folder.manifest.replacingOccurrences(of: "base-url: /images", with: "base-url: \"\(base)\""))
        try folder.write("<img src='../art/sun.svg' alt=''>", to: "public/sub/page.html")
        let site = try await folder.site()
        let page = await page(site, "/sub/page")
        let found = page.matches(of: /srcset="([^ "]+)/).map { String($0.1) }
        #expect(found.count == 2)
        for address in found {
            let url = try #require(
                URL(string: address, relativeTo: URL(string: "http://localhost:1/sub/page")))
            #expect(
                await get(site, url.absoluteURL.path(percentEncoded: true)).response.status == 200,
                "\(address)")
        }
    }

    @Test func aPageIsToldWhatItLacks() async throws {
        let folder = try Folder(
            Folder.manifest.replacingOccurrences(
                of: "variants: {", with: "variants: { other: { width: 20 },"))
        let said = Said()
        let site = try PreviewSite(
            folder: folder.path + "/public", SitePreview(folder.builder()), PreviewOptions()
        ) {
            said.add($0)
        }
        let scene = try await site.preview.refresh(after: nil)
        #expect(scene.fault(ofVariant: nil)?.contains("other, card") == true)
        #expect(scene.fault(ofVariant: "crad")?.contains("'crad'") == true)
        #expect(scene.fault(ofVariant: "card") == nil)
        #expect(await page(site).contains("data-problems=\"index.html:1:4: "))
        #expect(said.all.count == 1)
    }

    @Test func pagesInOtherEncodingsKeepThem() async throws {
        let folder = try Folder()
        try folder.write("<meta charset=iso-2022-jp>", to: "public/ascii.html")
        try folder.write("ä", to: "public/utf8.html")
        let site = try await folder.site()
        #expect(await get(site, "/ascii").response.headers["Content-Type"] == "text/html")
        #expect(await get(site, "/utf8").response.headers["Content-Type"] == "text/html; charset=utf-8")
    }

    @Test func redirectsStayHere() async throws {
        let folder = try Folder()
        try folder.write("a", to: "public/a/index.html")
        try folder.write("b", to: "public/b.html")
        try folder.write("c", to: "public/b/c.txt")
        let site = try await folder.site()
        let response = await site.respond(
            to: PreviewRequest(
                method: "GET", target: "http://localhost:1//a?x=1#y", headers: ["host": "localhost:1"]))
        #expect(response.headers["Location"] == "/a/?x=1")
        // A folder without a page, beside a page.
        #expect(await page(site, "/b").hasPrefix("b<script"))
    }

    @Test func aSiteBelowAPathWithPicturesOfAnotherHost() async throws {
        let folder = try Folder(
            Folder.manifest.replacingOccurrences(
                of: "base-url: /images", with: "base-url: https://cdn.example.org/i"))
        try folder.write(
            #"<img src="https://cdn.example.org/i/art/sun-card-80x40.png" alt=""><img src="../art/sun.svg" alt="">"#,
            to: "public/a/index.html")
        var options = PreviewOptions()
        options.site = "https://example.org/blog"
        let site = try await folder.site(options)
        #expect(site.firstPath == "/blog/")
        #expect(await get(site, "/").response.headers["Location"] == "/blog/")
        let page = await page(site, "/blog/a/")
        #expect(!page.contains("srcset=\"https://cdn"))
        let address = try #require(addresses(page).first { $0.hasPrefix("/~alcedo/images/") })
        #expect(await get(site, address).response.status == 200)
        #expect(await get(site, "/blog/art/sun.svg").response.status == 200)
        #expect(await get(site, "/a/").response.status == 404)
    }
    /// As a checkout of a branch may do while the server runs.
    @Test func aLinkInPlaceOfTheFolderIsNotFollowed() async throws {
        let folder = try Folder()
        let site = try await folder.site()
        try folder.write("secret", to: "home/notes.txt")
        try folder.write("kept", to: "public/a.txt")
        #expect(await page(site, "/a.txt") == "kept")
        let manager = FileManager.default
        for target in ["home", "."] {
            try manager.moveItem(atPath: folder.path + "/public", toPath: folder.path + "/keep")
            try manager.createSymbolicLink(atPath: folder.path + "/public", withDestinationPath: target)
            site.forget()
            for path in ["/notes.txt", "/images.yml", "/home/notes.txt", "/a.txt"] {
                #expect(await get(site, path).response.status == 404, "\(target): \(path)")
            }
            try manager.removeItem(atPath: folder.path + "/public")
            try manager.moveItem(atPath: folder.path + "/keep", toPath: folder.path + "/public")
        }
        site.forget()
        #expect(await page(site, "/a.txt") == "kept")
    }

}
