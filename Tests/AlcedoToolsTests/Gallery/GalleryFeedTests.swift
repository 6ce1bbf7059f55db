import Testing

@testable import Alcedo
@testable import AlcedoGallery
@testable import AlcedoManifest

/// What feed readers, search engines and browsers get beside the pages.
@Suite struct GalleryFeedTests {
    /// The expected texts are those of Python's `email.utils.format_datetime`.
    @Test(arguments: [
        ("2024-05-01T09:30:00+02:00", "Wed, 01 May 2024 09:30:00 +0200"),
        ("2024-02-29T23:59:59", "Thu, 29 Feb 2024 23:59:59 +0000"),
        ("2024-03-01T00:00:00Z", "Fri, 01 Mar 2024 00:00:00 +0000"),
        ("1999-12-31T12:00:00-05:30", "Fri, 31 Dec 1999 12:00:00 -0530"),
        ("2000-01-01T00:00:00.25+14:00", "Sat, 01 Jan 2000 00:00:00 +1400"),
        ("1839-08-19T08:07:06", "Mon, 19 Aug 1839 08:07:06 +0000"),
        ("2100-02-28T00:00:00", "Sun, 28 Feb 2100 00:00:00 +0000"),
        ("0001-01-01", "Mon, 01 Jan 0001 00:00:00 +0000"),
    ])
    func timesAreWrittenAsInMail(_ text: String, _ expected: String) throws {
        #expect(GalleryTime(text)?.rfc822 == expected)
    }

    @Test(arguments: [
        "", "2024", "2024-13-01", "2023-02-29", "2100-02-29", "2024-04-31", "0000-01-01",
        "2024-05-01T25:00:00",
        "2024-05-01T", "2024-05-01T09:30", "24-05-01T09:30:00", "2024-5-1", "٢٠٢٤-05-01",
    ])
    func otherTextsAreNoTimes(_ text: String) {
        #expect(GalleryTime(text) == nil)
    }

    private func pages(_ ids: [String], title: String? = nil) throws -> GalleryPages {
        var options = GalleryOptions().filled(from: GallerySettings())
        (options.title, options.site) = (title, "https://example.org/g/")
        return try GalleryPages(
            index: GalleryListsTests.index(ids), options: options, words: .english, files: [:],
            generator: { "alcedo gallery 1 \($0) (x)" }, size: 2)
    }

    @Test func aSitemapIsDividedAtItsLimits() throws {
        let pages = try pages((0..<7).map { "\($0).jpg" })
        // Four pages of the overview, and seven of pictures.
        func counts(_ files: [(name: String, bytes: [UInt8])]) -> [String: Int] {
            Dictionary(
                uniqueKeysWithValues: files.map {
                    (
                        $0.name,
                        String(decoding: $0.bytes, as: UTF8.self).components(separatedBy: "<loc>").count - 1
                    )
                })
        }
        let site = "https://example.org/g"
        #expect(try counts(pages.sitemaps(site)) == ["sitemap.xml": 11])
        #expect(try counts(pages.sitemaps(site, most: (11, 10_000))) == ["sitemap.xml": 11])
        #expect(
            try counts(pages.sitemaps(site, most: (5, 10_000))) == [
                "sitemap-1.xml": 5, "sitemap-2.xml": 5, "sitemap-3.xml": 1, "sitemap.xml": 3,
            ])
        let files = try pages.sitemaps(site, most: (50_000, 1000))
        #expect(files.count > 2 && files.allSatisfy { $0.bytes.count <= 1000 })
    }

    @Test func hostileTextsStayTextsInAFeed() throws {
        let feed = try pages(["a.jpg"], title: "]]><b>&\"\u{C}\u{1}\u{FFFE}").feed("https://example.org/g")
        let text = String(decoding: feed, as: UTF8.self)
        #expect(text.contains("<title>]]&gt;&lt;b&gt;&amp;&quot;\u{FFFD}\u{FFFD}\u{FFFD}</title>"))
        #expect(text.contains("<guid isPermaLink=\"true\">https://example.org/g/a.html</guid>"))
        // Without a time, there is no date at all, and not that of the build.
        #expect(!text.contains("Date>"))
    }

    @Test func theFeedHasTheNewestPicturesFirst() throws {
        let ids = (0..<150).map { "\($0).jpg" }
        var options = GalleryOptions()
        options.site = "https://example.org"
        let times = Dictionary(
            uniqueKeysWithValues: (0..<120).map { ("\($0).jpg", "\(1900 + $0)-01-01T00:00:00") })
        let pages = try GalleryPages(
            index: GalleryListsTests.index(ids, times: times), options: options, words: .english, files: [:],
            generator: { _ in "x" }, size: 100)
        let items = String(decoding: try pages.feed("https://example.org"), as: UTF8.self)
            .components(separatedBy: "<item>").dropFirst()
        #expect(items.count == 100)
        #expect(items.first?.contains("<link>https://example.org/119.html</link>") == true)
        #expect(items.last?.contains("<link>https://example.org/20.html</link>") == true)
    }
}
