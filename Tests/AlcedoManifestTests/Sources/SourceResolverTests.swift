import AlcedoBase
import AlcedoManifest
import AlcedoRecipes
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct SourceResolverTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func resolve(
        _ sources: String, files: [String] = [], settings: String = "", variants: String = ""
    ) throws -> SourceResolution {
        for file in files { try folder.write("x", to: file) }
        let text =
            "variants: { thumb: { width: 5 }, hero: { width: 9, aspect: 2:1 }, \(variants) }\n" + settings
            + "sources:\n"
            + sources
        return SourceResolver(try manifest(text, directory: folder.path)).resolve()
    }

    private func paths(_ resolution: SourceResolution) -> [String] {
        resolution.sources.map { source in
            source.file == nil ? "not a file" : source.origin.shown
        }
    }

    // MARK: - Files and globs

    @Test func globsComeInTheOrderOfBytesAndEntriesInTheManifests() throws {
        let found = try resolve(
            "  - path: z.jpg\n  - path: p/**/*.jpg\n  - path: [b/*.png, a/*.png]\n",
            files: ["z.jpg", "p/b.jpg", "p/a/x.jpg", "p/B.JPG", "a/2.png", "b/1.png"])
        #expect(found.diagnostics == [])
        #expect(
            found.sources.map(\.id) == ["z.jpg", "p/B.JPG", "p/a/x.jpg", "p/b.jpg", "a/2.png", "b/1.png"])
        #expect(found.sources.map(\.order) == Array(0..<6))
        #expect(found.sources[0].file == folder.path + "/z.jpg" && found.sources[0].origin.shown == "z.jpg")
        #expect(found.sources.map(\.variants) == Array(repeating: ["thumb", "hero"], count: 6))
        #expect(found.sources.map(\.location.line) == [5, 6, 6, 6, 7, 7])
    }

    @Test func foldersThatASystemKeepsForItselfAreLeftOutAndSaidOnce() throws {
        let found = try resolve(
            "  - path: p/**/*.jpg\n  - { path: 'q/**/*.jpg', optional: true }\n  - path: 'q/#recycle/*.jpg'\n",
            files: [
                "p/a.jpg", "p/@eaDir/a.jpg/SYNOPHOTO_THUMB_XL.jpg", "q/#recycle/deleted.jpg",
                "p/__MACOSX/a.jpg",
            ])
        #expect(found.sources.map(\.id) == ["p/a.jpg", "q/#recycle/deleted.jpg"])
        let message = try #require(found.diagnostics.first?.message)
        #expect(found.diagnostics.map(\.severity) == [.warning])
        #expect(
            message.hasPrefix("2 folders that a system keeps for itself are left out, such as 'p/@eaDir'; "))
    }

    @Test func idsBeginBelowRoot() throws {
        let found = try resolve(
            "  - { path: p/**/*.jpg, root: ./p/ }\n  - { path: q/c.jpg, root: q }\n",
            files: ["p/a.jpg", "p/s/b.jpg", "q/c.jpg"])
        #expect(found.sources.map(\.id) == ["a.jpg", "s/b.jpg", "c.jpg"])
        #expect(paths(found) == ["p/a.jpg", "p/s/b.jpg", "q/c.jpg"])
    }

    @Test func whatIsNotBelowRootIsReported() throws {
        let found = try resolve("  - { path: '*/*.jpg', root: p }\n", files: ["p/a.jpg", "pq/b.jpg"])
        #expect(found.diagnostics.map(\.message) == ["'pq/b.jpg' is not below 'root: p'"])
    }

    @Test func oneFileRefinesWhatAGlobFoundKeyByKey() throws {
        let found = try resolve(
            """
              - { path: p/*.jpg, alt: all, on-error: keep, variants: [thumb] }
              - { path: p/b.jpg, alt: Ada, focus: 42% 30% }
              - { path: p/b.jpg, variants: [hero, thumb], svg: refuse, id: ada }
            """, files: ["p/a.jpg", "p/b.jpg", "p/c.jpg"])
        #expect(found.diagnostics == [])
        #expect(found.sources.map(\.id) == ["p/a.jpg", "ada", "p/c.jpg"])
        let ada = found.sources[1]
        #expect(ada.alt?.written == "Ada")
        #expect(ada.focus == FocalPoint(x: 0.42, y: 0.3))
        #expect(
            (ada.onError, ada.svg, ada.variants, ada.location.line) == (.keep, .refuse, ["thumb", "hero"], 7))
        #expect(found.sources[0].alt?.written == "all")
        #expect(found.sources[0].variants == ["thumb"])
    }

    @Test func anEntryAboveTheGlobIsASourceOfItsOwn() throws {
        let found = try resolve("  - path: p/a.jpg\n  - path: p/*.jpg\n", files: ["p/a.jpg", "p/b.jpg"])
        #expect(found.diagnostics.count == 1)
        #expect(
            found.diagnostics[0].message.hasPrefix("duplicate id 'p/a.jpg'; the first is at images.yml:5:5"))
        #expect(found.diagnostics[0].location?.line == 6)
    }

    @Test func oneFileCanHaveTwoNames() throws {
        let found = try resolve("  - { path: a.jpg, id: x }\n  - { path: a.jpg, id: y }\n", files: ["a.jpg"])
        #expect(found.sources.map(\.id) == ["x", "y"])
    }

    @Test func overlappingGlobsAreReportedOnce() throws {
        let found = try resolve("  - path: p/*\n  - path: p/*.jpg\n", files: (0..<50).map { "p/\($0).jpg" })
        #expect(found.diagnostics.count == 1)
        #expect(found.diagnostics[0].message.contains("and 49 more of the same entries"))
    }

    #if !canImport(Darwin)
        // On macOS, both are the same name.
        @Test func twoSpellingsOfANameAreNamedBoth() throws {
            let found = try resolve(
                "  - path: p/*.jpg\n", files: ["p/caf\u{E9}.jpg", "p/cafe\u{301}.jpg", "p/b.jpg"])
            let message = try #require(found.diagnostics.first?.message)
            #expect(found.diagnostics.count == 1)
            for name in ["'p/caf\u{E9}.jpg'", "'p/cafe\u{301}.jpg'"] {
                #expect(
                    message.unicodeScalars.split(separator: " ").contains {
                        $0.elementsEqual(name.unicodeScalars)
                    })
            }
            #expect(message.contains("differ only in how accented letters are written"))
            #expect(message.contains("U+00E9") && message.contains("U+0065 U+0301"))
            #expect(message.hasSuffix("; rename or delete one of them"))
        }

        @Test(arguments: ["caf\u{E9}/\u{E9}.jpg", "cafe\u{301}/e\u{301}.jpg"])
        func aFileIsFoundHoweverItsLettersAreWritten(file: String) throws {
            for path in ["caf\u{E9}/\u{E9}.jpg", "cafe\u{301}/e\u{301}.jpg"] {
                let found = try resolve("  - path: \(path)\n", files: [file])
                #expect(found.failures.map(\.reason) == [])
                #expect(found.sources.map(\.id) == ["caf\u{E9}/\u{E9}.jpg"])
                guard let absolute = found.sources.first?.file else { continue }
                #expect(absolute.utf8.elementsEqual((folder.path + "/" + file).utf8))
            }
        }

        @Test func manyNamesOfTwoSpellingsAreOneComplaint() throws {
            let names = (0..<3).flatMap { ["p/\u{E9}\($0).jpg", "p/e\u{301}\($0).jpg"] }
            let found = try resolve("  - path: p/*.jpg\n", files: names)
            #expect(found.diagnostics.count == 1)
            #expect(found.diagnostics.first?.message.contains("and so do 2 more pairs of files") == true)
        }
    #endif

    @Test func aMissingFileIsAFailedSource() throws {
        let found = try resolve(
            "  - path: p/ada.jpg\n  - path: p/bob.jpg\n    on-error: skip\n  - { path: p/none.jpg, optional: true }\n",
            files: ["p/Ada.jpg", "p/cleo.jpg"])
        #expect(found.diagnostics == [])
        #expect(found.sources.isEmpty)
        #expect(found.failures.map(\.id) == ["p/ada.jpg", "p/bob.jpg"])
        #expect(found.failures[0].reason == "there is no file 'p/ada.jpg'; did you mean 'p/Ada.jpg'?")
        #expect(found.failures[1].reason == "there is no file 'p/bob.jpg'")
        #expect(found.failures.map(\.onError) == [.fail, .skip])
        #expect(found.failures.map(\.order) == [0, 1])
    }

    @Test func aPatternWithoutMatchIsAMistake() throws {
        let found = try resolve(
            "  - path: [p/*.jpg, p/*.png]\n  - { path: q/*.jpg, optional: true }\n  - { path: p/**, exclude: p/** }\n",
            files: ["p/a.jpg"])
        #expect(
            found.diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.message)" }
                == [
                    "5:21 'p/*.png' matches no file; 'optional: true' allows that",
                    "7:13 'p/**' matches no file outside of 'exclude'; 'optional: true' allows that",
                ])
    }

    @Test func foldersAndOutputsAreNotPictures() throws {
        let found = try resolve(
            "  - path: p\n  - path: Public/images/x.jpg\n", files: ["p/a.jpg", "Public/images/x.jpg"])
        #expect(
            found.failures.map(\.reason) == [
                "'p' is a folder; write 'p/**' for the pictures in it",
                "'Public/images/x.jpg' is in 'output', where Alcedo writes its files",
            ])
    }

    @Test(arguments: [
        "path: p, root: p", "path: p/, root: ./p", "path: ./p, root: p/", "path: p/s, root: p/s",
    ])
    func aFolderThatIsItsOwnRootIsAFolder(_ entry: String) throws {
        let found = try resolve("  - { \(entry) }\n", files: ["p/a.jpg", "p/s/b.jpg"])
        let name = entry.contains("p/s") ? "p/s" : "p"
        #expect(found.diagnostics.isEmpty)
        #expect(
            found.failures.map(\.reason) == [
                "'\(name)' is a folder; write '\(name)/**' for the pictures in it"
            ])
    }

    @Test func aFileThatIsItsOwnRootIsNotBelowIt() throws {
        let found = try resolve("  - { path: q, root: p }\n", files: ["p/a.jpg", "q/b.jpg"])
        #expect(found.diagnostics.map(\.message) == ["'q' is not below 'root: p'"])
    }

    @Test func theOutputAndTheCacheAreNotWalked() throws {
        let found = try resolve(
            "  - path: '**/*.jpg'\n", files: ["a.jpg", "Public/images/b.jpg", "store/c.jpg"],
            settings: "cache: store\n")
        #expect(paths(found) == ["a.jpg"])
    }

    @Test func linksOutOfTheFolderAreRefused() throws {
        let outside = try TemporaryFolder()
        try outside.write("x", to: "s.jpg")
        try folder.link("out.jpg", to: outside.path + "/s.jpg")
        try folder.link("outdir", to: outside.path)
        let found = try resolve(
            "  - path: out.jpg\n  - path: outdir/s.jpg\n  - path: '*.jpg'\n", files: ["a.jpg"])
        #expect(
            found.failures.map(\.reason) == [
                "'out.jpg' is a link that leads out of the manifest's folder",
                "'outdir/s.jpg' is a link that leads out of the manifest's folder",
            ])
        #expect(paths(found) == ["a.jpg"])
        #expect(found.diagnostics.map(\.severity) == [.warning])
    }

    @Test func aPatternIsAPatternWhateverFilesAreCalled() throws {
        let found = try resolve(
            "  - path: 'p/*.jpg'\n  - path: 'q [1].jpg'\n",
            files: ["p/*.jpg", "p/a.jpg", "q [1].jpg", "q 1.jpg"])
        #expect(found.diagnostics == [])
        #expect(paths(found) == ["p/*.jpg", "p/a.jpg", "q 1.jpg"])
    }

    @Test func aNameWithTheCharactersOfAPatternIsWrittenWithBackslashes() throws {
        let found = try resolve("  - path: 'p [1]{2}.jpg'\n", files: ["p [1]{2}.jpg"])
        #expect(
            found.diagnostics.map(\.message) == [
                "'p [1]{2}.jpg' matches no file; to name the one file, write 'p \\[1\\]\\{2\\}.jpg'"
            ])
        let escaped = try resolve(
            "  - path: 'p \\[1\\]\\{2\\}.jpg'\n  - path: 'x{1}\\*.jpg'\n", files: ["x1*.jpg"])
        #expect(escaped.diagnostics == [])
        #expect(paths(escaped) == ["p [1]{2}.jpg", "x1*.jpg"])
    }

    #if !canImport(Darwin)
        // Macs have no such names.
        @Test func aNameThatIsNotUTF8FailsAsOneSource() throws {
            let (file, below): ([UInt8], [UInt8]) = ([0xE9] + Array(".jpg".utf8), [0xFF])
            try folder.write("x", to: "p/x.txt")
            func path(_ name: [UInt8]) -> [CChar] {
                (Array((folder.path + "/p/").utf8) + name + [0]).map(CChar.init(bitPattern:))
            }
            let descriptor = open(path(file), O_CREAT | O_WRONLY, 0o600)
            #expect(descriptor >= 0)
            close(descriptor)
            #expect(mkdir(path(below), 0o700) == 0)
            let found = try resolve("  - path: p/**/*.jpg\n", files: ["p/a.jpg"])
            #expect(found.diagnostics == [])
            #expect(paths(found) == ["p/a.jpg"])
            #expect(found.failures.map(\.id) == ["p/\\xE9.jpg", "p/\\xFF"])
            #expect(
                found.failures.first?.reason == "the name 'p/\\xE9.jpg' is not UTF-8; rename it or exclude it"
            )
            let excluded = try resolve("  - path: p/**/*.jpg\n    exclude: ['p/*xFF', 'p/*E9.jpg']\n")
            #expect(excluded.failures.isEmpty)
        }
    #endif

    @Test func aNameWithALineBreakIsReportedInOneLine() throws {
        let found = try resolve("  - path: p/*.jpg\n", files: ["p/a\nb.jpg", "p/c.jpg"])
        #expect(
            found.diagnostics.map(\.message) == [
                "the name of the file 'p/a b.jpg' holds a control character; rename it or exclude it"
            ])
        #expect(found.sources.map(\.id) == ["p/c.jpg"])
    }

    // MARK: - Other origins

    @Test func urlsAndDataAreSources() throws {
        let found = try resolve(
            """
              - url: https://me@example.org/a/b.jpg?size=1#x
              - { url: "https://example.org/c.svg", svg: rasterize, pin: false, cache-key: c, alternatives: "https://m.example.org/c" }
              - { data: "data:image/png;base64,AAAA", id: pixel, on-error: skip }
            """)
        #expect(found.sources.map(\.id) == ["example.org/a/b.jpg", "example.org/c.svg", "pixel"])
        #expect(found.sources.map(\.svg) == [.refuse, .rasterize, .rasterize])
        #expect(found.sources.map(\.onError) == [.fail, .fail, .skip])
        guard let remote = found.sources[1].remote else {
            Issue.record("not a URL")
            return
        }
        #expect(
            (remote.pin, remote.cacheKey, remote.alternatives) == (false, "c", ["https://m.example.org/c"]))
        #expect((found.sources[2].origin as? DataOrigin)?.uri == "data:image/png;base64,AAAA")
    }

    @Test func idsOfFilesAndURLsShareOneSpace() throws {
        let found = try resolve(
            "  - { path: a.jpg, id: example.org/a.jpg }\n  - path: b.jpg\n", files: ["a.jpg", "b.jpg"])
        #expect(found.diagnostics == [])
        let clash = try resolve("  - path: '*.jpg'\n  - { data: 'data:,x', id: a.jpg }\n")
        #expect(clash.diagnostics.count == 1)
        #expect(clash.diagnostics[0].message.contains("duplicate id 'a.jpg'"))
    }

    // MARK: - Media

    @Test func otherPicturesFollowTheSourcesPath() throws {
        let found = try resolve(
            """
              - path: p/[ab].jpg
                media: { "(grid)": "{dir}/{name}~dark.{ext}", "(hover)": "https://example.org/x.jpg" }
              - { path: t.jpg, media: { "(grid)": "{dir}/{name}~dark.{ext}", "(color)": p/one.jpg } }
            """, files: ["p/a.jpg", "p/b.jpg", "p/a~dark.jpg", "p/one.jpg", "t.jpg", "t~dark.jpg"])
        #expect(found.diagnostics == [])
        #expect(found.sources[0].media.map(\.condition) == ["(grid)", "(hover)"])
        #expect(found.sources[0].media[0].origin.file == folder.path + "/p/a~dark.jpg")
        #expect(
            found.sources[0].media.map(\.origin.shown) == ["p/a~dark.jpg", "https://example.org/x.jpg"])
        // b has no dark alternative.
        #expect(found.sources[1].media.map(\.condition) == ["(hover)"])
        #expect(
            found.sources[2].media.map(\.origin.file)
                == [folder.path + "/t~dark.jpg", folder.path + "/p/one.jpg"])
    }

    @Test func aspectsAreRefinedAndHoldForPicturesOfConditions() throws {
        let found = try resolve(
            """
              - { path: p/*.jpg, aspect: { hero: 3:2 }, media: { "(grid)": "{dir}/dark/{name}.{ext}" } }
              - { path: p/b.jpg, aspect: 4:5 }
            """, files: ["p/a.jpg", "p/b.jpg", "p/dark/a.jpg"])
        #expect(found.diagnostics == [])
        #expect(found.sources.map(\.id) == ["p/a.jpg", "p/b.jpg", "p/dark/a.jpg"])
        #expect(
            found.sources.map { $0.aspects["hero"]?.aspectInWords } == ["3:2", "4:5", "3:2"])
    }

    @Test func aPictureThatNamesItselfIsAMistake() throws {
        let found = try resolve(
            """
              - { path: p/*.jpg, media: { "(grid)": "{dir}/{name}.{ext}", "(update)": p/b.jpg } }
              - { path: t.jpg, media: { "(grid)": ./t.jpg } }
              - { path: u.jpg, media: { "(grid)": t.jpg } }
            """, files: ["p/a.jpg", "p/b.jpg", "t.jpg", "u.jpg"])
        let end = "name another picture, or leave this one out of the pattern with 'exclude'"
        #expect(
            found.diagnostics.map(\.description) == [
                "images.yml:5:41: error: 'p/a.jpg' names itself in 'media' for '(grid)'; \(end)",
                "images.yml:5:75: error: 'p/b.jpg' names itself in 'media' for '(update)'; \(end)",
                "images.yml:6:39: error: 't.jpg' names itself in 'media' for '(grid)'; name another picture",
            ])
    }

    @Test func aVariantBringsThoseThatPagesShowInsteadOfIt() throws {
        let found = try resolve(
            """
              - { path: a.jpg, variants: wide }
              - { path: b.jpg, variants: hero, media: { "(hover)": { hero: thumb } } }
              - { path: c.jpg, variants: thumb, media: { "(hover)": { hero: wide } } }
            """, files: ["a.jpg", "b.jpg", "c.jpg"],
            variants:
                "wide: { width: 9, media: { '(hover)': hero } }, far: { width: 9, media: { '(hover)': wide } }"
        )
        #expect(found.diagnostics == [])
        // What `wide` names in its turn is not followed.
        #expect(found.sources.map(\.variants) == [["hero", "wide"], ["thumb", "hero"], ["thumb"]])
        #expect(found.sources[1].alternatives == ["hero": [.init(condition: "(hover)", variant: "thumb")]])
    }

    @Test func anotherPictureThatIsNamedMustBeThere() throws {
        let found = try resolve("  - { path: a.jpg, media: { '(grid)': b.jpg } }\n", files: ["a.jpg"])
        #expect(found.failures.map(\.reason).count == 1)
        #expect(found.failures[0].reason.hasPrefix("the picture for '(grid)': there is no file 'b.jpg'"))
    }

    // MARK: - Check

    @Test func checkReportsManifestAndSourcesTogether() throws {
        try folder.write(
            preamble + "sources:\n  - path: gone.jpg\n  - path: none/*.jpg\n  - path: here.jpg\n",
            to: "images.yml")
        try folder.write("x", to: "here.jpg")
        let (read, sources, diagnostics) = ManifestReader.check(
            path: folder.path + "/images.yml", environment: [:])
        #expect(read != nil)
        #expect(sources?.sources.map(\.id) == ["here.jpg"])
        #expect(
            diagnostics.map(\.description) == [
                "\(folder.path)/images.yml:4:5: error: source 'gone.jpg': there is no file 'gone.jpg'",
                "\(folder.path)/images.yml:5:11: error: 'none/*.jpg' matches no file; there is no folder 'none'; if another program makes it, run that first; 'optional: true' allows that",
            ])
    }

    @Test func resolvingTwiceGivesTheSame() throws {
        try folder.write("x", to: "a.jpg")
        let resolver = SourceResolver(
            try manifest(
                "variants: {}\nsources: [{ path: '*.jpg' }, { path: '*.png' }]", directory: folder.path))
        #expect(resolver.resolve().diagnostics == resolver.resolve().diagnostics)
        #expect(resolver.resolve().sources.map(\.id) == ["a.jpg"])
    }
}
