import Foundation

/// A server's reaction to a request.
struct Reply: Sendable {
    enum Step: Sendable {
        case send(Data)
        case drip(Data, milliseconds: Int)
        case pause(milliseconds: Int)
        /// Zeros until the client disconnects.
        case endless
        /// Nothing until the client disconnects.
        case hang
        /// Waits until this many requests are being processed at the same time.
        case untilSimultaneous(Int)
        /// Waits until this many requests have been received.
        case untilRequested(Int)
        case reset
        case close
    }

    var steps: [Step]

    static func head(_ status: Int, _ headers: [String: String]) -> Data {
        let fields = headers.map { "\($0): \($1)\r\n" }.sorted().joined()
        return Data("HTTP/1.1 \(status) Whatever\r\n\(fields)\r\n".utf8)
    }

    /// A valid response.
    static func ok(_ body: Data, _ headers: [String: String] = [:]) -> Reply {
        status(200, body: body, headers)
    }

    static func status(_ status: Int, body: Data = Data(), _ headers: [String: String] = [:]) -> Reply {
        let headers = headers.merging(["Content-Length": "\(body.count)"]) { given, _ in given }
        return Reply(steps: [.send(head(status, headers) + body)])
    }

    static func redirect(_ location: String, status: Int = 302) -> Reply {
        Reply.status(status, ["Location": location])
    }

    /// Announces `length` bytes, sends `body` and then does the rest.
    static func announcing(_ length: Int?, _ body: Data, then rest: [Step]) -> Reply {
        let headers = length.map { ["Content-Length": "\($0)"] } ?? [:]
        return Reply(steps: [.send(head(200, headers) + body)] + rest)
    }

    func after(_ step: Step) -> Reply { Reply(steps: [step] + steps) }
}
