import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct DataURITests {
    private func bytes(_ uri: String, limit: Int = 1000) async throws -> Data {
        try await DataURIImageDataProvider(uri: uri, byteLimit: limit).data()
    }

    // The vectors of RFC 4648, 10.
    @Test(
        arguments: [
            ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"), ("Zm9vYg", "foob"), ("Zm9vYmE", "fooba"), ("Zm9v\n  YmFy", "foobar"),
            ("Zm9vYg%3D%3D", "foob"),
        ])
    func base64IsDecoded(_ text: String, _ expected: String) async throws {
        for head in [
            "image/png;base64", ";base64", "image/svg+xml;charset=utf-8;BASE64", "image/png; base64",
        ] {
            #expect(try await bytes("data:\(head),\(text)") == Data(expected.utf8))
        }
    }

    // `printf '+/+/AZaz0189' | base64 -d | xxd -p`
    @Test func allOfTheAlphabetIsKnown() async throws {
        let expected: [UInt8] = [0xFB, 0xFF, 0xBF, 0x01, 0x96, 0xB3, 0xD3, 0x5F, 0x3D]
        #expect(try await bytes("data:;base64,+/+/AZaz0189") == Data(expected))
    }

    // The example of RFC 2397, 4, and what browsers make of a stray percent sign.
    @Test(
        arguments: [
            ("data:,A%20brief%20note", "A brief note"),
            ("data:image/svg+xml,<svg width='100%'/>", "<svg width='100%'/>"),
            ("DATA:image/svg+xml;utf8,%3csvg/%3E", "<svg/>"), ("data:,%23%2G%", "#%2G%"),
            ("data:,a,b;base64,c", "a,b;base64,c"),
            ("data:base64,Zg==", "Zg=="), ("data:,ü", "ü"),
        ])
    func percentEncodingIsDecoded(_ uri: String, _ expected: String) async throws {
        #expect(try await bytes(uri) == Data(expected.utf8))
    }

    @Test(
        arguments: [
            ("", LoadingError.DataURIReason.notADataURI), ("image/png;base64,AAAA", .notADataURI),
            ("data", .notADataURI),
            ("http://a/,b", .notADataURI), ("data:image/png;base64", .missingComma),
            ("data:image/png,", .empty),
            ("data:;base64,", .empty), ("data:;base64,====", .truncatedBase64),
            ("data:;base64,Zm9v!A==", .invalidBase64(position: 5)),
            ("data:;base64,Zm9-", .invalidBase64(position: 4)),
            ("data:;base64,Zg==Zg==", .invalidBase64(position: 5)),
            ("data:;base64,Zm9vY", .truncatedBase64), ("data:;base64,Zg=", .truncatedBase64),
            ("data:;base64,Zm9v=", .truncatedBase64),
            ("data:image/svg+xml,<a fill='#fff'/>", .unescapedNumberSign),
        ])
    func mistakesAreNamed(_ uri: String, _ reason: LoadingError.DataURIReason) {
        #expect(throws: LoadingError.dataURI(reason)) { try DataURIImageDataProvider(uri: uri) }
    }

    @Test(arguments: ["data:;base64,Zm9vYmFy", "data:,foobar", "data:,%66%6f%6f%62%61%72"])
    func theLimitIsForDecodedBytes(_ uri: String) async throws {
        #expect(try await bytes(uri, limit: 6).count == 6)
        #expect(throws: LoadingError.dataURI(.tooLarge(limit: 5))) {
            try DataURIImageDataProvider(uri: uri, byteLimit: 5)
        }
    }

    @Test func equalPicturesHaveEqualKeys() throws {
        let one = try DataURIImageDataProvider(uri: "data:image/png;base64,Zm9v")
        let two = try DataURIImageDataProvider(uri: "data:,foo")
        #expect(one.cacheKey == two.cacheKey)
        // `printf foo | sha256sum`
        #expect(one.cacheKey == "data:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae")
        #expect(one.contentURL == nil)
    }
}
