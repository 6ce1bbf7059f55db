import Foundation
import Testing

@testable import AlcedoIndex
@testable import AlcedoPages

/// Pages of a site below a path of its host. Foundation resolves the expected addresses (RFC 3986, 5.2).
@Suite struct SitePlaceTests {
    /// One picture, `photos/a.png`, with a file in two formats.
    private func index(_ id: String = "photos/a.png", baseURL: String = "./images") -> ImageIndex {
        func format(_ name: String) -> ImageIndex.Format {
            let file = "a-hero.\(name)"
            return ImageIndex.Format(
                files: [
                    ImageIndex.File(
                        bytes: 1, file: file, height: 2, url: URLPath.url(of: file, below: baseURL), width: 3)
                ], format: name, type: "image/\(name)")
        }
        let largest = ImageIndex.Fallback(
            height: 2, src: URLPath.url(of: "a-hero.png", below: baseURL), width: 3)
        let hero = ImageIndex.Variant(formats: [format("webp"), format("png")], img: largest)
        let source = ImageIndex.Source(
            bytes: 1, digest: "", format: "png", height: 2, path: "photos/a.png", width: 3)
        return ImageIndex(
            baseURL: baseURL, generator: "test",
            images: [id: ImageIndex.Entry(source: source, variants: ["hero": hero])], order: [id])
    }

    private func rewrite(
        _ text: String, at page: String = "index.html", of index: ImageIndex, site: String
    ) -> PageRewriter.Page {
        PageRewriter(index: index, site: site).rewrite(Array(text.utf8), at: page)
    }

    @Test func aFolderThatIsCalledLikeTheSiteIsAFolder() {
        let page = "<img src=\"blog/a.png\" alt=\"another picture\">"
        let found = rewrite(page, of: index("a.png"), site: "https://me.org/blog")
        #expect(found.replaced == 0)
        #expect(found.bytes == Array(page.utf8))
        #expect(found.notices.map(\.isForeign) == [true])
    }

    @Test func theFileWithTheNameOfAPictureIsLookedForInItsFolder() {
        let rewriter = PageRewriter(
            index: index("blog/a.png"), site: "https://me.org/blog",
            files: KnownFiles(["blog/a.png": (2, "other")]))
        let found = rewriter.rewrite(Array("<img src=blog/a.png>".utf8), at: "index.html")
        #expect(found.replaced == 0)
        #expect(found.notices.map(\.isForeign) == [false])
    }

    @Test(arguments: [
        ("https://me.github.io/photos", "index.html", "photos/a.png", true),
        ("https://me.github.io/photos", "blog/x.html", "../photos/a.png", true),
        ("https://me.github.io/photos", "index.html", "/photos/photos/a.png", true),
        ("https://me.github.io/photos", "index.html", "../photos/photos/a.png", true),
        ("https://me.github.io/photos", "index.html", "//me.github.io/photos/photos/a.png", true),
        ("https://me.github.io/photos", "index.html", "/photos/a.png", false),
        ("https://me.github.io/photos", "index.html", "../photos/a.png", false),
        ("https://me.org/blog", "blog/x.html", "../photos/a.png", true),
        ("https://me.org/blog", "blog/x.html", "../../photos/a.png", false),
        ("https://me.org/blog", "blog/x.html", "../../blog/photos/a.png", true),
        ("https://me.org/blog", "index.html", "blog/photos/a.png", false),
    ]) func aPictureIsTheOneThatABrowserWouldShow(
        _ site: String, _ page: String, _ source: String, _ isPicture: Bool
    ) throws {
        let shown = try leads(source, from: "\(site)/\(page)")
        #expect((shown == "\(site)/photos/a.png") == isPicture)
        let found = rewrite("<img src=\"\(source)\">", at: page, of: index(), site: site)
        #expect(found.replaced == (isPicture ? 1 : 0))
    }

    /// WHATWG URL: the usual port, line breaks, encoded dots, and more slashes than two.
    @Test(arguments: [
        ("https://ME.org:443/blog/photos/a.png", true), ("http://me.org:80/blog/photos/a.png", true),
        ("http://me.org:443/blog/photos/a.png", false), ("https://me.org:8443/blog/photos/a.png", false),
        ("/blog/&#10;pho\ttos/a.png", true), ("%2E./blog/photos/%2e/a.png", true),
        ("///me.org/blog/photos/a.png", true),
        ("https:////me.org/blog/photos/a.png", true), ("///blog/photos/a.png", false),
        ("photos/a%2epng", true),
    ])
    func anAddressIsReadAsInABrowser(_ address: String, _ isPicture: Bool) {
        let found = rewrite("<img src=\"\(address)\">", of: index(), site: "https://me.org/blog")
        #expect(found.replaced == (isPicture ? 1 : 0))
    }

    @Test(arguments: [
        ("https://me.org/blog", "index.html", "/blog/", "https://me.org/blog/photos/a.png", "./images/"),
        ("https://me.github.io/photos", "index.html", "/photos/", "photos/a.png", "./images/"),
        ("https://me.org/blog", "x/y.html", "https://me.org/blog/", "photos/a.png", "./images/"),
        ("https://me.org/blog", "index.html", "/blog/x/", "../photos/a.png", "../images/"),
        ("https://me.org/blog", "x/y.html", "./", "../photos/a.png", "../images/"),
        ("https://me.org/blog", "x/y.html", "../", "photos/a.png", "./images/"),
        ("https://me.org", "x/y.html", "/", "photos/a.png", "./images/"),
        ("https://me.org/blog", "index.html", "/", "blog/photos/a.png", "/blog/images/"),
        ("https://me.org/blog", "index.html", "/blog", "blog/photos/a.png", "/blog/images/"),
        ("https://me.org/blog", "x/y.html", "/other/x/", "../../blog/photos/a.png", "/blog/images/"),
        ("https://me.org/my%20blog", "index.html", "/", "my%20blog/photos/a.png", "/my%20blog/images/"),
        (
            "https://me.org/blog", "index.html", "https://cdn.example.net/x/",
            "https://me.org/blog/photos/a.png", "//me.org/blog/images/"
        ),
    ]) func relativeAddressesLeadToTheFilesWithEveryBase(
        _ site: String, _ page: String, _ base: String, _ source: String, _ folder: String
    ) throws {
        let start = try leads(base, from: "\(site)/\(page)")
        #expect(try leads(source, from: start) == "\(site)/photos/a.png")
        #expect(try leads("\(folder)a-hero.webp", from: start) == "\(site)/images/a-hero.webp")
        let found = rewrite(
            "<base href=\"\(base)\"><img src=\"\(source)\" alt=q>", at: page, of: index(), site: site)
        let text = String(decoding: found.bytes, as: UTF8.self)
        #expect(text.contains("srcset=\"\(folder)a-hero.webp\""), "\(text)")
        #expect(text.contains("<img src=\"\(folder)a-hero.png\""), "\(text)")
    }

    /// Addresses from the root of the host lead to the host of the base as well.
    @Test(arguments: [
        ("/blog/images", "//me.org/blog/images/"),
        ("https://me.org/blog/images", "https://me.org/blog/images/"),
        ("//me.org/blog/images", "//me.org/blog/images/"),
    ])
    func aBaseOnAnotherHostIsNotThatOfTheFiles(baseURL: String, folder: String) throws {
        let start = try leads("https://cdn.example.net/", from: "https://me.org/blog/index.html")
        #expect(try leads("\(folder)a-hero.png", from: start) == "https://me.org/blog/images/a-hero.png")
        let source = "https://me.org/blog/photos/a.png"
        let page = "<base href=https://cdn.example.net/><img src=\(source) alt=q>"
        let found = rewrite(page, of: index(baseURL: baseURL), site: "https://me.org/blog")
        let text = String(decoding: found.bytes, as: UTF8.self)
        #expect(text.contains("<img src=\"\(folder)a-hero.png\""), "\(text)")
    }

    @Test(arguments: [
        ("/", "photos/a.png"), ("/blog", "photos/a.png"), ("/other/", "../photos/a.png"),
        ("https://cdn.example.net/", "photos/a.png"), ("https://cdn.example.net/blog/", "photos/a.png"),
        ("https://cdn.example.net/", "/blog/photos/a.png"),
    ]) func whatIsRelativeToABaseBesideTheSiteIsNotItsOwn(_ base: String, _ source: String) throws {
        let start = try leads(base, from: "https://me.org/blog/index.html")
        #expect(try leads(source, from: start) != "https://me.org/blog/photos/a.png")
        let page = "<base href=\"\(base)\"><img src=\"\(source)\">"
        let found = rewrite(page, of: index(), site: "https://me.org/blog")
        #expect(found.bytes == Array(page.utf8))
        #expect(found.notices.map(\.isForeign) == [true])
    }

    @Test func aRemotePictureIsKnownByItsAddressOnTheHostOfTheBase() {
        var remote = index("remote")
        remote["remote"]?.source.path = nil
        remote["remote"]?.source.url = "https://cdn.example.net/pics/r.jpg"
        let page = "<base href=\"https://cdn.example.net/pics/\"><img src=r.jpg alt=r>"
        #expect(rewrite(page, of: remote, site: "https://me.org/blog").replaced == 1)
    }

    @Test(arguments: [
        ("./images", "images/a-hero.webp", 1), ("./images", "/images/a-hero.webp", 0),
        ("", "a-hero.webp", 1), ("", "/blog/a-hero.webp", 1), ("/", "/blog/a-hero.webp", 1),
        ("/images", "images/a-hero.webp", 1), ("/blog/images", "images/a-hero.webp", 1),
        ("https://me.org/blog/images", "images/a-hero.webp", 1),
        ("https://me.org/blog/images", "/blog/images/a-hero.webp", 1),
        ("https://cdn.example.net/images", "images/a-hero.webp", 0),
    ]) func aFileIsKnownByItsAddressBelowThePath(_ baseURL: String, _ source: String, _ count: Int) {
        let found = rewrite(
            "<img src=\"\(source)\">", of: index(baseURL: baseURL), site: "https://me.org/blog")
        #expect(found.replaced == count)
    }

    /// The absolute address for `text` in a page.
    private func leads(_ text: String, from page: String) throws -> String {
        let start = try #require(URL(string: page))
        return try #require(URL(string: text, relativeTo: start)).absoluteURL.absoluteString
    }
}
