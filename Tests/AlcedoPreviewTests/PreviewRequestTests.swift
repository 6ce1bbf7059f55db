import Testing

@testable import AlcedoPreview

/// What is let in, and what a path means.
@Suite struct PreviewRequestTests {
    private func status(_ headers: [String: String], method: String = "GET") -> Int? {
        PreviewGate.refusal(of: PreviewRequest(method: method, path: "/", headers: headers))?.status
    }

    @Test(arguments: ["127.0.0.1:8321", "localhost:8321", "LOCALHOST", "[::1]:8321", "[::1]", "localhost:9"])
    func namesOfThisMachineAreLetIn(_ host: String) {
        #expect(status(["host": host]) == nil)
        #expect(status(["host": host, "origin": "http://" + host]) == nil)
    }

    // A name that leads here is somebody else's: DNS rebinding.
    @Test(arguments: [
        "example.org", "example.org:8321", "localhost.example.org:8321", "127.0.0.1.example.org", "127.0.0.2",
        "192.168.1.2:8321", "0.0.0.0:8321", "", "localhost:8321:9", "localhost:x", "[::1", "[::2]",
        "user@localhost",
    ]) func otherNamesAreNot(_ host: String) {
        #expect(status(["host": host]) == 403)
    }

    // RFC 9112, 3.2. Two fields of one name are a list (RFC 9110, 5.3).
    @Test func aRequestHasOneHost() {
        #expect(status([:]) == 400)
        #expect(status(["host": "localhost, localhost"]) == 400)
    }

    // RFC 9112, 3.2.2.
    @Test(arguments: [
        ("http://localhost:8080/a?b#c", "localhost:8080", "/a", "?b"),
        ("http://localhost", "localhost", "/", ""),
        ("http://localhost?b", "localhost", "/", "?b"), ("http://example.org/a", "example.org", "/a", ""),
        ("/a?b", "127.0.0.1", "/a", "?b"), ("/http://example.org", "127.0.0.1", "/http://example.org", ""),
    ]) func theHostOfAWholeAddressCounts(_ target: String, _ host: String, _ path: String, _ query: String) {
        let request = PreviewRequest(method: "GET", target: target, headers: ["host": "127.0.0.1"])
        #expect(request.headers["host"] == host)
        #expect(request.path == path)
        #expect(request.query == query)
    }

    @Test(arguments: [
        "http://example.org", "null", "https://localhost:8321", "http://localhost:8322",
        "http://127.0.0.1:8321", "",
    ]) func pagesOfOthersAreRefused(_ origin: String) {
        #expect(status(["host": "localhost:8321", "origin": origin]) == 403)
    }

    @Test func nothingIsChangedByARequest() {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get"] {
            #expect(status(["host": "localhost"], method: method) == 405)
        }
        #expect(status(["host": "localhost"], method: "HEAD") == nil)
    }

    @Test(arguments: [
        ("/", "", true), ("/a/b.html", "a/b.html", false), ("/a//b/", "a/b", true),
        ("/%66oo%20bar", "foo bar", false),
        ("/%C3%A4.jpg", "ä.jpg", false), ("/100%25", "100%", false),
    ]) func pathsAreDecoded(_ path: String, _ text: String, _ isFolder: Bool) throws {
        let path = try #require(PreviewPath(path))
        #expect(path.text == text)
        #expect(path.isFolder == isFolder)
    }

    @Test(arguments: [
        "", "a", "/..", "/a/../b", "/%2e%2e/b", "/a/.", "/a%2Fb", "/..%2fb", "/%00", "/a%00.jpg", "/%FF",
        "/%", "/%4",
        "http://localhost/a",
    ]) func pathsThatLeadElsewhereAreNone(_ path: String) {
        #expect(PreviewPath(path) == nil)
    }

    @Test func hiddenNamesAreHidden() throws {
        #expect(try #require(PreviewPath("/a/.git/config")).isHidden)
        #expect(try #require(PreviewPath("/.env")).isHidden)
        #expect(try !#require(PreviewPath("/.well-known/x")).isHidden)
        #expect(try #require(PreviewPath("/.well-known/.x")).isHidden)
    }

    @Test func aPathBelowAFolder() throws {
        let path = try #require(PreviewPath("/blog/a/b"))
        #expect(path.below(["blog"])?.text == "a/b")
        #expect(path.below([])?.text == "blog/a/b")
        #expect(path.below(["blo"]) == nil)
        #expect(path.below(["blog", "a", "b", "c"]) == nil)
    }

    // RFC 9110, 14.1.2, with its examples for a length of 10,000.
    @Test(arguments: [
        ("bytes=0-499", ByteRange.part(0..<500)), ("bytes=500-999", .part(500..<1000)),
        ("bytes=-500", .part(9500..<10000)), ("bytes=9500-", .part(9500..<10000)),
        ("bytes=0-0", .part(0..<1)), ("bytes=-1", .part(9999..<10000)),
        ("bytes=9999-99999", .part(9999..<10000)),
        ("bytes=-99999", .part(0..<10000)), ("bytes=10000-", .impossible), ("bytes=-0", .impossible),
        ("bytes=0-0,-1", .whole), ("bytes=5-4", .whole), ("bytes=a-b", .whole), ("bytes=-", .whole),
        ("lines=0-1", .whole),
        ("bytes=0-9223372036854775807", .part(0..<10000)), ("bytes=0-99999999999999999999", .whole),
        ("", .whole),
    ]) func ranges(_ text: String, _ range: ByteRange) {
        #expect(ByteRange.parse(text, of: 10_000) == range)
    }

    @Test func noRangeIsInAnEmptyFile() {
        #expect(ByteRange.parse("bytes=0-", of: 0) == .impossible)
        #expect(ByteRange.parse("bytes=-5", of: 0) == .impossible)
    }
}
