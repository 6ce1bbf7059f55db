import AlcedoBase
import AlcedoManifest
import AlcedoRecipes
import Foundation
import Testing

/// The meaning of valid manifests.
@Suite struct ManifestValueTests {
    @Test func everythingHasADefault() throws {
        let read = try manifest("variants: { a: { width: 5 } }\nsources: []")
        #expect((read.baseURL, read.onError, read.prune) == ("/images", .fail, .now))
        #expect(read.index.written == "Public/images/index.json")
        #expect((read.truncation, read.svg, read.placeholders) == (.fail, .rasterize, []))
        #expect(read.limits == Manifest.Limits())
        #expect(read.network == Manifest.NetworkSettings())
        let variant = read.variants[0]
        #expect(variant.formats == [.format(.webp), .auto])
        #expect(
            variant.quality == [
                .jpeg: .lossy(80), .webp: .lossy(80), .avif: .lossy(50), .jxl: .lossy(75), .png: .lossless,
                .gif: .lossless,
            ])
        #expect(
            (variant.metadata, variant.gps, variant.color, variant.animated) == (.none, .none, .srgb, .keep))
        #expect((variant.enlarge, variant.isInline, variant.positionIsExplicit) == (false, false, false))
        #expect(variant.corners == .all)
        #expect(variant.nameTemplate == .standard)
    }

    @Test(arguments: [
        ("16:9", 16, 9), ("32:18", 16, 9), ("4/3", 4, 3), ("1.5", 3, 2), ("2", 2, 1), ("\" 1 : 1 \"", 1, 1),
        ("2.35:1", 47, 20), ("1.91", 191, 100), (".5", 1, 2), ("65535:1", 65_535, 1),
    ])
    func anAspectIsReadInItsLowestTerms(written: String, width: Int, height: Int) throws {
        let variant = try manifest("sources: []\nvariants: { a: { aspect: \(written) } }").variants[0]
        #expect(variant.aspect == PixelSize(width: width, height: height))
        #expect(variant.fit == .cover)
    }

    @Test func aSourceHasOneAspectForAllVariantsThatHaveOneOrSomeByName() throws {
        let read = try manifest(
            """
            variants: { a: { aspect: 16:9 }, b: { aspect: 1:1, width: 5 }, c: { width: 5 } }
            sources: [{ path: a.jpg, aspect: 4:5 }, { path: b.jpg, aspect: { b: 3:2 } }, { path: c.jpg }]
            """)
        let (tall, wide) = (PixelSize(width: 4, height: 5), PixelSize(width: 3, height: 2))
        #expect(read.sources.map(\.aspects) == [["a": tall, "b": tall], ["b": wide], nil])
    }

    @Test func anInlinePictureHasOneFrameUnlessItSaysOtherwise() throws {
        let read = try manifest(
            """
            variants:
              a: { width: 8, formats: webp, inline: true }
              b: { width: 8, formats: webp, inline: true, animated: keep }
              c: { formats: original, inline: true }
              d: { width: 8, formats: webp }
            sources: []
            """)
        #expect(read.variants.map(\.animated) == [.first, .keep, .keep, .keep])
    }

    @Test func theDeadlineOfARunIsRead() throws {
        #expect(try manifest("network: { deadline: 90 }\nsources: []").network.deadline == 90)
        #expect(try manifest("sources: []").network.deadline == nil)
    }

    @Test func variantsTakeTheDefaultsAndOverrideThemKeyByKey() throws {
        let read = try manifest(
            """
            defaults:
              formats: [avif]
              quality: { jpeg: 70, webp: lossless }
              effort: { avif: 5 }
              metadata: copyright
              radius: 8
              blur: 2
              position: north
              fit: contain
              background: "#fff"
              name: "{name}.{hash}.{ext}"
              sizes: 50vw
            variants:
              plain: { width: 5, height: 5 }
              other:
                width: 5
                quality: { jpeg: 60 }
                effort: { webp: 2 }
                radius: 0
                blur: 0
                formats: png
                metadata: none
              wide: { widths: [9, 5] }
              same:
            sources: []
            """)
        let (plain, other, wide) = (read.variants[0], read.variants[1], read.variants[2])
        #expect(plain.formats == [.format(.avif)])
        #expect(
            (plain.quality[.jpeg], plain.quality[.webp], plain.quality[.avif]) == (
                .lossy(70), .lossless, .lossy(50)
            ))
        #expect((plain.effort[.avif], plain.effort[.webp]) == (5, 4))
        #expect(
            (plain.radius, plain.blur, plain.metadata, plain.fit) == (.pixels(8), 2, .copyright, .contain))
        #expect((plain.position, plain.positionIsExplicit) == (.north, true))
        #expect(plain.background == SRGBColor(red: 255, green: 255, blue: 255))
        #expect(plain.nameTemplate.written == "{name}.{hash}.{ext}")
        #expect((other.quality[.jpeg], other.quality[.webp]) == (.lossy(60), .lossless))
        #expect((other.effort[.avif], other.effort[.webp]) == (5, 2))
        #expect((other.radius, other.blur, other.metadata, other.fit) == (nil, nil, .none, .inside))
        #expect(other.formats == [.format(.png)])
        #expect((wide.widths, wide.sizes, plain.sizes, wide.fit) == ([5, 9], "50vw", nil, .inside))
        #expect((read.variants[3].name, read.variants[3].width) == ("same", nil))
    }

    @Test func oneQualityHoldsForAll() throws {
        let read = try manifest(
            "variants: { a: { width: 1, quality: 66 }, b: { width: 1, quality: lossless } }\nsources: []")
        for format in [OutputFormat.jpeg, .webp, .avif, .jxl] {
            #expect(read.variants[0].quality[format] == .lossy(66))
        }
        #expect(read.variants[0].quality[.png] == .lossless)
        // JPEG has no lossless mode; its highest quality is used.
        #expect(read.variants[1].quality[.jpeg] == .lossy(100))
        #expect(read.variants[1].quality[.webp] == .lossless)
    }

    @Test(arguments: [
        ("auto", QualityTarget(70)), ("medium", QualityTarget(60)), ("high", QualityTarget(70)),
        ("very-high", QualityTarget(80)), ("excellent", QualityTarget(85)),
        ("visually-lossless", QualityTarget(90)), ("{ target: 75 }", QualityTarget(75)),
        ("{ target: auto }", QualityTarget(70)),
        ("{ target: high, min: 20 }", QualityTarget(70, min: 20)),
        ("{ target: 66, min: 20, max: 90 }", QualityTarget(66, min: 20, max: 90)),
        ("{ at-most: 80, target: 75 }", QualityTarget(75, atMost: 80)),
    ])
    func aTargetIsOneOfAllFormatsWithLosses(text: String, target: QualityTarget) throws {
        let whole = try variant("quality: \(text)").quality
        #expect(whole[.jpeg] == .target(target) && whole[.avif] == .target(target))
        #expect(whole[.png] == .lossless && whole[.gif] == .lossless)
        let some = try variant("quality: { webp: \(text), avif: 40 }").quality
        #expect(some[.webp] == .target(target) && some[.avif] == .lossy(40) && some[.jpeg] == .lossy(80))
    }

    private func variant(_ settings: String) throws -> Variant {
        try manifest("variants: { a: { width: 1, \(settings) } }\nsources: []").variants[0]
    }

    @Test(arguments: [
        ("now", Manifest.PrunePolicy.now), ("never", .never), ("7d", .after(seconds: 604_800)),
        ("90s", .after(seconds: 90)),
        ("1.5h", .after(seconds: 5400)), ("2w", .after(seconds: 1_209_600)), ("10m", .after(seconds: 600)),
    ])
    func pruningHasUnitsOfTime(text: String, expected: Manifest.PrunePolicy) throws {
        #expect(try manifest("sources: []\nprune: \(text)").prune == expected)
    }

    @Test(arguments: [
        ("64MB", 64_000_000), ("1GiB", 1_073_741_824), ("512kB", 512_000), ("1000", 1000),
        ("1.5 MB", 1_500_000),
        ("2KiB", 2048), ("3B", 3),
    ])
    func sizesHaveUnits(text: String, expected: Int) throws {
        #expect(try manifest("sources: []\nlimits: { bytes: \(text) }").limits.bytes == expected)
    }

    @Test(arguments: [("268M", 268_000_000), ("1G", 1_000_000_000), ("50000", 50_000), ("10k", 10_000)])
    func pixelsHaveUnits(text: String, expected: Int) throws {
        #expect(try manifest("sources: []\nlimits: { pixels: \(text) }").limits.image.pixels == expected)
    }

    @Test(arguments: [
        ("\"#1d4ed866\"", SRGBColor(red: 0x1D, green: 0x4E, blue: 0xD8, alpha: 0x66)),
        ("\"#FFF\"", SRGBColor(red: 255, green: 255, blue: 255)),
        ("\"#1234\"", SRGBColor(red: 17, green: 34, blue: 51, alpha: 68)),
        ("black", SRGBColor(red: 0, green: 0, blue: 0)),
        ("transparent", SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)),
    ])
    func coloursAreRead(text: String, expected: SRGBColor) throws {
        let read = try manifest("variants: { a: { background: \(text) } }\nsources: []")
        #expect(read.variants[0].background == expected)
    }

    @Test(arguments: ["\"#12345\"", "\"#12\"", "\"#gggggg\"", "\"123456\"", "\"#١٢٣\"", "\"\"", "\"#\""])
    func otherColoursAreNot(text: String) {
        #expect(
            readManifest(preamble + "variants: { a: { background: \(text) } }\nsources: []").manifest == nil)
    }

    @Test func processChainsKeepTheirOrder() throws {
        let read = try manifest(
            """
            variants:
              a:
                process:
                  - blur: 2
                  - round-corner: { radius: 50%, corners: [top-left] }
                  - round-corner: 12
                  - flatten: { color: white }
                  - blur: { sigma: 0.5 }
            sources: []
            """)
        let steps = read.variants[0].process
        #expect(steps.map(\.name) == ["blur", "round-corner", "round-corner", "background", "blur"])
        #expect(steps.map(\.location.line) == [6, 7, 8, 9, 10])
        #expect((steps[0].parameters.number("sigma"), steps[4].parameters.number("sigma")) == (2, 0.5))
        #expect(
            (steps[1].parameters.length("radius"), steps[1].parameters.corners("corners")) == (
                .fraction(0.5), [.topLeft]
            ))
        #expect(
            (steps[2].parameters.length("radius"), steps[2].parameters.corners("corners")) == (
                .pixels(12), nil
            ))
        #expect(steps[3].parameters.color("color") == SRGBColor(red: 255, green: 255, blue: 255))
    }

    @Test(arguments: [
        ("/images", "/images"), ("/images/", "/images"), ("/", "/"),
        ("https://cdn.example.org/i/", "https://cdn.example.org/i"),
        ("//cdn.example.org/i", "//cdn.example.org/i"), ("./images", "./images"), ("../i", "../i"),
        (".", "."),
    ])
    func baseURLsLoseTheirLastSlash(text: String, expected: String) throws {
        #expect(try manifest("sources: []\nbase-url: \(text)").baseURL == expected)
    }

    @Test(arguments: [
        ("images", "did you mean '/images'?"), ("javascript:alert(1)", "must begin with"),
        ("ftp://example.org", "http or https"), ("\"/a?b\"", "query or a fragment"),
        ("\"/a b\"", "is not allowed in a URL"), ("\"/a\\x01\"", "is not allowed in a URL"),
        ("\"/a<\"", "is not allowed in a URL"), ("\"/a\\u202e\"", "is not allowed in a URL"),
        ("https://", "no valid host name"), ("[a]", "must be a path or a URL, not a list"),
    ])
    func otherBaseURLsAreRefused(text: String, words: String) {
        expectProblem("base-url: 1️⃣\(text)", words)
    }

    // The system would use the part before it.
    @Test(arguments: ["index", "swift", "cache"])
    func pathsWithANullCharacterAreRefused(key: String) {
        expectProblem("\(key): 1️⃣\"a\\0b\"", "'\(key)' holds a null character")
    }

    @Test func anOutputWithANullCharacterIsRefused() {
        let text = "version: 1\noutput: \"a\\0b\"\nsources: [{ path: a.png }]\n"
        let messages = readManifest(text, directory: "/site").diagnostics.map(\.message)
        #expect(messages == ["'output' holds a null character, which no path can have"])
    }

    @Test func aBaseURLThatIsNotWrittenIsAnAddressAllTheSame() {
        let text = "version: 1\noutput: \"Public/My images#1\"\nsources: [{ path: a.png }]\n"
        // RFC 3986: a blank is %20, and what would begin a fragment %23.
        #expect(readManifest(text, directory: "/site").manifest?.baseURL == "/My%20images%231")
    }

    @Test func idsAreInFormC() throws {
        let read = try manifest("sources:\n  - { path: a.jpg, id: cafe\u{301} }")
        #expect(read.sources[0].id.map { Array($0.utf8) } == Array("caf\u{E9}".utf8))
    }

    @Test func scalarsStandForListsOfOne() throws {
        let read = try manifest(
            "variants: { a: { formats: webp, radius: 1, corners: top-left } }\n"
                + "sources:\n  - { path: a/*.jpg, exclude: a/b.jpg, variants: a }")
        #expect(read.sources[0].variants == ["a"])
        #expect(read.variants[0].corners == [.topLeft])
    }
}

@Suite struct ManifestPathTests {
    private func problems(_ folder: TemporaryFolder, _ text: String) throws -> [String] {
        try folder.write("version: 1\nsources: []\n" + text, to: "site/images.yml")
        let (_, diagnostics) = ManifestReader.read(path: folder.path + "/site/images.yml", environment: [:])
        return diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.message)" }
    }

    @Test(arguments: [
        (".", "is the manifest's own folder"), ("..", "is a folder above the manifest"),
        ("/", "is a folder above"),
        ("Public/..", "is the manifest's own folder"), ("../site", "is the manifest's own folder"),
        ("link", "is the manifest's own folder"), ("link/../..", "is a folder above the manifest"),
    ])
    func anOutputThatHoldsTheManifestIsRefused(output: String, words: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(to: "site/x")
        try folder.link("site/link", to: "../site")
        let found = try problems(folder, "output: \(output)")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("3:9 ") == true)
        #expect(found.first?.contains(words) == true, "\(found)")
    }

    @Test(arguments: [
        ("output: o\ncache: .", "4:8 'cache' is the manifest's own folder"),
        ("output: o\ncache: ..", "4:8 'cache' is a folder above the manifest"),
        ("output: o\ncache: o/c", "4:8 'cache' is inside 'output'"),
        ("output: c/o\ncache: c", "3:9 'output' is inside the cache"),
        ("output: o\nindex: o", "4:8 'index' is a folder"),
        ("output: o\nindex: x/", "4:8 'index' is a folder"),
        ("output: o\nindex: images.yml", "4:8 'index' would overwrite images.yml"),
        ("output: o\nindex: images.lock", "4:8 'index' would overwrite images.lock"),
        ("output: o\nindex: .alcedo/index.json", "4:8 'index' is inside the cache"),
        ("output: o\nswift: Sources", "4:8 'swift' must name a Swift file"),
        ("output: o\nswift: Sources/.swift", "4:8 'swift' must name a Swift file"),
        ("output: o\nswift: o/Images.swift", "4:8 'swift' is inside 'output'"),
        ("output: o\nswift: .alcedo/Images.swift", "4:8 'swift' is inside the cache"),
        ("output: \"\"", "3:9 'output' is empty"),
        ("output: ${HOME}/x", "3:9 'output' must not contain '${'"),
    ])
    func pathsThatWouldDoHarmAreRefused(text: String, expected: String) throws {
        let folder = try TemporaryFolder()
        let found = try problems(folder, text)
        #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
    }

    @Test func anOutputBesideTheManifestIsFine() throws {
        let folder = try TemporaryFolder()
        #expect(try problems(folder, "output: ../Public/images\nindex: ../data/images.json") == [])
    }

    @Test func theCacheIsBesideTheNearestPackage() throws {
        let folder = try TemporaryFolder()
        let text = "version: 1\noutput: o\nsources: []\n"
        try folder.write(text, to: "package/a/b/images.yml")
        try folder.write(to: "package/Package.swift")
        func cache(_ environment: [String: String] = [:]) -> String? {
            ManifestReader.read(path: folder.path + "/package/a/b/images.yml", environment: environment)
                .manifest?.cache.absolute
        }
        #expect(cache() == folder.path + "/package/.alcedo")
        #expect(cache(["ALCEDO_CACHE_DIR": "/elsewhere/cache"]) == "/elsewhere/cache")
        #expect(cache(["ALCEDO_CACHE_DIR": ""]) == folder.path + "/package/.alcedo")
        try folder.write(text + "cache: mine\n", to: "package/a/b/images.yml")
        #expect(cache() == folder.path + "/package/a/b/mine")
        #expect(cache(["ALCEDO_CACHE_DIR": "/elsewhere/cache"]) == "/elsewhere/cache")
    }
}

@Suite struct SecretTextTests {
    @Test func whatPrintsASecretPrintsWhatIsWritten() throws {
        let read = try manifest(
            "sources:\n  - url: \"https://${USER_INFO}@example.org/a.jpg?key=${KEY}\"\n    headers: { X: \"${KEY}-$${KEY}\" }",
            environment: ["KEY": "hunter2", "USER_INFO": "me:hunter3"])
        guard let remote = read.sources[0].remote else {
            Issue.record("not a URL")
            return
        }
        #expect(remote.url.revealed == "https://me:hunter3@example.org/a.jpg?key=hunter2")
        #expect(remote.headers[0].value.revealed == "hunter2-${KEY}")
        #expect(remote.url.holdsSecret)
        var printed = "\(remote) \(remote.url) \(String(reflecting: remote)) \(read.sources)"
        dump(remote, to: &printed)
        dump(read, to: &printed)
        #expect(!printed.contains("hunter"))
        #expect(printed.contains("${KEY}"))
    }
}
