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

    @Test func whatAKilledProcessLeftBesideAPageIsRemoved() async throws {
        let site = try TestSite()
        try await site.build()
        // No process has the number: it is above what Linux and macOS give.
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

    @Test func whatIsPassedOverIsSaidWithItsWholePath() async throws {
        let site = try TestSite()
        try await site.build()
        let text = "<img src=\"/photos/a.png\" alt=x>"
        let page = Data([0xFF, 0xFE]) + Data(text.utf8.flatMap { [$0, 0] })
        try site.folder.write("<p>", to: "public/plain.html")
        try site.put(page, "public/wide.html")
        try site.folder.link("public/x.html", to: "no.html")
        let folder = site.path("public")
        let result = try SitePages(folder: folder).show(try site.index())
        #expect((result.pages, result.changed) == (2, 0))
        #expect(
            result.warnings.map(\.description) == [
                "warning: \(folder)/x.html is a link that leads nowhere; it is left out",
                "\(folder)/wide.html:1:1: warning: the page is UTF-16, so it is left as it is; have it written as UTF-8",
            ])
        #expect(try site.bytes("public/wide.html") == page)
    }

    @Test func aFolderThatIsNotThereIsAnError() throws {
        let site = try TestSite()
        #expect(throws: SiteError.self) {
            try SitePages(folder: site.path("nowhere")).show(ImageIndex(baseURL: "/", generator: "alcedo"))
        }
    }
}
