import AlcedoIndex

/// The example of FORMATS, `index.json`, with texts in place of the ellipses of its digests and placeholders.
let exampleText = #"""
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
                { "files": [ { "bytes": 11873, "digest": "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "file": "kingfisher-hero-640x427.9f2c1ab04e.avif", "height": 427, "url": "/images/kingfisher-hero-640x427.9f2c1ab04e.avif", "width": 640 } ],
                  "format": "avif", "srcset": "/images/kingfisher-hero-640x427.9f2c1ab04e.avif 640w", "type": "image/avif" }
              ],
              "img": { "height": 1280, "src": "/images/kingfisher-hero-1920x1280.51be0c2f77.jpg", "width": 1920 },
              "sizes": "(min-width: 60em) 50vw, 100vw"
            },
            "lqip": {
              "formats": [ { "files": [ { "bytes": 108, "height": 16, "url": "data:image/webp;base64,AAAA", "width": 24 } ], "format": "webp", "type": "image/webp" } ]
            }
          }
        }
      },
      "order": ["kingfisher.jpg"],
      "version": 1
    }

    """#

/// The digest of the example, in the form of subresource integrity.
let exampleDigest = "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

/// The same as values, written by hand.
let exampleIndex: ImageIndex = {
    var meta = ImageIndex.Meta()
    meta.copyright = "…"
    meta.creator = "…"
    meta.dateTimeOriginal = "2024-05-01T09:30:00+02:00"
    meta.description = "…"
    meta.exposureTime = "1/500"
    meta.fNumber = 4
    meta.focalLength = 300
    meta.isoSpeed = 200
    meta.keywords = ["…"]
    meta.lensModel = "…"
    meta.make = "…"
    meta.model = "…"
    meta.title = "…"
    let avif = "kingfisher-hero-640x427.9f2c1ab04e.avif"
    return ImageIndex(
        baseURL: "/images", generator: "alcedo 0.1.0",
        images: [
            "kingfisher.jpg": ImageIndex.Entry(
                alt: "…", meta: meta,
                placeholders: .init(
                    blurhash: "L0000000fQfQfQfQfQfQfQfQfQfQ", dominantColor: "#2b5f8a", thumbhash: "AAAA"),
                source: .init(
                    bytes: 4_710_233, digest: exampleDigest, format: "jpeg", height: 4000,
                    path: "photos/kingfisher.jpg", width: 6000),
                variants: [
                    "hero": .init(
                        formats: [
                            .init(
                                files: [
                                    .init(
                                        bytes: 11_873, digest: exampleDigest, file: avif, height: 427,
                                        url: "/images/\(avif)", width: 640)
                                ],
                                format: "avif", srcset: "/images/\(avif) 640w", type: "image/avif")
                        ],
                        img: .init(
                            height: 1280, src: "/images/kingfisher-hero-1920x1280.51be0c2f77.jpg", width: 1920
                        ),
                        sizes: "(min-width: 60em) 50vw, 100vw"),
                    "lqip": .init(formats: [
                        .init(
                            files: [
                                .init(bytes: 108, height: 16, url: "data:image/webp;base64,AAAA", width: 24)
                            ],
                            format: "webp", type: "image/webp")
                    ]),
                ])
        ],
        order: ["kingfisher.jpg"])
}()
