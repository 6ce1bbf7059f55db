import AlcedoIndex
import Foundation
import Testing

@Suite struct ImageIndexReadingTests {
    private func index(_ text: String) throws -> ImageIndex { try ImageIndex(data: Data(text.utf8)) }

    private func failure(_ text: String) -> ImageIndexError? {
        #expect(throws: ImageIndexError.self) { try index(text) }
    }

    @Test func aFileThatIsNotAnIndexIsNamed() throws {
        let path = NSTemporaryDirectory() + "/index-\(UUID().uuidString).json"
        try Data("{\"version\":0}".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: ImageIndexError.self) { try ImageIndex(contentsOf: path) }
        #expect(error == .unreadable(path: path, reason: "not a valid index: version: there is no version 0"))
    }

    @Test func theExampleOfTheFormatIsRead() throws {
        #expect(try index(exampleText) == exampleIndex)
    }

    @Test func whatIsWrittenIsReadBackEqual() throws {
        #expect(try ImageIndex(data: exampleIndex.canonicalJSON()) == exampleIndex)
    }

    @Test func everyOptionalMemberSurvivesTheWayToTheFileAndBack() throws {
        var meta = ImageIndex.Meta()
        meta.gps = ImageIndex.Position(latitude: -33.859972, longitude: 151.2, altitude: 12.5)
        meta.fNumber = 2.8
        let entry = ImageIndex.Entry(
            alt: "", media: [.init(image: "b", media: "(prefers-color-scheme: dark)")], meta: meta,
            placeholders: .init(
                averageColor: "#010203", blurhash: "L6Pj0^jE.AyE_3t7t7R**0o#DgR4", dominantColor: "#040506",
                palette: ["#070809", "#0a0b0c"], thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI"),
            source: .init(
                bytes: 1, digest: exampleDigest, format: "gif", frames: 12, height: 2,
                url: "https://example.org/a.gif", width: 3),
            stale: true,
            variants: [
                "retina": .init(
                    formats: [
                        .init(
                            files: [
                                .init(
                                    bytes: 9, density: 1.5, digest: exampleDigest, file: "a.webp", height: 4,
                                    url: "/a.webp", width: 5)
                            ], format: "webp", srcset: "/a.webp 1.5x", type: "image/webp")
                    ], img: .init(height: 4, src: "/a.webp", width: 5), sizes: "10vw")
            ])
        let whole = ImageIndex(
            baseURL: "/", generator: "g", images: ["a": entry, "b": entry], order: ["b", "a"])
        #expect(try ImageIndex(data: whole.canonicalJSON()) == whole)
    }

    @Test func membersOfALaterVersionAreIgnored() throws {
        let text =
            exampleText
            .replacingOccurrences(of: "\"frames\": 1,", with: "\"frames\": 1, \"hdr\": { \"gain\": [1] },")
            .replacingOccurrences(of: "\"version\": 1", with: "\"version\": 1, \"zebra\": null")
        #expect(text != exampleText)
        #expect(try index(text) == exampleIndex)
    }

    @Test func aNewerVersionIsRefusedEvenIfEverythingElseChanged() {
        #expect(failure(#"{ "version": 3, "pictures": [] }"#) == .newerVersion(found: 3, supported: 2))
    }

    @Test(arguments: [0, -1]) func versionsBelowOneAreRejected(version: Int) {
        #expect(
            failure(#"{ "version": \#(version) }"#)
                == .malformed(place: "version", reason: "there is no version \(version)"))
    }

    @Test func aMissingMemberIsNamedWithItsPlace() {
        let text = exampleText.replacingOccurrences(of: "\"bytes\": 4710233, ", with: "")
        #expect(
            failure(text) == .malformed(place: "images.kingfisher.jpg.source", reason: "there is no 'bytes'"))
    }

    @Test func aMemberOfTheWrongTypeIsNamedWithItsPlace() throws {
        let text = exampleText.replacingOccurrences(of: "\"width\": 640", with: "\"width\": \"640\"")
        guard case .malformed(let place, _) = try #require(failure(text)) else {
            Issue.record("not malformed")
            return
        }
        #expect(place == "images.kingfisher.jpg.variants.hero.formats.[0].files.[0].width")
    }

    @Test func invalidJSONIsMalformed() throws {
        guard case .malformed = try #require(failure("<html>")) else {
            Issue.record("not malformed")
            return
        }
    }

    @Test(arguments: [
        (#"[]"#, "the image 'a' is missing"),
        (#"["a", "a"]"#, "'a' is listed twice"),
        (#"["a", "b"]"#, "'b' is not among the images"),
    ])
    func orderNamesEachImageOnce(order: String, reason: String) {
        let source = #"{ "bytes": 1, "digest": "", "format": "png", "frames": 1, "height": 1, "width": 1 }"#
        let text = #"""
            { "baseURL": "", "generator": "", "version": 1, "order": \#(order),
              "images": { "a": { "source": \#(source), "variants": {} } } }
            """#
        #expect(failure(text) == .malformed(place: "order", reason: reason))
    }

    @Test func aMissingFileIsNamed() {
        let path = "/nowhere/at/all/index.json"
        #expect(throws: ImageIndexError.unreadable(path: path, reason: "there is no such file")) {
            try ImageIndex(contentsOf: path)
        }
    }

    @Test func aFileIsReadByItsPath() throws {
        let path = FileManager.default.temporaryDirectory.path + "/alcedo index \(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(exampleText.utf8).write(to: URL(fileURLWithPath: path))
        #expect(try ImageIndex(contentsOf: path) == exampleIndex)
    }
}
