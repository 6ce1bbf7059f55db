import AlcedoIndex
import Foundation
import Testing

@Suite struct ImageIndexWritingTests {
    @Test func whatATargetLedToComesBack() throws {
        for (quality, words) in [(ImageIndex.Quality.lossy(62), "62"), (.lossless, "\"lossless\"")] {
            var index = exampleIndex
            index.images["kingfisher.jpg"]?.variants["hero"]?.formats[0].files[0] = ImageIndex.File(
                bytes: 9, digest: exampleDigest, encodes: 3, file: "a.avif", height: 2, quality: quality,
                score: 75.3,
                url: "/images/a.avif", width: 3)
            index.images["kingfisher.jpg"]?.variants["hero"]?.formats[0].srcset = "/images/a.avif 3w"
            let text = String(decoding: index.canonicalJSON(), as: UTF8.self)
            #expect(
                text.contains(
                    "{ \"bytes\": 9, \"digest\": \"\(exampleDigest)\", \"encodes\": 3, \"file\": \"a.avif\", \"height\": 2, "
                        + "\"quality\": \(words), \"score\": 75.3, \"url\": \"/images/a.avif\", \"width\": 3 }"
                ))
            #expect(try ImageIndex(data: Data(text.utf8)) == index)
        }
        for wrong in ["\"best\"", "true", "[1]"] {
            let text = exampleText.replacingOccurrences(
                of: "\"height\": 16", with: "\"height\": 16, \"quality\": \(wrong)")
            #expect(throws: ImageIndexError.self) { try ImageIndex(data: Data(text.utf8)) }
        }
    }

    @Test func theExampleIsWrittenAsTheFormatHasIt() {
        let expected = #"""
            {
              "baseURL": "/images",
              "generator": "alcedo 0.1.0",
              "images": {
                "kingfisher.jpg": {
                  "alt": "…",
                  "meta": { "copyright": "…", "creator": "…", "dateTimeOriginal": "2024-05-01T09:30:00+02:00", "description": "…", "exposureTime": "1/500", "fNumber": 4, "focalLength": 300, "isoSpeed": 200, "keywords": ["…"], "lensModel": "…", "make": "…", "model": "…", "title": "…" },
                  "placeholders": { "blurhash": "L0000000fQfQfQfQfQfQfQfQfQfQ", "dominantColor": "#2b5f8a", "thumbhash": "AAAA" },
                  "source": { "bytes": 4710233, "digest": "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "format": "jpeg", "frames": 1, "height": 4000, "path": "photos/kingfisher.jpg", "width": 6000 },
                  "variants": {
                    "hero": {
                      "formats": [
                        {
                          "files": [
                            { "bytes": 11873, "digest": "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "file": "kingfisher-hero-640x427.9f2c1ab04e.avif", "height": 427, "url": "/images/kingfisher-hero-640x427.9f2c1ab04e.avif", "width": 640 }
                          ],
                          "format": "avif",
                          "srcset": "/images/kingfisher-hero-640x427.9f2c1ab04e.avif 640w",
                          "type": "image/avif"
                        }
                      ],
                      "img": { "height": 1280, "src": "/images/kingfisher-hero-1920x1280.51be0c2f77.jpg", "width": 1920 },
                      "sizes": "(min-width: 60em) 50vw, 100vw"
                    },
                    "lqip": {
                      "formats": [
                        {
                          "files": [
                            { "bytes": 108, "height": 16, "url": "data:image/webp;base64,AAAA", "width": 24 }
                          ],
                          "format": "webp",
                          "type": "image/webp"
                        }
                      ]
                    }
                  }
                }
              },
              "order": [
                "kingfisher.jpg"
              ],
              "version": 1
            }

            """#
        #expect(String(decoding: exampleIndex.canonicalJSON(), as: UTF8.self) == expected)
    }

    @Test func anEmptyIndexIsStillAnIndex() {
        let expected = """
            {
              "baseURL": "/images",
              "generator": "alcedo 0.1.0",
              "images": {},
              "order": [],
              "version": 1
            }

            """
        let index = ImageIndex(baseURL: "/images", generator: "alcedo 0.1.0")
        #expect(String(decoding: index.canonicalJSON(), as: UTF8.self) == expected)
    }

    @Test func theOrderOfInsertionDoesNotShow() {
        let entry = ImageIndex.Entry(
            source: .init(bytes: 1, digest: "", format: "png", height: 1, width: 1))
        let ids = (0..<200).map { "image \($0)" }
        var forwards = ImageIndex(baseURL: "", generator: "")
        var backwards = ImageIndex(baseURL: "", generator: "")
        for id in ids { forwards.images[id] = entry }
        for id in ids.reversed() { backwards.images[id] = entry }
        forwards.order = ids
        backwards.order = ids
        #expect(forwards.canonicalJSON() == backwards.canonicalJSON())
    }

    @Test func hostileTextComesBackAsItWas() throws {
        var index = exampleIndex
        let text = "\u{0}\"\\\u{1F}</script>\u{2028}🐦\u{301}"
        index.images["kingfisher.jpg"]?.alt = text
        #expect(try ImageIndex(data: index.canonicalJSON())["kingfisher.jpg"]?.alt == text)
    }
}
