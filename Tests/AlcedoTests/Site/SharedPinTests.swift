import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Two sources with one name in the lock file.
@Suite(.timeLimit(.minutes(60))) struct SharedPinTests {
    private let pictures = PinnedSite.pictures

    /// The first source is the one pinned in the lock file; the other one always fails.
    private func expectConflict(_ site: PinnedSite) async throws {
        let digests = [PinnedSite.pin(0), PinnedSite.pin(1)].map(\.digest.sri)
        for round in 0..<3 {
            // A colleague has the lock file and no cache.
            if round == 2 { try site.site.remove(".alcedo") }
            let report = try await site.site.build()
            #expect(report.failures.map(\.source) == ["b"], "round \(round)")
            #expect(!report.isPublished)
            let reason = try #require(report.failures.first?.reason)
            #expect(digests.allSatisfy { reason.contains($0) }, "\(reason)")
            #expect(reason.contains("'cache-key'"), "\(reason)")
            #expect(try site.pinned().values.map { $0 } == [0])
        }
    }

    @Test func anAddressAsTheKeyOfAnotherIsAConflict() async throws {
        let site = try PinnedSite(["/p": [.ok(pictures[0])], "/q": [.ok(pictures[1])]])
        try site.write(["{ url: SERVER/p, id: a, cache-key: 'SERVER/q' }", "{ url: SERVER/q, id: b }"])
        try await expectConflict(site)
    }

    @Test func oneKeyForTwoPicturesIsAConflict() async throws {
        let site = try PinnedSite(["/p": [.ok(pictures[0])], "/q": [.ok(pictures[1])]])
        try site.write(["{ url: SERVER/p, id: a, cache-key: k }", "{ url: SERVER/q, id: b, cache-key: k }"])
        try await expectConflict(site)
    }

    @Test func oneAddressWithOtherHeadersIsAConflictUntilItHasAKey() async throws {
        let site = try PinnedSite(
            ["/u one": [.ok(pictures[0])], "/u two": [.ok(pictures[1])]], varyingBy: "x-t")
        func source(_ value: String, _ id: String, _ more: String = "") -> String {
            "{ url: SERVER/u, id: \(id), headers: { X-T: \(value) }\(more) }"
        }
        try site.write([source("one", "a"), source("two", "b")])
        try await expectConflict(site)
        try site.write([source("one", "a"), source("two", "b", ", cache-key: two")])
        #expect(try await site.site.build().isPublished)
        #expect(try site.published() == ["a": 0, "b": 1])
    }

    @Test func unpinnedOnesAreTwoPictures() async throws {
        let site = try PinnedSite([
            "/p": [.ok(pictures[0], ["Cache-Control": "max-age=9000"])],
            "/q": [.ok(pictures[1], ["Cache-Control": "max-age=9000"])],
        ])
        try site.write([
            "{ url: SERVER/p, id: a, pin: false, cache-key: k }",
            "{ url: SERVER/q, id: b, pin: false, cache-key: k }",
        ])
        for _ in 0..<2 {
            #expect(try await site.site.build().isPublished)
            #expect(try site.published() == ["a": 0, "b": 1])
        }
        #expect(site.asked.sorted() == ["/p", "/q"])
    }

    @Test func theSamePictureUnderOneKeyIsNotAConflict() async throws {
        let site = try PinnedSite(["/p": [.ok(pictures[0])], "/q": [.ok(pictures[0])]])
        try site.write(["{ url: SERVER/p, id: a, cache-key: k }", "{ url: SERVER/q, id: b, cache-key: k }"])
        for _ in 0..<3 { #expect(try await site.site.build().isPublished) }
        #expect(site.asked.sorted() == ["/p", "/q"])
        #expect(try await site.site.builder { $0.offline = true }.build().isComplete)
    }

    @Test func anUpdateFindsTheConflictToo() async throws {
        let site = try PinnedSite(["/p": [.ok(pictures[0])], "/q": [.ok(pictures[1])]])
        try site.write(["{ url: SERVER/p, id: a, cache-key: k }", "{ url: SERVER/q, id: b, cache-key: k }"])
        let said = Collected<BuildEvent>()
        for _ in 0..<2 {
            #expect(try await site.site.builder().update { said.add($0) }.failures.map(\.source) == ["b"])
            #expect(try site.pinned() == ["k": 0])
        }
        #expect(try await site.site.builder().fetch().failures.map(\.source) == ["b"])
        // A source without a pin is not reported as pinned.
        #expect(
            !said.all.contains {
                if case .repinned = $0 { true } else { false }
            })
    }

    // U+00E9, and e with U+0301: two requests, two files.
    @Test func addressesThatUnicodeCallsEqualAreTwo() async throws {
        let site = try PinnedSite(["/%C3%A9": [.ok(pictures[0])], "/e%CC%81": [.ok(pictures[1])]])
        try site.write([
            "{ url: \"SERVER/\\u00e9\", id: a }", "{ url: \"SERVER/e\\u0301\", id: b }",
        ])
        for _ in 0..<2 {
            #expect(try await site.site.build().isPublished)
            #expect(try site.published() == ["a": 0, "b": 1])
        }
        #expect(try site.pinned().count == 2)
        #expect(try await site.site.builder { $0.frozen = true }.build().isPublished)
        #expect(site.asked.count == 2)
    }
}
