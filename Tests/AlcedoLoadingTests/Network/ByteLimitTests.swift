import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct ByteLimitTests {
    @Test func aLargeLengthIsRefusedBeforeTheBody() async throws {
        let server = try EvilServer(["/a.png": [.announcing(50_000_000, picture(), then: [.endless])]])
        let configuration = NetworkConfiguration.local { $0.byteLimit = 1_000_000 }
        let reason = try await HTTPLoader.local(configuration).reason(server.url("/a.png"))
        #expect(reason == .tooLarge(limit: 1_000_000, announced: 50_000_000))
        #expect(server.requests.count == 1)
        try await server.wait { $0.clientsGone == 1 }
    }

    @Test func aBodyWithoutEndIsCutOffAtTheLimit() async throws {
        let server = try EvilServer(["/a.png": [.announcing(nil, picture(), then: [.endless])]])
        let configuration = NetworkConfiguration.local { $0.byteLimit = 1_000_000 }
        let reason = try await HTTPLoader.local(configuration).reason(server.url("/a.png"))
        #expect(reason == .tooLarge(limit: 1_000_000, announced: nil))
        #expect(server.requests.count == 1)
        // The server can continue only as long as the client does.
        try await server.wait { $0.clientsGone == 1 }
    }

    @Test func exactlyTheLimitIsAllowed() async throws {
        let server = try EvilServer(["/a.png": [.ok(picture(1000))], "/b.png": [.ok(picture(1001))]])
        let loader = HTTPLoader.local(.local { $0.byteLimit = 1000 })
        #expect(try await loader.load(RemoteResource(url: server.url("/a.png"))).data.count == 1000)
        #expect(try await loader.reason(server.url("/b.png")) == .tooLarge(limit: 1000, announced: 1001))
    }

    @Test func theLimitIsForWhatComesOutOfCompression() async throws {
        let server = try EvilServer(["/a.png": [.ok(Self.manyZeros, ["Content-Encoding": "gzip"])]])
        let loader = HTTPLoader.local(.local { $0.byteLimit = 100_000 })
        #expect(try await loader.reason(server.url("/a.png")) == .tooLarge(limit: 100_000, announced: nil))
    }

    /// 999,751 zeros in about 6 kB: a gzip member whose deflate stream is hand-made. One literal zero, then 258-byte copies of it in a block with
    /// the fixed codes (RFC 1951, 3.2.6): length code 285 is `11000101`, distance code 0 is `00000`.
    static let manyZeros: Data = {
        var bits = ""
        bits += "110"  // last block, fixed codes (the type's low bit first)
        bits += "00110000"  // literal 0
        for _ in 0..<3875 { bits += "11000101" + "00000" }
        bits += "0000000"  // end of the block
        var bytes: [UInt8] = []
        for (index, bit) in bits.enumerated() {
            if index % 8 == 0 { bytes.append(0) }
            if bit == "1" { bytes[bytes.count - 1] |= 1 << UInt8(index % 8) }
        }
        // The checksum is wrong, but the limit is exceeded long before it is checked.
        return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bytes + [UInt8](repeating: 0, count: 8))
    }()
}
