import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// Requests that count as the same picture.
@Suite(.timeLimit(.minutes(60))) struct RemoteIdentityTests {
    private static func original(_ side: Int) -> Data { RevalidationTests.original("\(side)x40 ") }
    private static let oldForYears = old.merging(["Cache-Control": "max-age=9000000000"]) { $1 }
    private static let old = ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(_ text: String, revealed: String, cacheKey: String? = nil, value: String? = nil)
        throws -> RemoteResource
    {
        try RemoteSource(
            url: SecretText(written: text, revealed: revealed),
            headers: value.map { [HTTPHeaderField(name: "X-T", value: SecretText($0))] } ?? [],
            cacheKey: cacheKey
        ).resource
    }

    /// Returns the width of the picture of a source.
    private func width(
        _ resource: RemoteResource, _ revalidation: RetrieveOptions.Revalidation = .whenStale,
        isOffline: Bool = false
    ) async throws -> String {
        let pipeline = ImagePipeline(
            configuration: ImagePipeline.Configuration(
                disk: DiskStore(directory: folder.path + "/cache"),
                loader: HTTPLoader(
                    configuration: NetworkConfiguration(allow: ["127.0.0.1"], timeout: 3600, retries: 0)),
                engine: FakeEngine(), jobs: 2))
        var options = RetrieveOptions()
        options.revalidation = revalidation
        options.onlyFromCache = isOffline
        let content = try await pipeline.content(of: .network(resource), options: options)
        return String(decoding: try await content.load().prefix { $0 != UInt8(ascii: "x") }, as: UTF8.self)
    }

    private func conditions(_ server: EvilServer) -> [String?] {
        server.requests.map { $0.headers["if-modified-since"] ?? $0.headers["if-none-match"] }
    }

    @Test func anotherValueOfAVariableIsAnotherPicture() async throws {
        let server = try EvilServer([
            "/one": [.ok(Self.original(60), Self.oldForYears)],
            "/two": [.ok(Self.original(50), Self.old)],
        ])
        let text = "http://127.0.0.1/${WHICH}"
        let (one, two) = (server.url("/one").absoluteString, server.url("/two").absoluteString)
        #expect(try await width(source(text, revealed: one)) == "60")
        #expect(try await width(source(text, revealed: two)) == "50")
        #expect(conditions(server) == [nil, nil])
        // Both are kept.
        #expect(try await width(source(text, revealed: one), isOffline: true) == "60")
        #expect(try await width(source(text, revealed: two), isOffline: true) == "50")
    }

    @Test(arguments: [RetrieveOptions.Revalidation.whenStale, .always])
    func anotherAddressUnderTheSameKeyIsLoadedUnconditionally(_ revalidation: RetrieveOptions.Revalidation)
        async throws
    {
        let server = try EvilServer([
            "/q?v=1": [.ok(Self.original(60), Self.oldForYears)],
            "/q?v=2": [.ok(Self.original(50), Self.old)],
        ])
        for (version, width) in [("1", "60"), ("2", "50")] {
            let url = server.url("/q?v=\(version)").absoluteString
            let resource = try source(url, revealed: url, cacheKey: "k")
            #expect(try await self.width(resource, revalidation) == width)
        }
        #expect(conditions(server) == [nil, nil])
    }

    @Test func anotherValueOfAHeaderIsAnotherPicture() async throws {
        let server = try EvilServer([
            "/a": [
                .ok(Self.original(60), ["ETag": "\"1\"", "Cache-Control": "max-age=9000000000"]),
                .ok(Self.original(50), ["ETag": "\"1\"", "Cache-Control": "max-age=9000000000"]),
            ]
        ])
        let url = server.url("/a").absoluteString
        #expect(try await width(source(url, revealed: url, value: "one")) == "60")
        #expect(try await width(source(url, revealed: url, value: "two")) == "50")
        #expect(try await width(source(url, revealed: url, value: "one")) == "60")
        #expect(conditions(server) == [nil, nil])
    }

    @Test func theSameAddressIsRevalidated() async throws {
        let server = try EvilServer(["/a": [.ok(Self.original(60), ["ETag": "\"1\""]), .status(304)]])
        let url = server.url("/a").absoluteString
        for _ in 0..<2 {
            #expect(try await width(source("http://${HOST}/a", revealed: url, value: "one")) == "60")
        }
        #expect(conditions(server) == [nil, "\"1\""])
    }
}
