import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct SharingTests {
    @Test func simultaneousEqualRequestsAreOneTransfer() async throws {
        let server = try EvilServer([
            "/a.png": [.ok(picture()).after(.untilRequested(2))], "/go": [.ok(picture())],
        ])
        let loader = HTTPLoader.local()
        let url = server.url("/a.png")
        let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
            for number in 0..<10 {
                // A fragment is never sent, so it makes no difference.
                let url = number == 0 ? url : URL(string: url.absoluteString + "#\(number)") ?? url
                group.addTask { try await loader.load(RemoteResource(url: url)).data }
            }
            // All ten are under way before the answer may come.
            try await until { loader.waiters(for: RemoteResource(url: url)) == 10 }
            _ = try await loader.load(RemoteResource(url: server.url("/go")))
            return try await group.reduce(into: [Data]()) { $0.append($1) }
        }
        #expect(bodies == Array(repeating: picture(), count: 10))
        #expect(server.requests.filter { $0.path == "/a.png" }.count == 1)
    }

    @Test func otherHeadersAreAnotherTransfer() async throws {
        let server = try EvilServer([
            "/a.png": [.ok(picture()).after(.untilRequested(3))], "/go": [.ok(picture())],
        ])
        let loader = HTTPLoader.local()
        let url = server.url("/a.png")
        let second = RemoteResource(url: url, headers: ["X-Key": "2"])
        async let one = loader.load(RemoteResource(url: url, headers: ["X-Key": "1"]))
        async let two = loader.load(second)
        async let three = loader.load(RemoteResource(url: url, headers: ["x-key": "2"]))
        try await until { loader.waiters(for: second) == 2 }
        _ = try await loader.load(RemoteResource(url: server.url("/go")))
        _ = try await (one, two, three)
        #expect(server.requests.map { $0.headers["x-key"] ?? "" }.sorted() == ["", "1", "2"])
    }

    @Test func laterRequestsAreNewTransfers() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture(100)), .ok(picture(200))]])
        let loader = HTTPLoader.local()
        let resource = RemoteResource(url: server.url("/a.png"))
        #expect(try await loader.load(resource).data.count == 100)
        #expect(try await loader.load(resource).data.count == 200)
    }

    @Test func eachCallerGetsTheFailureUnderItsOwnName() async throws {
        let server = try EvilServer([
            "/a.png": [.status(404).after(.untilRequested(2))], "/go": [.ok(picture())],
        ])
        let loader = HTTPLoader.local()
        let url = server.url("/a.png")
        async let one = loader.failures(RemoteResource(url: url, name: "one"))
        async let two = loader.failures(RemoteResource(url: url, name: "two"))
        try await until { loader.waiters(for: RemoteResource(url: url)) == 2 }
        _ = try await loader.load(RemoteResource(url: server.url("/go")))
        #expect(try await one.map(\.name) == ["one"])
        #expect(try await two.map(\.name) == ["two"])
        #expect(server.requests.count == 2)
    }

    @Test func oneOfTwoCallersCanLeave() async throws {
        let server = try EvilServer([
            "/a.png": [.ok(picture()).after(.untilRequested(2))], "/go": [.ok(picture())],
        ])
        let loader = HTTPLoader.local()
        let resource = RemoteResource(url: server.url("/a.png"))
        let first = Task { try await loader.load(resource) }
        let second = Task { try await loader.load(resource) }
        try await until { loader.waiters(for: resource) == 2 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        _ = try await loader.load(RemoteResource(url: server.url("/go")))
        #expect(try await second.value.data == picture())
        #expect(server.clientsGone == 0)
        #expect(server.requests.count == 2)
    }

    @Test func theTransferEndsWithItsLastCaller() async throws {
        let server = try EvilServer(["/a.png": [Reply(steps: [.hang]), .ok(picture())]])
        let loader = HTTPLoader.local()
        let resource = RemoteResource(url: server.url("/a.png"))
        let tasks = (0..<2).map { _ in Task { try await loader.load(resource) } }
        try await until { loader.waiters(for: resource) == 2 }
        try await server.wait { $0.requests.count == 1 }
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        try await server.wait { $0.clientsGone == 1 }
        // And it can be requested again.
        #expect(try await loader.load(resource).data == picture())
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture())]])
        let loader = HTTPLoader.local()
        let resource = RemoteResource(url: server.url("/a.png"))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await loader.load(resource)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        _ = try await loader.load(resource)
        #expect(server.requests.count == 1)
    }

    @Test func waitingForTheNextAttemptCanBeCancelled() async throws {
        let server = try EvilServer(["/a.png": [.status(503)]])
        let loader = HTTPLoader(
            configuration: .local(), retryStrategy: BackoffRetryStrategy(base: 1000, cap: 1000, random: { 1 })
        )
        let task = Task { try await loader.load(RemoteResource(url: server.url("/a.png"))) }
        try await server.wait { $0.requests.count == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // On Linux the session traps when a task is cancelled while a redirect is being answered; the moments sweep over
    // the whole exchange.
    @Test func cancellingAtAnyMomentIsSafe() async throws {
        var script: [String: [Reply]] = ["/0": [.ok(picture(50_000))]]
        for step in 1...5 { script["/\(step)"] = [.redirect("/\(step - 1)")] }
        let server = try EvilServer(script)
        let loader = HTTPLoader.local()
        let resource = RemoteResource(url: server.url("/5"))
        for moment in 0..<200 {
            let task = Task { try await loader.load(resource) }
            try await Task.sleep(for: .microseconds(moment * 50))
            task.cancel()
            do {
                #expect(try await task.value.data == picture(50_000))
            } catch {
                #expect(error is CancellationError)
            }
        }
        #expect(try await loader.load(resource).data == picture(50_000))
    }

    @Test func anInvalidatedLoaderEndsItsTransfers() async throws {
        let server = try EvilServer(["/a.png": [Reply(steps: [.hang])]])
        let loader = HTTPLoader.local(.local { $0.retries = 0 })
        let url = server.url("/a.png")
        async let failures = loader.failures(RemoteResource(url: url))
        try await server.wait { $0.requests.count == 1 }
        loader.invalidate()
        #expect(try await failures.map(\.reason) == [.invalidated])
        #expect(try await loader.reason(url) == .invalidated)
    }

    @Test func aReleasedLoaderClosesItsConnections() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture())]])
        weak var weakly: HTTPLoader?
        do {
            let loader = HTTPLoader.local()
            weakly = loader
            _ = try await loader.load(RemoteResource(url: server.url("/a.png")))
        }
        // What made the transfer may hold the loader for a moment longer than its caller waits.
        try await server.wait { $0.openConnections == 0 }
        #expect(weakly == nil)
    }
}
