import AlcedoBase
import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct AnswerTests {
    @Test func bytesStatusAndValidatorsArrive() async throws {
        let server = try EvilServer([
            "/a.png": [
                .ok(
                    picture(100_000),
                    [
                        "ETag": "W/\"x1\"", "Last-Modified": "Tue, 01 Jul 2025 10:00:00 GMT",
                        "Cache-Control": "max-age=60", "Date": "Wed, 02 Jul 2025 10:00:00 GMT",
                    ])
            ]
        ])
        let url = server.url("/a.png")
        let loaded = try await HTTPLoader.local().load(RemoteResource(url: url))
        #expect(loaded.data == picture(100_000))
        #expect(loaded.url == url)
        #expect(loaded.status == 200)
        #expect(loaded.attempts == 1)
        #expect(loaded.sourceIndex == 0)
        var said = loaded.validators
        #expect(said.address == said.request)
        #expect(said.address?.contains("a.png") == false)
        (said.address, said.request) = (nil, nil)
        #expect(
            said
                == ResponseValidators(
                    etag: "W/\"x1\"", lastModified: "Tue, 01 Jul 2025 10:00:00 GMT",
                    cacheControl: "max-age=60", date: "Wed, 02 Jul 2025 10:00:00 GMT"))
    }

    @Test func requestsSayWhatIsWantedAndCarryTheHeaders() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture())]])
        let headers = ["Authorization": "Bearer s3cret", "X-Own": "1"]
        let configuration = NetworkConfiguration.local { $0.userAgent = "Alcedo-Test/1" }
        _ = try await HTTPLoader.local(configuration).load(
            RemoteResource(url: server.url("/a.png"), headers: headers))
        let request = try #require(server.requests.first)
        #expect(request.headers["authorization"] == "Bearer s3cret")
        #expect(request.headers["x-own"] == "1")
        #expect(request.headers["user-agent"] == "Alcedo-Test/1")
        #expect(request.headers["accept-encoding"] == "identity")
        #expect(request.headers["accept"]?.hasPrefix("image/") == true)
        #expect(request.headers["cookie"] == nil)
    }

    @Test func cookiesAreNotKept() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture(), ["Set-Cookie": "id=7; Path=/"])]])
        let loader = HTTPLoader.local()
        for _ in 0..<2 { _ = try await loader.load(RemoteResource(url: server.url("/a.png"))) }
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.headers["cookie"] == nil })
    }

    @Test(arguments: [201, 203, 204, 206, 300, 304, 400, 401, 403, 404, 410, 418, 501, 505])
    func everyOtherStatusIsAnErrorThatIsNotRetried(_ status: Int) async throws {
        let challenge = status == 401 ? ["WWW-Authenticate": "Basic realm=\"x\""] : [:]
        let body = [204, 304].contains(status) ? Data() : picture()
        let server = try EvilServer(["/a.png": [.status(status, body: body, challenge)]])
        let failures = try await HTTPLoader.local().failures(RemoteResource(url: server.url("/a.png")))
        #expect(failures.map(\.reason) == [.status(status)])
        #expect(failures.map(\.attempts) == [1])
        #expect(server.requests.count == 1)
    }

    @Test func aLongErrorPageIsNotRead() async throws {
        let server = try EvilServer(["/a.png": [Reply(steps: [.send(Reply.head(404, [:])), .endless])]])
        #expect(try await HTTPLoader.local().reason(server.url("/a.png")) == .status(404))
    }

    @Test(
        arguments: [
            ("<!DOCTYPE html><title>Log in</title>", ImageType.html), ("{\"error\": 1}", .json),
            ("not found", .text),
            ("<?xml version=\"1.0\"?><Error/>", .xml), ("", .empty),
        ])
    func aPageInPlaceOfAPictureIsNamed(_ body: String, _ type: ImageType) async throws {
        let server = try EvilServer(["/a.png": [.ok(Data(body.utf8), ["Content-Type": "image/png"])]])
        #expect(try await HTTPLoader.local().reason(server.url("/a.png")) == .notAPicture(type))
        #expect(server.requests.count == 1)
    }

    @Test func pictureIsTakenWhateverItsHeaderSays() async throws {
        let server = try EvilServer(["/page.html": [.ok(picture(), ["Content-Type": "text/html"])]])
        let loaded = try await HTTPLoader.local().load(RemoteResource(url: server.url("/page.html")))
        #expect(loaded.data == picture())
    }

    // `printf '<svg xmlns="http://www.w3.org/2000/svg"/>' | gzip -9n | base64 -w0`
    static let gzippedSVG = "H4sIAAAAAAACA7MpLktXqMjNySu2VcooKSmw0tcvLy/XKzfWyy9K1zcyMDDQB6pQ0rcDAMT3kZMpAAAA"

    @Test func gzipIsUndoneAndItsLengthIsNotTheBodys() async throws {
        let packed = try #require(Data(base64Encoded: Self.gzippedSVG))
        let server = try EvilServer(["/a.svg": [.ok(packed, ["Content-Encoding": "gzip"])]])
        let loaded = try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.svg")))
        #expect(String(decoding: loaded.data, as: UTF8.self) == #"<svg xmlns="http://www.w3.org/2000/svg"/>"#)
    }

    @Test func chunkedBodiesArePutTogether() async throws {
        let body = picture(20)
        let chunks =
            Reply.head(200, ["Transfer-Encoding": "chunked"]) + Data("8\r\n".utf8) + body.prefix(8)
            + Data("\r\nc\r\n".utf8) + body.dropFirst(8) + Data("\r\n0\r\n\r\n".utf8)
        let server = try EvilServer(["/a.png": [Reply(steps: [.send(chunks)])]])
        #expect(try await HTTPLoader.local().load(RemoteResource(url: server.url("/a.png"))).data == body)
    }
}
