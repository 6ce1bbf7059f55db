import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct RememberedFailureTests {
    static func loader(_ remembers: Bool = true) -> HTTPLoader {
        HTTPLoader.local(
            .local {
                $0.retries = 0
                $0.remembersFailures = remembers
            })
    }

    @Test func aFailedAddressIsTriedOncePerRun() async throws {
        let server = try EvilServer(["/a.png": [.status(404), .ok(picture())], "/b.png": [.ok(picture())]])
        let loader = Self.loader()
        for name in ["one", "two"] {
            let failures = try await loader.failures(RemoteResource(url: server.url("/a.png"), name: name))
            #expect(failures.map(\.name) == [name])
            #expect(failures.map(\.reason) == [.status(404)])
        }
        // Also with a revalidation.
        await #expect(throws: LoadingError.self) {
            try await loader.load(
                RemoteResource(url: server.url("/a.png")), validators: ResponseValidators(etag: "\"1\""))
        }
        #expect(server.requests.count == 1)
        #expect(try await loader.load(RemoteResource(url: server.url("/b.png"))).data == picture())
        // Other headers may grant access.
        let other = RemoteResource(url: server.url("/a.png"), headers: ["Authorization": "x"])
        #expect(try await loader.load(other).data == picture())
    }

    @Test func aLoaderThatLivesLongTriesAgain() async throws {
        let server = try EvilServer(["/a.png": [.status(404), .ok(picture())]])
        let loader = Self.loader(false)
        #expect(try await loader.reason(server.url("/a.png")) == .status(404))
        #expect(try await loader.load(RemoteResource(url: server.url("/a.png"))).data == picture())
    }

    @Test func failuresUnrelatedToTheAddressAreNotRemembered() async throws {
        let server = try EvilServer(["/a.png": [.status(500)], "/b.png": [.ok(picture())]])
        let clock = HandClock()
        let loader = HTTPLoader.local(
            .local {
                $0.retries = 0
                $0.remembersFailures = true
            }, clock: clock)
        for number in 0..<5 {
            _ = try await loader.failures(
                RemoteResource(url: server.url("/a.png"), headers: ["X": "\(number)"]))
        }
        #expect(
            try await loader.reason(server.url("/b.png")) == .hostGivenUp(failures: 5, last: .status(500)))
        clock.pass(.seconds(30))
        #expect(try await loader.load(RemoteResource(url: server.url("/b.png"))).data == picture())
    }

    @Test func aCancelledTransferIsNotRemembered() async throws {
        let server = try EvilServer(["/a.png": [Reply(steps: [.hang]), .ok(picture())]])
        let loader = Self.loader()
        let resource = RemoteResource(url: server.url("/a.png"))
        let task = Task { try await loader.load(resource) }
        try await server.wait { $0.requests.count == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await loader.load(resource).data == picture())
    }
}
