import AlcedoBase
import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct ResponseCheckerTests {
    struct Checker: ResponseChecker {
        let look: @Sendable (DownloadResponse, Data) throws -> Void
        func check(_ response: DownloadResponse, body: Data) async throws { try look(response, body) }
    }

    @Test func theCheckerSeesTheAnswerAndItsBytes() async throws {
        let server = try EvilServer([
            "/a.png": [.redirect("/b.png")],
            "/b.png": [.ok(picture(), ["X-Kind": "bird", "Content-Type": "image/png"])],
        ])
        let seen = Box<[String]>([])
        let loader = HTTPLoader.local(
            responseChecker: Checker { response, body in
                seen.with {
                    $0 += [
                        "\(response.statusCode)", response.url.path,
                        response.value(forHTTPHeaderField: "x-kind") ?? "",
                        response.value(forHTTPHeaderField: "Content-Type") ?? "", "\(body == picture())",
                    ]
                }
            })
        _ = try await loader.load(RemoteResource(url: server.url("/a.png")))
        #expect(seen.with { $0 } == ["200", "/b.png", "bird", "image/png", "true"])
    }

    @Test func whatItRefusesIsAnErrorWithItsReason() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture())]])
        let loader = HTTPLoader.local(
            responseChecker: Checker { _, _ in throw ResponseRefusal("no bird on it;\nask the photographer") }
        )
        let failures = try await loader.failures(RemoteResource(url: server.url("/a.png"), name: "a"))
        #expect("\(failures[0])" == "a: no bird on it;\\nask the photographer")
        #expect(server.requests.count == 1)
    }

    // A digest from another channel.
    @Test func itMayAskForAnotherAttempt() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture(100)), .ok(picture(200))]])
        let expected = ContentDigest(hashing: picture(200))
        let loader = HTTPLoader.local(
            responseChecker: Checker { _, body in
                guard ContentDigest(hashing: body) == expected else {
                    throw ResponseRefusal("other bytes than promised", isTransient: true)
                }
            })
        let loaded = try await loader.load(RemoteResource(url: server.url("/a.png")))
        #expect(loaded.data == picture(200))
        #expect(loaded.attempts == 2)
    }

    @Test func anErrorOfAnotherKindRefusesWithoutItsText() async throws {
        struct Secretive: Error { let text = "s3cret" }
        let server = try EvilServer(["/a.png": [.ok(picture())]])
        let loader = HTTPLoader.local(responseChecker: Checker { _, _ in throw Secretive() })
        let failures = try await loader.failures(RemoteResource(url: server.url("/a.png")))
        #expect(failures.map(\.attempts) == [1])
        #expect(!"\(failures)".contains("s3cret"))
    }

    @Test func itIsNotCalledForPagesAndErrors() async throws {
        let server = try EvilServer([
            "/a": [.ok(Data("<html>".utf8))], "/b": [.status(403)], "/c": [.status(304)],
        ])
        let loader = HTTPLoader.local(responseChecker: Checker { _, _ in throw ResponseRefusal("asked") })
        #expect(try await loader.reason(server.url("/a")) == .notAPicture(.html))
        #expect(try await loader.reason(server.url("/b")) == .status(403))
        let answer = try await loader.load(
            RemoteResource(url: server.url("/c")), validators: ResponseValidators(etag: "\"1\""))
        guard case .notModified = answer else { throw UnexpectedSuccess() }
    }
}
