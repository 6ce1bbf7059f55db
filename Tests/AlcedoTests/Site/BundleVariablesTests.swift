import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// A build for a bundle sends no request, so it needs no variable for requests.
@Suite(.timeLimit(.minutes(60))) struct BundleVariablesTests {
    private let pictures = PinnedSite.pictures

    private func bundle(_ site: PinnedSite, _ environment: [String: String]) async throws -> BuildReport {
        let site = site.site
        let builder = site.builder(environment) { options in
            options.cacheDirectory = site.path("work/cache")
            options.bundle = BuildOptions.BundledBuild(
                output: site.path("work/images"), swift: site.path("work/Images.swift"))
        }
        return try await builder.build()
    }

    @Test func whatWasFetchedIsFoundWithoutThem() async throws {
        let site = try PinnedSite(
            [
                "/a Bearer sesame4711": [.ok(pictures[0])], "/b?key=sesame4711": [.ok(pictures[1])],
                "/c": [.ok(pictures[2])],
            ], varyingBy: "authorization")
        try site.write([
            "{ url: SERVER/a, id: a, headers: { Authorization: 'Bearer ${TOKEN}' } }",
            "{ url: 'SERVER/b?key=${TOKEN}', id: b }",
            "{ url: 'http://${HOST}/c', id: c, pin: false, cache-key: c }",
        ])
        let environment = ["TOKEN": "sesame4711", "HOST": "127.0.0.1:\(site.server.port)"]
        #expect(try await site.site.builder(environment).fetch().failures == [])
        let asked = site.asked
        #expect(asked.count == 3)

        var indexes: Set<Data> = []
        let environments: [[String: String]] = [environment, [:], ["TOKEN": "", "HOST": ""]]
        for environment in environments {
            #expect(try await bundle(site, environment).isPublished)
            indexes.insert(try site.site.bytes("work/images/index.json"))
            let index = try ImageIndex(contentsOf: site.site.path("work/images/index.json"))
            #expect(index.order == ["a", "b", "c"])
            for (id, picture) in zip(index.order, pictures) {
                #expect(index.images[id]?.source.digest == ContentDigest(hashing: picture).sri)
            }
            try site.site.remove("work")
        }
        #expect(indexes.count == 1)
        #expect(site.asked == asked)
    }

    @Test func whatTheCacheKnowsByItsRequestNeedsThem() async throws {
        let site = try PinnedSite([:])
        try site.write(["{ url: SERVER/a, id: a, pin: false, headers: { X-Key: '${TOKEN}' } }"])
        let error = await #expect(throws: ManifestMistakes.self) { try await bundle(site, [:]) }
        let lines = try #require(error).diagnostics.map(\.message)
        #expect(
            lines.count == 1 && lines[0].contains("needs the environment variable TOKEN, which is not set"),
            "\(lines)")
    }
}
