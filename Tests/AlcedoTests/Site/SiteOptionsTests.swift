import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Places in options follow the same rules as in the manifest.
@Suite struct SiteOptionsTests {
    /// The complaints about options given as `{site}/…`.
    func complaints(output: String? = nil, cache: String? = nil, home: String? = nil) throws -> [String] {
        let site = try TestSite(pictures: ["a"])
        func place(_ text: String?) -> String? {
            text?.replacingOccurrences(of: "{site}", with: site.folder.path)
        }
        var options = site.options
        (options.output, options.cacheDirectory) = (place(output), place(cache))
        do {
            _ = try Site(options, environment: place(home).map { ["HOME": $0] } ?? [:])
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    @Test(arguments: [
        ("", "--output is empty"), (" ", "--output is empty"), ("/", "a folder above the manifest"),
        ("{site}", "the manifest's own folder"), ("{site}/x/..", "the manifest's own folder"),
        ("{site}/..", "a folder above the manifest"), ("{site}/.alcedo", "'cache' is inside --output"),
        ("{site}/.alcedo/x", "--output is inside the cache"),
    ]) func anOutputThatWouldDoHarmIsRefused(_ output: String, _ words: String) throws {
        let complaints = try complaints(output: output)
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains(words) == true, "\(complaints)")
    }

    @Test(arguments: [
        ("", "--cache-dir is empty"), ("/", "a folder above the manifest"),
        ("{site}", "the manifest's own folder"), ("{site}/out", "--cache-dir is inside 'output'"),
        ("{site}/out/cache", "--cache-dir is inside 'output'"),
    ]) func aCacheThatWouldDoHarmIsRefused(_ cache: String, _ words: String) throws {
        let complaints = try complaints(cache: cache)
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains(words) == true, "\(complaints)")
    }

    @Test func aFolderThatHoldsTheHomeFolderIsRefused() throws {
        #expect(
            try complaints(output: "{site}/x", home: "{site}/x/me").first?.contains("home folder") == true)
        #expect(try complaints(cache: "{site}/me", home: "{site}/me").first?.contains("home folder") == true)
        #expect(try complaints(output: "{site}/x", cache: "{site}/y", home: "{site}/z") == [])
    }

    @Test func bothOptionsAreHeldAgainstEachOther() throws {
        #expect(try complaints(output: "{site}/x", cache: "{site}/x").first?.contains("inside") == true)
        #expect(try complaints(output: "{site}/x/y", cache: "{site}/x").first?.contains("inside") == true)
        // The manifest's own places do not count if options replace them.
        #expect(try complaints(output: "{site}/.alcedo/x", cache: "{site}/c") == [])
    }

    @Test func globsSkipTheFoldersOfOptionsAndManifest() async throws {
        let manifest = TestSite.usual.replacingOccurrences(of: "photos/*.png", with: "\"**/*.{png,jpg}\"")
        let site = try TestSite(manifest, pictures: ["a"])
        let elsewhere = site.path("elsewhere")
        try await site.build()
        #expect(try site.index().images.count == 1)
        for _ in 0..<2 { #expect(try await site.build { $0.output = elsewhere }.sources == 1) }
        #expect(try await site.build { $0.output = elsewhere + "/deeper" }.sources == 3)
    }

    @Test(arguments: ["photos", ""]) func anOutputAmongTheSourcesIsRefused(_ below: String) async throws {
        let site = try TestSite(
            TestSite.usual.replacingOccurrences(of: "photos/*.png", with: "photos/new/*.png"), pictures: [])
        try site.picture("photos/new/a.png", 1)
        let error = await #expect(throws: ManifestMistakes.self) {
            try await site.build { $0.output = site.path(below.isEmpty ? "photos/new" : below) }
        }
        #expect(error?.description.contains("looks into --output, where Alcedo writes its files") == true)
        #expect(error?.diagnostics.first?.location?.line == 8)
    }
}
