import AlcedoIndex
import Testing

struct FaviconLinksTests {
    private func icons(_ files: [(name: String, rel: String?, sizes: String?, type: String)])
        -> ImageIndex.Favicon
    {
        ImageIndex.Favicon(
            files: files.map {
                ImageIndex.Favicon.File(
                    bytes: 1, digest: nil, file: $0.name, rel: $0.rel, sizes: $0.sizes, type: $0.type,
                    url: "/\($0.name)")
            }, folder: "..", source: "logo.svg", themeColor: "#0b3d5c")
    }

    @Test func linksLeadToAllIconsThatPagesName() {
        var index = ImageIndex(baseURL: "/images", generator: "alcedo")
        #expect(index.faviconLinks.isEmpty)
        index.siteIcons = icons([
            ("favicon.ico", "icon", "16x16 32x32 48x48", "image/x-icon"),
            ("favicon.svg", "icon", "any", "image/svg+xml"),
            ("apple-touch-icon.png", "apple-touch-icon", "180x180", "image/png"),
            ("icon-512.png", nil, "512x512", "image/png"),
            ("site.webmanifest", "manifest", nil, "application/manifest+json"),
        ])
        // As in "How to Favicon in 2024" and the HTML standard's attributes.
        #expect(
            index.faviconLinks == """
                <link rel="icon" href="/favicon.ico" sizes="32x32">
                <link rel="icon" href="/favicon.svg" sizes="any" type="image/svg+xml">
                <link rel="apple-touch-icon" href="/apple-touch-icon.png">
                <link rel="manifest" href="/site.webmanifest">
                <meta name="theme-color" content="#0b3d5c">
                """)
    }

    @Test func iconsAreReadAsTheyAreWritten() throws {
        var index = ImageIndex(baseURL: "/images", generator: "alcedo 0.1.0")
        index.siteIcons = icons([("favicon.ico", "icon", "32x32", "image/x-icon")])
        let text = index.canonicalJSON()
        #expect(try ImageIndex(data: text) == index)
        #expect(try ImageIndex(data: text).siteIcons?.themeColor == "#0b3d5c")
    }
}
