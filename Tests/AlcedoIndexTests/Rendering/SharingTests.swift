import AlcedoIndex
import Foundation
import Testing

/// Metadata of pictures in pages, for other sites and search engines.
@Suite struct SharingTests {
    private var entry: ImageIndex.Entry {
        var entry = RenderedEntry.entry
        var meta = ImageIndex.Meta()
        // The second is one character with the sign that marks numbers in Arabic.
        meta.creator = "Ada </script><!-- \"x\" \u{600}</script>"
        meta.copyright = "© Ada"
        meta.dateTimeOriginal = "2024-05"
        meta.keywords = ["bird", "river"]
        meta.title = "Diving"
        entry.meta = meta
        return entry
    }

    @Test func otherSitesGetAWholeAddressWithSizeAndText() throws {
        #expect(
            try entry.openGraph("hero", site: "https://example.org/blog/", alt: "A \"bird\"") == """
                <meta property="og:image" content="https://example.org/i/b.jpg">
                <meta property="og:image:type" content="image/jpeg">
                <meta property="og:image:width" content="1280">
                <meta property="og:image:height" content="853">
                <meta property="og:image:alt" content="A &quot;bird&quot;">
                <meta name="twitter:card" content="summary_large_image">
                """)
        #expect(
            try entry.openGraph("hero", site: "http://example.org").contains("\"http://example.org/i/b.jpg\"")
        )
    }

    @Test func theNarrowestThatIsWideEnoughIsShared() throws {
        var entry = entry
        entry.variants["hero"]?.formats[1].files += [RenderedEntry.file("c.jpg", 2560, 1707)]
        #expect(try entry.openGraph("hero", site: "https://example.org").contains("/i/b.jpg"))
        entry.variants["hero"]?.formats[1].files.remove(at: 1)
        #expect(try entry.openGraph("hero", site: "https://example.org").contains("/i/c.jpg"))
    }

    @Test func anAddressOfItsOwnNeedsNoSite() throws {
        var entry = entry
        entry.variants["hero"]?.formats[1].files[1].url = "https://cdn.example.net/b.jpg"
        #expect(try entry.openGraph("hero", site: "").contains("\"https://cdn.example.net/b.jpg\""))
        entry.variants["hero"]?.formats[1].files[1].url = "//cdn.example.net/b.jpg"
        #expect(
            try entry.openGraph("hero", site: "https://example.org").contains(
                "\"https://cdn.example.net/b.jpg\""))
    }

    @Test(arguments: ["", "example.org", "/blog", "ftp://example.org"])
    func anInvalidSiteIsAnError(_ site: String) {
        #expect(throws: ImageIndexError.notAbsolute(url: site)) { try entry.openGraph("hero", site: site) }
    }

    @Test(arguments: ["../i/b.jpg", "./b.jpg"]) func anAddressThatDependsOnThePageIsAnError(_ url: String) {
        var entry = entry
        entry.variants["hero"]?.formats[1].files[1].url = url
        #expect(throws: ImageIndexError.notAbsolute(url: url)) {
            try entry.openGraph("hero", site: "https://example.org")
        }
    }

    @Test func anInlinePictureCannotBeShared() {
        #expect(throws: ImageIndexError.emptyVariant(name: "lqip")) {
            try entry.openGraph("lqip", site: "https://example.org")
        }
    }

    @Test func searchEnginesGetAnImageObjectThatEndsNoScript() throws {
        let html = try entry.structuredData(
            "hero", site: "https://example.org", license: "https://example.org/license")
        #expect(html.hasPrefix("<script type=\"application/ld+json\">\n"))
        #expect(html.hasSuffix("\n</script>"))
        let json = html.dropFirst(36).dropLast(9)
        #expect(!json.contains("<"))
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["@context"] as? String == "https://schema.org")
        #expect(object["@type"] as? String == "ImageObject")
        #expect(object["contentUrl"] as? String == "https://example.org/i/b.jpg")
        #expect(object["width"] as? Int == 1280)
        #expect(object["encodingFormat"] as? String == "image/jpeg")
        #expect(object["caption"] as? String == "A kingfisher")
        #expect((object["creator"] as? [String: String])?["name"] == entry.meta?.creator)
        #expect(object["creditText"] as? String == entry.meta?.creator)
        #expect(object["copyrightNotice"] as? String == "© Ada")
        #expect(object["license"] as? String == "https://example.org/license")
        #expect(object["keywords"] as? [String] == ["bird", "river"])
        #expect(object["acquireLicensePage"] == nil)
    }

    @Test func whatThePictureSaysOfItsLicenseIsUsed() throws {
        var entry = entry
        entry.meta?.credit = "Agency"
        entry.meta?.webStatement = "https://example.org/own"
        entry.meta?.licensorURL = "https://example.org/buy"
        entry.meta?.digitalSourceType = "http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture"
        let own = try entry.structuredData("hero", site: "https://example.org")
        #expect(own.contains(#""license": "https://example.org/own""#))
        #expect(own.contains(#""creditText": "Agency""#))
        #expect(own.contains(#""acquireLicensePage": "https://example.org/buy""#))
        #expect(own.contains("digitalsourcetype/digitalCapture"))
        let given = try entry.structuredData(
            "hero", site: "https://example.org", license: "https://a.org/l", creditText: "Me")
        #expect(given.contains(#""license": "https://a.org/l""#))
        #expect(given.contains(#""creditText": "Me""#))
    }
}
