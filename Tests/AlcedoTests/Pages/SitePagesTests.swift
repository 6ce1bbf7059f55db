import Foundation
import Testing

@testable import Alcedo

/// Pages of a site that some generator has written.
@Suite struct SitePagesTests {
    @Test func everyPageShowsThePicturesOfTheIndex() async throws {
        let site = try TestSite()
        try await site.build()
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
                "\(site.path("public"))/index.html:1:49: warning: '/logo.svg' is no image of the index"
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

    @Test func aReportShowsEachFileByItself() async throws {
        let site = try TestSite()
        try await site.build()
        let file = try #require(
            try site.index().images["photos/a.png"]?.variants["small"]?.formats[0].files[0].url)
        let report = "<!doctype html><head>\(ReportPage.mark)1\"></head><img src=\"\(file)\">"
        try site.folder.write(report, to: "public/report.html")
        #expect(try SitePages(folder: site.path("public")).show(try site.index()).pages == 0)
        #expect(try site.bytes("public/report.html") == Data(report.utf8))
    }

    @Test func aFileOfTheSiteWithTheNameOfAPictureIsItself() async throws {
        let site = try TestSite()
        try await site.build()
        let page = "<img src=\"/photos/a.png\" alt=\"\">"
        try site.folder.write(page, to: "public/index.html")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: site.path("public/index.html"))
        try site.picture("public/photos/a.png", 99)
        let pages = SitePages(folder: site.path("public") + "/")
        let other = try pages.show(try site.index())
        #expect((other.changed, other.warnings.count) == (0, 1))
        // A copy of the source is the source.
        try site.put(try site.bytes("photos/a.png"), "public/photos/a.png")
        #expect(try pages.show(try site.index()).changed == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: site.path("public/index.html"))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func aFolderThatIsNotThereIsAnError() throws {
        let site = try TestSite()
        #expect(throws: SiteError.self) {
            try SitePages(folder: site.path("nowhere")).show(ImageIndex(baseURL: "/", generator: "alcedo"))
        }
    }
}
