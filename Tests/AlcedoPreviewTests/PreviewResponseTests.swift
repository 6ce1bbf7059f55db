import AlcedoBase
import Foundation
import Testing

@testable import AlcedoPreview

/// What is sent of an answer.
@Suite struct PreviewResponseTests {
    private func response(_ parts: [String] = ["0123456789"]) -> PreviewResponse {
        var response = PreviewResponse(
            200, "video/mp4", .parts(parts.map { .data(Data($0.utf8)) }))
        response.headers["Accept-Ranges"] = "bytes"
        response.headers["ETag"] = "\"a\""
        return response
    }

    private func answer(
        _ response: PreviewResponse, _ headers: [String: String], method: String = "GET"
    ) -> PreviewResponse {
        response.answering(PreviewRequest(method: method, path: "/", headers: headers))
    }

    private func text(_ response: PreviewResponse, pieces: Int = 3) throws -> String {
        guard case .parts(let parts) = response.body else { return "" }
        var data = Data()
        for part in parts {
            var place = 0
            while place < part.count {
                let piece = try part.piece(at: place, count: pieces)
                #expect(piece.count <= pieces && !piece.isEmpty)
                place += piece.count
                data += piece
            }
        }
        return String(decoding: data, as: UTF8.self)
    }

    private func field(_ name: String, _ response: PreviewResponse, _ method: String, chunks: Bool = true)
        -> String?
    {
        response.fields(answering: method, takesChunks: chunks).first { $0.name == name }?.value
    }

    @Test(arguments: [["0123456789"], ["012", "3456", "", "789"]]) func rangesGoAcrossParts(
        _ parts: [String]
    ) throws {
        #expect(try text(response(parts)) == "0123456789")
        for (start, end) in [(0, 0), (0, 9), (2, 3), (2, 7), (3, 6), (9, 9)] {
            let part = answer(response(parts), ["range": "bytes=\(start)-\(end)"])
            #expect(part.status == 206)
            #expect(part.headers["Content-Range"] == "bytes \(start)-\(end)/10")
            #expect(try text(part) == String("0123456789".dropFirst(start).prefix(end - start + 1)))
            #expect(field("Content-Length", part, "GET") == String(end - start + 1))
        }
        #expect(answer(response(parts), ["range": "bytes=10-"]).status == 416)
    }

    // RFC 9110: 13.1.1, 13.1.2, 13.1.5, 13.2.2 and 14.2.
    @Test func conditions() throws {
        #expect(answer(response(), ["if-none-match": "*"]).status == 304)
        #expect(answer(response(), ["if-none-match": "\"b\", W/\"a\""]).status == 304)
        #expect(answer(response(), ["if-none-match": "\"b\""]).status == 200)
        for (field, status) in [("*", 200), ("\"b\", \"a\"", 200), ("\"b\"", 412)] {
            #expect(answer(response(), ["if-match": field]).status == status)
        }
        let range = ["range": "bytes=2-3"]
        #expect(answer(response(), range.merging(["if-range": "\"a\""]) { $1 }).status == 206)
        #expect(answer(response(), range.merging(["if-range": "\"b\""]) { $1 }).status == 200)
        #expect(answer(response(), range.merging(["if-none-match": "\"a\""]) { $1 }).status == 304)
        #expect(answer(response(), range, method: "HEAD").status == 200)
        var other = response()
        other.headers["Accept-Ranges"] = nil
        #expect(answer(other, range).status == 200)
        other = .text(404, "nothing")
        #expect(answer(other, range).status == 404)
    }

    // RFC 9110, 9.3.2, and RFC 9112, 6.3: an answer to HEAD has no content, nor the chunk that ends it.
    @Test func nothingIsBehindTheHeadOfAnAnswerToHEAD() {
        let events = PreviewResponse(200, "text/event-stream", .events(PreviewAudience().listen()))
        let answers = [
            events, response(), .text(404, "nothing"), .redirect(302, to: "/"),
            answer(response(), ["if-none-match": "\"a\""]), answer(response(), ["range": "bytes=2-3"]),
        ]
        for answer in answers {
            #expect(!answer.hasContent(answering: "HEAD"))
            #expect(field("Transfer-Encoding", answer, "HEAD") == nil)
            #expect(field("Content-Length", answer, "HEAD") == field("Content-Length", answer, "GET"))
        }
        #expect(answers.map { $0.hasContent(answering: "GET") } == [true, true, true, true, false, true])
        #expect(field("Content-Length", answers[4], "GET") == nil)
        #expect(field("Transfer-Encoding", events, "GET") == "chunked")
        // HTTP/1.0 has none.
        #expect(field("Transfer-Encoding", events, "GET", chunks: false) == nil)
    }

    @Test func aFileThatHasBecomeShorterEnds() throws {
        let path = NSTemporaryDirectory() + "/alcedo-preview-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("0123456789".utf8).write(to: URL(fileURLWithPath: path))
        let part = PreviewResponse.Part.file(try OpenedFile(path, followingLinks: false), 2..<8)
        #expect(try part.piece(at: 0, count: 100) == Data("234567".utf8))
        #expect(try part.piece(at: 4, count: 100) == Data("67".utf8))
        #expect(truncate(path, 4) == 0)
        #expect(try part.piece(at: 0, count: 100) == Data("23".utf8))
        #expect(try part.piece(at: 2, count: 100).isEmpty)
    }
}
