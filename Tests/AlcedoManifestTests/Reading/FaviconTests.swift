import AlcedoBase
import AlcedoRecipes
import Testing

@testable import AlcedoManifest

struct FaviconTests {
    @Test(arguments: [
        ("Public/images", "/images", "Public", "/"), ("dist/blog/img", "/blog/img", "dist", "/"),
        ("dist/img", "/blog/img", "dist", "/blog"), ("out", "/out", "", "/"),
        ("site/images", "https://example.org/images", "site", "https://example.org"),
        ("site/images", "https://example.org/a/images", "site", "https://example.org/a"),
        ("site/images", "https://cdn.example.org", "site/images", "https://cdn.example.org"),
        ("site/img", "/images", "site/img", "/images"), ("site/images", "./images", "site", "./"),
        ("site/bird%20s", "/bird%20s", "site", "/"),
    ])
    func iconsGoToTheRootOfTheSite(output: String, baseURL: String, folder: String, url: String) {
        var manifest = Manifest(
            directory: "/srv", output: output, baseURL: baseURL, variants: [], sources: [])
        manifest.baseURL = baseURL
        let place = manifest.place(of: Manifest.Favicon("logo.svg"))
        #expect(place.folder == "/srv" + (folder.isEmpty ? "" : "/" + folder))
        #expect(place.url == url)
    }

    @Test func aFolderOfItsOwnHasTheAddressThatIsKnown() {
        var manifest = Manifest(
            directory: "/srv", output: "site/images", baseURL: "/images", variants: [], sources: [])
        manifest.baseURL = "/images"
        func place(_ folder: String, _ url: String? = nil) -> (folder: String, url: String) {
            manifest.place(of: Manifest.Favicon("logo.svg", folder: folder, url: url))
        }
        #expect(place("site") == ("/srv/site", "/"))
        #expect(place("site/images") == ("/srv/site/images", "/images"))
        #expect(place("static", "/blog") == ("/srv/static", "/blog"))
    }

    @Test func mistakesHaveTheirPlaces() {
        let rest = "version: 1\noutput: o\nsources: []\n"
        expectProblems(
            rest + "favicon: 1️⃣no-such-logo.svg",
            [(1, "there is no file 'no-such-logo.svg'; paths are relative to the manifest")])
        expectProblems(
            rest + "favicon: 1️⃣{ 2️⃣sorce: a.svg, 4️⃣foldr: x }",
            [
                (1, "missing key 'source' in 'favicon'; name the picture, such as 'source: logo.svg'"),
                (2, "unknown key 'sorce' in 'favicon'; did you mean 'source'?"),
                (4, "unknown key 'foldr' in 'favicon'; did you mean 'folder'?"),
            ])
    }
}
