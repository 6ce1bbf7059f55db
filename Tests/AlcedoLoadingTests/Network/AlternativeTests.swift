import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct AlternativeTests {
    @Test func alternativesAreTriedInOrder() async throws {
        let server = try EvilServer([
            "/a": [.status(404)], "/b": [.ok(Data("<html>".utf8))], "/c": [.ok(picture())],
        ])
        let resource = RemoteResource(
            url: server.url("/a"), alternatives: [.init(url: server.url("/b")), .init(url: server.url("/c"))])
        let loaded = try await HTTPLoader.local().load(resource)
        #expect(loaded.sourceIndex == 2)
        #expect(loaded.url == server.url("/c"))
        #expect(server.requests.map(\.path) == ["/a", "/b", "/c"])
    }

    @Test func retriesComeBeforeAlternatives() async throws {
        let server = try EvilServer(["/a": [.status(503)], "/b": [.ok(picture())]])
        let resource = RemoteResource(url: server.url("/a"), alternatives: [.init(url: server.url("/b"))])
        let loaded = try await HTTPLoader.local().load(resource)
        #expect(loaded.attempts == 1)
        #expect(server.requests.map(\.path) == ["/a", "/a", "/a", "/a", "/b"])
    }

    @Test func headersGoToTheOriginOfTheFirstAddressOnly() async throws {
        let other = try EvilServer(["/c": [.ok(picture())]])
        let server = try EvilServer([:])
        let resource = RemoteResource(
            url: server.url("/a"), headers: ["Authorization": "Bearer s3cret"],
            alternatives: [.init(url: server.url("/b")), .init(url: other.url("/c"))])
        _ = try await HTTPLoader.local().load(resource)
        #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer s3cret", "Bearer s3cret"])
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    }

    @Test func everyAddressThatFailedIsListed() async throws {
        let server = try EvilServer(["/b": [.ok(Data())]])
        let resource = RemoteResource(
            url: server.url("/a"), name: "https://one",
            alternatives: [.init(url: server.url("/b"), name: "https://two")])
        await #expect {
            try await HTTPLoader.local().load(resource)
        } throws: { error in
            "\(error)"
                == "no picture from any of 2 addresses: https://one: the server answered 404 (not found); "
                + "check the address | https://two: the server sent an empty answer; check the address"
        }
    }
}
