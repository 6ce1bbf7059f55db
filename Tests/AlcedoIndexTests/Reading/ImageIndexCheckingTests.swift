import Foundation
import Testing

@testable import AlcedoIndex

/// Texts of an index that came with a branch, or with a restored output.
@Suite struct ImageIndexCheckingTests {
    private func index(_ change: (inout ImageIndex) -> Void) -> ImageIndex {
        var index = exampleIndex
        index.images["kingfisher.jpg"]?.variants["hero"]?.video = [
            ImageIndex.Video(
                bytes: 1, digest: exampleDigest, duration: 1, file: "a.mp4", height: 2, type: "video/mp4",
                url: "/images/a.mp4", width: 2)
        ]
        index.images["kingfisher.jpg"]?.media = [
            ImageIndex.MediaAlternative(image: "x", media: "(width >= 40em)")
        ]
        index.images["kingfisher.jpg"]?.placeholders?.palette = ["#2b5f8a"]
        index.siteIcons = ImageIndex.Favicon(
            files: [
                ImageIndex.Favicon.File(
                    bytes: 1, digest: exampleDigest, file: "favicon.ico", rel: "icon", sizes: "16x16 32x32",
                    type: "image/x-icon", url: "/favicon.ico")
            ], folder: "..", source: "logo.svg", themeColor: "#0b3d5c")
        change(&index)
        return index
    }

    private func isRead(_ change: (inout ImageIndex) -> Void) -> Bool {
        do {
            _ = try ImageIndex(data: index(change).canonicalJSON())
            return true
        } catch ImageIndexError.malformed(_, let reason) {
            #expect(reason.contains("that Alcedo writes"))
            #expect(reason.utf8.count < 400)
            return false
        } catch {
            Issue.record("\(error)")
            return false
        }
    }

    typealias Entry = ImageIndex.Entry

    /// Every text of an entry that goes into pages as it is, but for those that are words for people.
    static let texts: [(name: String, set: @Sendable (inout Entry, String) -> Void)] = [
        ("dominantColor", { $0.placeholders?.dominantColor = $1 }),
        ("averageColor", { $0.placeholders?.averageColor = $1 }),
        ("palette", { $0.placeholders?.palette = [$1] }),
        ("blurhash", { $0.placeholders?.blurhash = $1 }),
        ("thumbhash", { $0.placeholders?.thumbhash = $1 }),
        ("source.digest", { $0.source.digest = $1 }),
        ("source.format", { $0.source.format = $1 }),
        ("source.url", { $0.source.url = $1 }),
        ("media", { $0.media?[0].media = $1 }),
        ("sizes", { $0.variants["hero"]?.sizes = $1 }),
        ("variant media", { $0.variants["hero"]?.media = [.init(media: $1, variant: "lqip")] }),
        ("img.src", { $0.variants["hero"]?.img?.src = $1 }),
        ("format", { $0.variants["hero"]?.formats[0].format = $1 }),
        ("type", { $0.variants["hero"]?.formats[0].type = $1 }),
        ("srcset", { $0.variants["hero"]?.formats[0].srcset = $1 }),
        ("url", { $0.variants["hero"]?.formats[0].files[0].url = $1 }),
        ("file", { $0.variants["hero"]?.formats[0].files[0].file = $1 }),
        ("digest", { $0.variants["hero"]?.formats[0].files[0].digest = $1 }),
        ("inline url", { $0.variants["lqip"]?.formats[0].files[0].url = $1 }),
        ("video url", { $0.variants["hero"]?.video?[0].url = $1 }),
        ("video file", { $0.variants["hero"]?.video?[0].file = $1 }),
        ("video type", { $0.variants["hero"]?.video?[0].type = $1 }),
        ("video digest", { $0.variants["hero"]?.video?[0].digest = $1 }),
    ]

    static let hostile = [
        "red;background:url(http://127.0.0.1/css)!important;position:fixed", "javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>", "\u{0}", "/images/../secret.jpg", "a'b\"c\\",
    ]

    @Test(arguments: texts.indices, hostile) func noOtherTextIsRead(_ number: Int, _ text: String) throws {
        // A path is a text for people, and may have any character but this one.
        let (name, set) = Self.texts[number]
        let isPath = name.hasSuffix("file")
        if isPath, !text.contains("..") && !text.contains("\0") { return }
        func change(_ index: inout ImageIndex) {
            if var entry = index.images["kingfisher.jpg"] {
                set(&entry, text)
                index.images["kingfisher.jpg"] = entry
            }
        }
        #expect(!isRead(change), "\(name)")
        // A build goes on without the entry.
        var read = try ImageIndex(unchecked: index(change).canonicalJSON())
        #expect(try read.removeUnsound().keys.sorted() == ["kingfisher.jpg"])
        #expect(read.images.isEmpty && read.order.isEmpty && read.siteIcons != nil)
    }

    @Test func whatBuildsWriteIsRead() throws {
        #expect(isRead { _ in })
        var read = index { _ in }
        #expect(try read.removeUnsound().isEmpty)
        #expect(read == index { _ in })
        for sizes in [
            "100vw", "(min-width: 60em) calc(50vw - 2rem), 100vw", "auto, 100vw", "(width <= 3em) 1px,\n 2px",
        ] {
            #expect(isRead { $0.images["kingfisher.jpg"]?.variants["hero"]?.sizes = sizes }, "\(sizes)")
        }
        for type in [
            "image/svg+xml", "image/jxl", "image/x-icon", "image/vnd.ms-photo",
            "video/mp4; codecs=\"avc1.42\"",
        ] {
            #expect(
                isRead { $0.images["kingfisher.jpg"]?.variants["hero"]?.formats[0].type = type }, "\(type)")
        }
        for color in ["#00000000", "#ABCDEF"] {
            #expect(isRead { $0.images["kingfisher.jpg"]?.placeholders?.dominantColor = color }, "\(color)")
        }
    }

    @Test(arguments: [
        "", "/", "/images", "images", ".", "..", "./images", "../a/b", "https://example.org",
        "HTTP://example.org/a",
        "https://example.org/fotos/\u{e4}", "//cdn.example.org/i",
    ])
    func addressesAreBelowTheBase(_ base: String) {
        let url = URLPath.url(of: "\u{f6} b/c,d:e.webp", below: base)
        #expect(IndexText.isAddress(base))
        #expect(IndexText.isAddress(url, below: base))
        for other in [
            base + "/..", base + "/a//b", base + "/%2e%2E/a", base + "/%2E./a", base + "/a%2Fb", base + "/a%",
            base + "/a b",
            base + "/a,b", base + "/a?b", base + "/a:b", base + "-else/a", base + "/", base,
            "https://evil.example/a",
        ] where base + "-else/a" != other || !base.isEmpty && base != "/" {
            #expect(!IndexText.isAddress(other, below: base), "\(other)")
        }
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:,", "ftp://a", "http:a", "a b", "/a\"", "/<", "\\\\a", "/\u{202E}",
    ])
    func noOtherAddressIsRead(_ address: String) {
        #expect(!IndexText.isAddress(address))
        #expect(!isRead { $0.baseURL = address })
        #expect(!isRead { $0.siteIcons?.files[0].url = address })
    }

    @Test func iconsAreRead() throws {
        let changes: [(inout ImageIndex) -> Void] = [
            { $0.siteIcons?.themeColor = "red" }, { $0.siteIcons?.files[0].file = "../favicon.ico" },
            { $0.siteIcons?.files[0].rel = "icon\" onload=\"" }, { $0.siteIcons?.files[0].sizes = "16x16\"" },
            { $0.siteIcons?.files[0].type = "text/html" }, { $0.siteIcons?.files[0].digest = "x" },
        ]
        for change in changes {
            #expect(!isRead(change))
            var index = index(change)
            #expect(try index.removeUnsound().isEmpty)
            #expect(index.siteIcons == nil && index.images.count == 1)
        }
    }

    @Test func partsHaveTheNamesOfFilesBesideTheIndex() {
        for name in ["../index/a.json", "/etc/passwd", "", "index/./a.json", "a\0"] {
            let file = ImageIndex.Parts.File(
                bytes: 1, count: 1, digest: exampleDigest, file: name, first: "a")
            let order = ImageIndex.Parts.File(bytes: 1, count: 1, digest: exampleDigest, file: "index/b.json")
            let parts = ImageIndex.Parts(baseURL: "/i", generator: "alcedo", order: order, parts: [file])
            #expect(throws: ImageIndexError.self) {
                try ImageIndex.Parts(ifInParts: JSONEncoder().encode(parts))
            }
        }
    }
}
