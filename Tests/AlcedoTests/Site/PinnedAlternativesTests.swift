import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// The places of a pinned picture, and the error if it is missing.
@Suite(.timeLimit(.minutes(60))) struct PinnedAlternativesTests {
    private let pictures = PinnedSite.pictures

    @Test func otherBytesAreReportedEvenIfALaterAddressFails() async throws {
        let site = try PinnedSite(["/p": [.ok(pictures[1])]])
        try site.write(["{ url: SERVER/p, id: a, alternatives: [SERVER/gone] }"])
        try site.pin([LockName(site.address + "/p"): PinnedSite.pin(0)])
        let reason = try #require(try await site.site.build().failures.first?.reason)
        #expect(
            reason.contains(PinnedSite.pin(0).digest.sri) && reason.contains(PinnedSite.pin(1).digest.sri))
        #expect(reason.contains("alcedo update a"))
        #expect(site.asked == ["/p", "/gone"])
    }

    // The second address has another origin, the third that of the first.
    @Test func headersGoToLaterAddressesOfTheSameOriginAfterOtherBytesToo() async throws {
        let other = try EvilServer(["/q": [.ok(pictures[1])]])
        let site = try PinnedSite(["/p": [.ok(pictures[1])], "/r": [.ok(pictures[0])]])
        try site.write([
            "{ url: SERVER/p, id: a, headers: { X-T: one }, alternatives: ['\(other.url("/q"))', SERVER/r] }"
        ])
        try site.pin([LockName(site.address + "/p"): PinnedSite.pin(0)])
        #expect(try await site.site.build().isPublished)
        #expect(site.server.requests.map { $0.headers["x-t"] } == ["one", "one"])
        #expect(other.requests.map { $0.headers["x-t"] } == [nil])
    }

    @Test func aWrongNumberOfBytesIsAMistakeOfTheLockFile() async throws {
        let site = try PinnedSite(["/p": [.ok(pictures[0])]])
        try site.write(["{ url: SERVER/p, id: a }"])
        #expect(try await site.site.build().isPublished)
        var wrong = PinnedSite.pin(0)
        wrong.bytes = 7
        try site.pin([LockName(site.address + "/p"): wrong])
        for isOffline in [false, true] {
            let report = try await site.site.build { $0.offline = isOffline }
            let reason = try #require(report.failures.first?.reason)
            #expect(reason.contains("7 bytes") && reason.contains("\(pictures[0].count)"), "\(reason)")
        }
        #expect(try await site.site.builder().update().isComplete)
        #expect(try site.pinned().values.map { $0 } == [0])
    }
}
