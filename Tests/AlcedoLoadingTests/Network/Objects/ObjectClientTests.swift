import AlcedoBase
import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct ObjectClientTests {
    static func client(_ server: EvilServer, _ headers: [String: String] = [:]) -> ObjectClient {
        // On a busy machine, the server of a test may answer late.
        var limits = ObjectClient.Limits()
        limits.connectMilliseconds = 3_600_000
        limits.slowSeconds = 3600
        limits.timeout = .seconds(3600)
        // Only the address matters: this machine needs no permission, as it would for a picture.
        return ObjectClient(
            base: server.url("/cache/"), headers: headers, limits: limits, environment: [:])
    }

    #if compiler(>=6.2)
        // In a process of its own: libcurl takes no connection that has been idle for 118 seconds (CURLOPT_MAXAGE_CONN), and other
        // tests keep cores busy.
        @Test func readsAndWritesOverOneConnection() async {
            await #expect(processExitsWith: .success) {
                let server = try EvilServer([
                    "/cache/cas/a": [.ok(Data("abc".utf8))],
                    "/cache/cas/b": [.status(404, body: Data("not found\n".utf8))],
                    "/cache/cas/c": [
                        Reply(steps: [
                            .send(
                                Data(
                                    "HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n"
                                        .utf8)
                            )
                        ])
                    ],
                    "/cache/cas/d": [.status(201)],
                    "/cache/cas/e": [Reply(steps: [.send(Data("HTTP/1.1 204 No\r\n\r\n".utf8))])],
                    // The head announces a body that does not come, longer than any limit.
                    "/cache/cas/f": [Reply(steps: [.send(Reply.head(200, ["Content-Length": "9999999"]))])],
                ])
                defer { server.stop() }
                let client = ObjectClientTests.client(
                    server, ["Authorization": "Bearer x", "Bad": "a\r\nInjected: b"])
                defer { client.close() }
                let found = try await client.get("cas/a", limit: 3)
                #expect((found.status, found.body) == (200, Data("abc".utf8)))
                #expect(try await client.get("cas/b", limit: 3).status == 404)
                #expect(try await client.get("cas/c", limit: 3).status == 404)
                #expect(try await client.put("cas/d", Data(count: 100_000)).status == 201)
                #expect(try await client.put("cas/e", Data()).status == 204)
                #expect(try await client.head("cas/f").status == 200)
                #expect(server.connectionCount == 1)
                let requests = server.requests
                #expect(requests.map(\.method) == ["GET", "GET", "GET", "PUT", "PUT", "HEAD"])
                #expect(requests.map(\.body.count) == [0, 0, 0, 100_000, 0, 0])
                #expect(
                    requests.allSatisfy {
                        $0.headers["authorization"] == "Bearer x" && $0.headers["bad"] == nil
                    })
                #expect(requests.allSatisfy { $0.headers["expect"] == nil && $0.headers["injected"] == nil })
            }
        }
    #endif

    @Test func moreBytesThanTheLimitAreAFailure() async throws {
        let server = try EvilServer([
            "/cache/a": [.ok(Data(count: 11))],
            "/cache/b": [Reply(steps: [.send(Reply.head(200, [:])), .endless])],
        ])
        defer { server.stop() }
        let client = Self.client(server)
        defer { client.close() }
        for path in ["a", "b"] {
            let failure = await #expect(throws: ObjectFailure.self) {
                try await client.get(path, limit: 10)
            }
            #expect(failure?.isTooLong == true)
        }
    }

    @Test func brokenAnswersAreFailures() async throws {
        let server = try EvilServer([
            "/cache/short": [.announcing(10, Data("abc".utf8), then: [.close])],
            "/cache/reset": [Reply(steps: [.reset])],
            "/cache/noise": [Reply(steps: [.send(Data("SSH-2.0-OpenSSH\r\n".utf8)), .close])],
        ])
        defer { server.stop() }
        let client = Self.client(server)
        defer { client.close() }
        for path in ["short", "reset", "noise"] {
            let failure = await #expect(throws: ObjectFailure.self) {
                try await client.get(path, limit: 1000)
            }
            #expect(failure?.isFinal == false && failure?.isTooLong == false)
        }
    }

    @Test func closingEndsWhatHangs() async throws {
        let server = try EvilServer(["/cache/a": [Reply(steps: [.hang])]])
        defer { server.stop() }
        let client = Self.client(server)
        async let answer = client.get("a", limit: 10)
        try await server.wait { $0.requests.count == 1 }
        client.close()
        do {
            _ = try await answer
            Issue.record("an answer that was never sent")
        } catch let failure as ObjectFailure {
            #expect(failure.isClosed)
        }
    }

    @Test func redirectsAreNotFollowed() async throws {
        let server = try EvilServer(["/cache/a": [.redirect("/cache/b")], "/cache/b": [.ok(Data())]])
        defer { server.stop() }
        let client = Self.client(server)
        defer { client.close() }
        #expect(try await client.get("a", limit: 10).status == 302)
        #expect(server.requests.count == 1)
    }

    /// What counts is that no attempt is made.
    @Test func plainHTTPStaysInThePrivateNetwork() async throws {
        let base = try #require(URL(string: "http://8.8.8.8:1/"))
        let client = ObjectClient(base: base, environment: [:])
        defer { client.close() }
        let failure = await #expect(throws: ObjectFailure.self) { try await client.get("a", limit: 1) }
        #expect(failure?.isFinal == true)
        #expect(failure?.description.contains("network.allow") == true)
    }
}
