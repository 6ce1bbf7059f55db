import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Anything in the way of the site is named with its type, before anything is written.
@Suite(.timeLimit(.minutes(60))) struct ObstacleTests {
    private func complaint(_ site: TestSite) async throws -> String {
        let before = try site.statuses().filter { !$0.key.hasPrefix(".alcedo") && !$0.key.isEmpty }
        let error = await #expect(throws: SiteError.self) { try await site.build() }
        #expect(try site.statuses().filter { !$0.key.hasPrefix(".alcedo") && !$0.key.isEmpty } == before)
        return try #require(error).description.replacingOccurrences(of: site.folder.path + "/", with: "")
    }

    @Test func aLinkToNowhereInThePlaceOfTheOutput() async throws {
        let site = try TestSite(pictures: ["a"])
        try site.folder.link("out", to: "nowhere")
        #expect(
            try await complaint(site)
                == "out is in the way of the output: it is a symbolic link to 'nowhere', which leads nowhere; "
                + "let it lead to a folder, remove it or change 'output' in the manifest")
        try FileSystem.createDirectory(at: site.path("nowhere"))
        #expect(try await site.build().isPublished)
        try site.expectConsistent(in: "nowhere")
    }

    @Test(arguments: [
        ("nowhere", "a symbolic link to 'nowhere', which leads nowhere; let it lead to a folder, remove it"),
        ("above", "a symbolic link to 'above', which leads nowhere; let it lead to a folder, remove it"),
        ("photos/a.png", "a symbolic link to 'photos/a.png'; remove it"),
        ("", "a file and not a folder; remove it"),
    ])
    func whatStandsOnTheWayToTheOutput(target: String, words: String) async throws {
        let site = try TestSite(
            TestSite.usual.replacingOccurrences(of: "output: out", with: "output: above/out"), pictures: ["a"]
        )
        if target.isEmpty { try site.put(Data(), "above") } else { try site.folder.link("above", to: target) }
        #expect(
            try await complaint(site)
                == "above is in the way of the output: it is \(words) or change 'output' in the manifest")
    }

    @Test func aLinkToNowhereInThePlaceOfAFileOrItsFolderOrTheIndex() async throws {
        let manifest = TestSite.usual.replacingOccurrences(
            of: "[20, 30] }", with: "[20], formats: [webp], name: \"sub/{name}.{ext}\" }")
        let places = [
            ("out/sub/a.webp", "out/sub/a.webp is in the way", "'name'"),
            ("out/sub", "out/sub is in the way of sub/a.webp", "'name'"),
            ("out/index.json", "out/index.json is in the way of the index", "'index'"),
        ]
        for (place, beginning, key) in places {
            let site = try TestSite(manifest, pictures: ["a"])
            try FileSystem.createDirectory(at: FileSystem.folder(of: site.path(place)))
            try site.folder.link(place, to: "nowhere")
            #expect(
                try await complaint(site)
                    == "\(beginning): it is a symbolic link to 'nowhere', which leads nowhere; "
                    + "remove it or change \(key) in the manifest")
        }
    }

    @Test func theIndexHasAFolderOfItsOwn() async throws {
        let site = try TestSite(TestSite.usual + "\nindex: data/index.json\n", pictures: ["a"])
        try site.put(Data("mine".utf8), "data")
        try FileSystem.createDirectory(at: site.path("out"))
        #expect(
            try await complaint(site)
                == "data is in the way of the index: it is a file and not a folder; remove it or change 'index' "
                + "in the manifest")
    }

    @Test func linksThatLeadToFoldersAreFollowed() async throws {
        let site = try TestSite(
            TestSite.usual.replacingOccurrences(of: "output: out", with: "output: a/out"), pictures: ["a"])
        try FileSystem.createDirectory(at: site.path("b"))
        try site.folder.link("a", to: "b")
        #expect(try await site.build().isPublished)
        #expect(try site.files("b/out").count == 5)
    }
}
