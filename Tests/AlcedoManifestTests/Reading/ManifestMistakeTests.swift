import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Testing

@testable import AlcedoManifest

/// One test for each class of mistake.
@Suite struct ManifestMistakeTests {
    @Test func tenMistakesGiveTenLinesInTheOrderOfPositions() {
        expectProblems(
            """
            version: 1
            output: 1️⃣.
            prune: 2️⃣soon
            3️⃣on_error: skip
            variants:
              thumb: { 4️⃣widht: 320, height: 5️⃣tall }
              hero: { width: 640, 6️⃣widths: [640, 7️⃣0] }
            sources:
              - path: 8️⃣/etc/*.jpg
              - url: 9️⃣ftp://example.org/a.jpg
                id: x
              - data: data:,x
                id: y
                variants: [🔟tumb]
            """,
            [
                (1, "'output' is the manifest's own folder"),
                (2, "'prune' must be now, never or a time such as 7d (s, m, h, d, w), not 'soon'"),
                (3, "unknown key 'on_error'; did you mean 'on-error'?"),
                (4, "unknown key 'widht' in variant 'thumb'; did you mean 'width'?"),
                (5, "'height' in variant 'thumb' must be a whole number from 1 to 65535, not 'tall'"),
                (6, "variant 'hero' has 'width' and 'widths'"),
                (7, "an item of 'widths' in variant 'hero' must be a whole number from 1 to 65535, not 0"),
                (8, "it is absolute"),
                (9, "must be an http or https URL"),
                (10, "unknown variant 'tumb' in 'variants' in this source; did you mean 'thumb'?"),
            ])
    }

    @Test func theLineIsTheOneThatTheContractShows() {
        let text = "version: 1\noutput: o\nsources: []\nvariants:\n  thumb: { widht: 3 }"
        let lines = readManifest(text).diagnostics.map(\.description)
        #expect(
            lines == ["images.yml:5:12: error: unknown key 'widht' in variant 'thumb'; did you mean 'width'?"]
        )
    }

    // MARK: - The file

    @Test func anEmptyManifestSaysWhatToDo() {
        #expect(
            readManifest("").diagnostics.map(\.description).first?.contains(
                "1:1: error: the manifest is empty") == true)
        expectProblems("1️⃣~", [(1, "the manifest must be a mapping of keys to values, not nothing")])
        expectProblems("1️⃣- a", [(1, "the manifest must be a mapping of keys to values, not a list")])
    }

    @Test func aMissingFileIsReported() {
        let (manifest, diagnostics) = ManifestReader.read(path: "no/such/images.yml", environment: [:])
        #expect(manifest == nil)
        #expect(
            diagnostics.map(\.description) == [
                "no/such/images.yml:1:1: error: the manifest cannot be read: No such file or directory; "
                    + "go where it is, or name it with --manifest; 'alcedo init' writes a first one"
            ])
    }

    @Test func requiredKeysAreMissed() {
        expectProblems(
            "1️⃣on-error: fail",
            [(1, "missing key 'version'"), (1, "missing key 'output'"), (1, "missing key 'sources'")])
    }

    @Test func otherVersionsAreRefused() {
        let rest = "\noutput: o\nsources: []"
        expectProblems(
            "version: 1️⃣2" + rest,
            [(1, "is 2, but alcedo \(AlcedoVersion.current) reads version 1; write 1, or use a newer")])
        expectProblems("version: 1️⃣one" + rest, [(1, "'version' must be the number 1, not 'one'")])
    }

    @Test func duplicateKeysAreReportedBesideOtherMistakes() {
        expectProblems(
            preamble + "sources: []\n1️⃣output: p\nsvg: 2️⃣maybe",
            [
                (1, "duplicate key 'output'; the first is in line 2, column 1"),
                (2, "must be rasterize or refuse"),
            ])
    }

    @Test func aMistakeBehindAnAliasIsReportedOnce() {
        expectProblem(
            "variants:\n  a: &a { width: 1, 1️⃣hieght: 2 }\n  b: { <<: *a, height: 3 }\n",
            "unknown key 'hieght' in variant 'a'; did you mean 'height'?")
    }

    @Test func aMistakeOverSeveralLinesIsOneLine() {
        expectProblem("defaults: { name: 1️⃣\"{na\\n\\nme\\u2028}.{ext}\" }", "unknown placeholder '{na  me }'")
    }

    // MARK: - What belongs elsewhere

    @Test(arguments: [
        (
            "variants: { a: { width: 1, 1️⃣focus: 50% 20% } }",
            "it belongs to a source, beside its 'path' or 'url'"
        ),
        ("variants: { a: { width: 1, 1️⃣alt: A bird } }", "it belongs to a source"),
        ("variants: { a: { width: 1, 1️⃣path: a.jpg } }", "it belongs in 'sources'"),
        ("defaults: { 1️⃣focus: 50% 20% }", "it belongs to a source"),
        (
            "variants: { a: { width: 1, height: 1, position: 1️⃣50% 20% } }",
            "a point belongs to a picture: write 'focus: 50% 20%' in its source"
        ),
        ("variants: { a: { width: 1, formats: 1️⃣mp4 } }", "for a video, write 'video: mp4' in the variant"),
        (
            "variants: { a: { width: 1, formats: [webp, 1️⃣WebM] } }",
            "for a video, write 'video: webm' in the variant"
        ),
        ("variants: { a: { width: 1, process: [1️⃣grayscale] } }", "did you mean 'black-white'?"),
        ("variants: { a: { width: 1, process: [1️⃣greyscale] } }", "did you mean 'black-white'?"),
        ("variants: { a: { width: 1, process: 1️⃣grayscale } }", "write [black-white]"),
        ("variants: { a: { width: 1, process: 1️⃣sepia } }", "write [sepia]"),
        (
            "variants: { a: { width: 1, process: 1️⃣watermark } }",
            "write [{ watermark: { image: logo.png, position: southeast, margin: 16 } }]"
        ),
        (
            "variants: { a: { width: 1, process: [1️⃣watermark] } }",
            "needs either 'image' or 'color'; write 'watermark: { image: logo.png, position: southeast, margin: 16 }'"
        ),
        ("variants: { a: { width: 1, process: [1️⃣blur] } }", "needs 'sigma'; write 'blur: 2'"),
    ])
    func whatBelongsElsewhereSaysWhere(_ text: String, _ message: String) {
        expectProblem(text + "\n", message)
    }

    @Test(arguments: ProcessorRegistry.names)
    func whatIsAdvisedForABareProcessorIsRight(_ name: String) throws {
        func mistakes(_ steps: String) -> [String] {
            readManifest(
                "version: 1\noutput: o\nsources: []\nvariants: { a: { width: 9, process: \(steps) } }"
            ).diagnostics
                .filter { $0.severity == .error }.map(\.message)
                // Files and fonts are those of a site.
                .filter { !$0.contains("there is no file 'logo.png'") }
        }
        let advised = try #require(ProcessorAdvice.list(name, among: ProcessorRegistry.names))
        #expect(mistakes(advised) == [], "\(advised)")
        if !mistakes("[\(name)]").isEmpty { #expect(ProcessorAdvice.example(name) != nil) }
    }

    // MARK: - Unknown keys at every level

    @Test(arguments: [
        ("1️⃣placeholder: []", "did you mean 'placeholders'?"),
        ("1️⃣quality: 5", "it belongs in a variant or in 'defaults'"),
        ("1️⃣zzz: 5", "unknown key 'zzz'"),
        ("limits: { 1️⃣pixel: 1M }", "in 'limits'; did you mean 'pixels'?"),
        ("network: { 1️⃣perHost: 1 }", "in 'network'; did you mean 'per-host'?"),
        ("defaults: { 1️⃣width: 1 }", "it belongs in a variant"),
        ("defaults: { 1️⃣formatz: [webp] }", "did you mean 'formats'?"),
        ("defaults: { quality: { 1️⃣jpg: 80 } }", "did you mean 'jpeg'?"),
        ("defaults: { effort: { 1️⃣auto: 8 } }", "'auto' becomes jpeg, png or gif"),
        ("variants: { a: { process: [blur: { 1️⃣sigmaa: 1, sigma: 2 }] } }", "did you mean 'sigma'?"),
    ])
    func unknownKeysGetASuggestion(text: String, words: String) {
        expectProblem(text, words)
    }

    // MARK: - Types and ranges

    @Test(arguments: [
        ("on-error: 1️⃣skipp", "must be fail, skip or keep, not 'skipp'; did you mean 'skip'?"),
        ("on-error: 1️⃣true", "must be fail, skip or keep, not true"),
        ("truncated: 1️⃣[fail]", "must be fail or allow, not a list"),
        ("1️⃣svg:", "must be rasterize or refuse, not nothing"),
        ("svg: 1️⃣rasterise", "did you mean 'rasterize'?"),
        ("prune: 1️⃣7x", "such as 7d"),
        ("limits: 1️⃣5", "'limits' must be a mapping of keys to values, not 5"),
        (
            "limits: { pixels: 1️⃣many }",
            "'pixels' in 'limits' must be a number above 0 such as 268M, not 'many'"
        ),
        ("limits: { bytes: 1️⃣0 }", "must be a number of bytes above 0"),
        ("limits: { frames: 1️⃣1.5 }", "must be a whole number from 1 to 1000000, not 1.5"),
        ("limits: { seconds: 1️⃣0 }", "must be a number above 0 to 86400, not 0"),
        ("network: { retries: 1️⃣-1 }", "must be a whole number from 0 to 20, not -1"),
        ("network: { timeout: 1️⃣soon }", "must be a number above 0 to 3600"),
        ("network: { deadline: 1️⃣0 }", "must be a number above 0 to 86400"),
        ("network: { allow: [1️⃣\"*.example.org\"] }", "must be a host such as localhost"),
        ("network: { allow: [1️⃣10.0.0.0/33] }", "must be a host such as localhost"),
        ("variants: 1️⃣[a]", "'variants' must be a mapping of names to variants, not a list"),
        ("variants: { a: 1️⃣5 }", "variant 'a' must be a mapping of keys to values, not 5"),
        ("variants: { a: { width: 1️⃣\"320\" } }", "must be a whole number from 1 to 65535, not '320'"),
        ("variants: { a: { width: 1️⃣65536 } }", "not 65536"),
        ("variants: { a: { widths: 1️⃣640 } }", "'widths' in variant 'a' must be a list, not 640"),
        ("variants: { a: { width: 5, densities: [1️⃣0] } }", "must be a number above 0 to 10, not 0"),
        ("variants: { a: { enlarge: 1️⃣yes } }", "must be true or false; write true"),
        (
            "variants: { a: { fit: 1️⃣crop } }",
            "inside, cover, contain, fill or outside, not 'crop'; did you mean 'cover'?"
        ),
        ("variants: { a: { width: 1, height: 1, position: 1️⃣top } }", "did you mean 'north'?"),
        ("variants: { a: { blur: 1️⃣-2 } }", "must be a number from 0 to 250, not -2"),
        (
            "variants: { a: { radius: 1️⃣-4 } }",
            "must be a number of CSS pixels from 0 to 65535, or 0% to 100%, not -4"
        ),
        ("variants: { a: { radius: 1️⃣101% } }", "not '101%'"),
        ("variants: { a: { radius: 1️⃣5em } }", "not '5em'"),
        ("variants: { a: { background: 1️⃣mauvish } }", "must be a colour such as"),
        ("variants: { a: { radius: 5, corners: [1️⃣topleft] } }", "did you mean 'top-left'?"),
        ("variants: { a: { formats: 1️⃣[] } }", "is empty; give at least one format"),
        ("variants: { a: { formats: [webp, 1️⃣jpg] } }", "did you mean 'jpeg'?"),
        ("variants: { a: { formats: [webp, 1️⃣webp] } }", "has 'webp' twice"),
        ("variants: { a: { formats: [source, 1️⃣source] } }", "has 'source' twice"),
        ("variants: { a: { quality: { 1️⃣source: 80 } } }", "'source' becomes the format of each source"),
        ("variants: { a: { widths: 1️⃣[] } }", "is empty; give at least one width"),
        ("variants: { a: { widths: [5, 1️⃣5] } }", "has '5' twice"),
        (
            "variants: { a: { quality: 1️⃣0 } }",
            "must be a whole number from 1 to 100, a target such as { target: 75 }, lossless, auto, medium, high, "
                + "very-high, excellent or visually-lossless, not 0"
        ),
        ("variants: { a: { quality: 1️⃣best } }", "or visually-lossless, not 'best'"),
        ("variants: { a: { quality: 1️⃣hgih } }", "not 'hgih'; did you mean 'high'?"),
        ("variants: { a: { quality: { webp: 1️⃣loseless } } }", "did you mean 'lossless'?"),
        ("variants: { a: { quality: 1️⃣{ min: 40 } } }", "missing key 'target' in 'quality' in variant 'a'"),
        (
            "variants: { a: { quality: { target: 1️⃣96 } } }",
            "must be a whole number from 10 to 95, auto, medium"
        ),
        ("variants: { a: { quality: { target: 1️⃣best } } }", "must be a whole number from 10 to 95"),
        (
            "variants: { a: { quality: { target: 75, max: 1️⃣0 } } }",
            "must be a whole number from 1 to 100, not 0"
        ),
        (
            "variants: { a: { quality: { target: 75, max: 80, at-most: 1️⃣80 } } }",
            "has 'max' and 'at-most'; keep one of them"
        ),
        (
            "variants: { a: { quality: { target: 75, min: 1️⃣81, at-most: 80 } } }",
            "is 81, above the 80 of 'at-most'"
        ),
        ("variants: { a: { quality: { target: 1️⃣hihg } } }", "did you mean 'high'?"),
        ("variants: { a: { quality: { 1️⃣tarket: 75 } } }", "did you mean 'target'?"),
        (
            "variants: { a: { quality: { target: 70, max: 50 }, max-bytes: 9kB, min-quality: 1️⃣60 } }",
            "is 60, above the quality of 50"
        ),
        ("variants: { a: { quality: { target: 75, 1️⃣maximum: 80 } } }", "unknown key 'maximum'"),
        ("variants: { a: { quality: { png: 1️⃣high } } }", "png is always lossless"),
        ("variants: { a: { quality: { jpeg: 1️⃣lossless } } }", "jpeg has no lossless mode"),
        ("variants: { a: { quality: { png: 1️⃣80 } } }", "png is always lossless"),
        ("variants: { a: { effort: { webp: 1️⃣7 } } }", "must be a whole number from 0 to 6, not 7"),
        ("variants: { a: { effort: { png: 1️⃣1 } } }", "png has no such setting"),
        ("variants: { a: { metadata: 1️⃣gps } }", "must be none, copyright or all"),
        ("variants: { a: { gps: 1️⃣all } }", "must be none, index or keep"),
        ("variants: { a: { color: 1️⃣p3 } }", "must be srgb or keep"),
        ("variants: { a: { animated: 1️⃣true } }", "must be keep or first, not true"),
        ("variants: { a: { sizes: 1️⃣\"\", widths: [5] } }", "'sizes' in variant 'a' is empty"),
        ("placeholders: [1️⃣blurhsh]", "did you mean 'blurhash'?"),
    ])
    func wrongValuesSayWhatIsRight(text: String, words: String) {
        expectProblem(text, words)
    }

    @Test func aColourThatYAMLTookForACommentIsExplained() {
        expectProblem("variants:\n  a:\n    1️⃣background: #fff\n", "one that begins with '#' needs quotes")
    }

    // MARK: - Contradictions

    @Test(arguments: [
        ("{ width: 5, 1️⃣widths: [5] }", "has 'width' and 'widths'"),
        ("{ widths: [5], 1️⃣densities: [1, 2] }", "has 'widths' and 'densities'"),
        ("{ 1️⃣densities: [1, 2] }", "'densities' but neither 'width' nor 'height'"),
        ("{ width: 5, densities: [1, 2], 1️⃣sizes: 5vw }", "'sizes' goes with 'widths' only"),
        ("{ width: 5, fit: 1️⃣cover }", "'fit: cover' in variant 'a' needs a width and a height"),
        ("{ widths: [5, 6], height: 1️⃣5 }", "the proportions would differ from width to width"),
        ("{ width: 5, 1️⃣corners: [top-left] }", "has 'corners' but no 'radius'"),
        ("{ width: 5, 1️⃣inline: true }", "'inline' takes one format"),
        ("{ widths: [5, 6], formats: [webp], 1️⃣inline: true }", "has several 'widths'"),
        ("{ width: 5, densities: [1, 2], formats: [webp], 1️⃣inline: true }", "has several 'densities'"),
        ("{ width: 5, quality: 20, max-bytes: 9kB, min-quality: 1️⃣90 }", "is 90, above the quality of 20"),
        (
            "{ width: 5, formats: [avif, webp], quality: { avif: 30 }, max-bytes: 9kB, min-quality: 1️⃣81 }",
            "is 81, above the quality of 80"
        ),
        ("{ width: 5, position: 1️⃣north }", "has no effect without a width and a height, or an aspect"),
        ("{ width: 5, height: 5, 1️⃣aspect: 1:1 }", "has 'width', 'height' and 'aspect', and two of them give"),
        (
            "{ widths: [5, 6], height: 5, 1️⃣aspect: 1:1 }",
            "'aspect', and two of them give the third; leave 'height'"
        ),
        (
            "{ width: 5, aspect: 1:1, fit: 1️⃣contain }",
            "'fit: contain' in variant 'a' does not crop, and 'aspect'"
        ),
        ("{ aspect: 1:1, fit: 1️⃣inside }", "'fit: inside' in variant 'a' does not crop"),
        ("{ 1️⃣densities: [1, 2], aspect: 1:1 }", "'densities' but neither 'width' nor 'height'"),
    ])
    func contradictionsAreReported(variant: String, words: String) {
        expectProblem("variants: { a: \(variant) }", words)
    }

    @Test(arguments: [
        "0:3", "3:0", "\"16:\"", "\":9\"", "16:9:1", "0", "-1.5", "3:-2", "wide", "true", "65536", "1e3",
        "[16, 9]", "{ a: 1 }",
    ])
    func anAspectIsAWidthAndAHeightAboveNothing(aspect: String) {
        expectProblem(
            "variants: { a: { aspect: 1️⃣\(aspect) } }",
            "'aspect' in variant 'a' must be a width and a height above 0 such as 16:9, 4/3 or 1.5, not")
    }

    @Test(arguments: [
        ("1️⃣50%", "'sizes' in variant 'a' has '50%', and 'sizes' does not allow percentages"),
        ("'(hover) 1️⃣50v, 9px'", "'sizes' in variant 'a' has '50v', which is no length; did you mean '50vw'?"),
        ("\"1️⃣(hover) 3px\"", "'sizes' in variant 'a' ends with a condition"),
        ("1️⃣[50vw]", "'sizes' in variant 'a' must be text, not a list"),
    ])
    func sizesThatNoBrowserUnderstandsHaveTheirPlace(sizes: String, words: String) {
        expectProblem("variants: { a: { widths: [5], sizes: \(sizes) } }", words)
        expectProblem("defaults: { sizes: \(sizes) }", words.replacing("variant 'a'", with: "'defaults'"))
    }

    @Test(arguments: [
        (
            "{ '(hover)': 1️⃣a }",
            "variant 'a' names itself in 'media' for '(hover)'; name another variant, or leave it out"
        ),
        ("{ '(hover)': 1️⃣squar }", "unknown variant 'squar' in 'media' for '(hover)'; did you mean 'square'?"),
        ("{ '(hover)': 1️⃣b/c.jpg }", "another picture belongs in 'media' of a source"),
        (
            "{ 1️⃣'max-width: 3em': square }",
            "'max-width: 3em' in 'media' in variant 'a' lacks parentheses; write"
        ),
        ("{ 1️⃣'': square }", "'media' in variant 'a' has an empty media query"),
        ("{ '(hover)': 1️⃣[square] }", "'media' for '(hover)' must be the name of a variant, not a list"),
        ("1️⃣square", "must be a mapping of media queries to variants, not 'square'"),
    ])
    func theMediaOfAVariantNamesOtherVariants(media: String, words: String) {
        expectProblem("variants: { a: { width: 5, media: \(media) }, square: { width: 5 } }", words)
    }

    @Test(arguments: [
        ("'(max-widht: 3em)'", 1, "has 'max-widht', which is no media feature; did you mean 'max-width'?"),
        ("'screen and (widht)'", 12, "has 'widht', which is no media feature; did you mean 'width'?"),
        (
            "'(hover) or ((min-colour))'", 13,
            "has 'min-colour', which is no media feature; did you mean 'min-color'?"
        ),
        ("'(max-width: 600)'", 1, "has '600' for 'width' without a unit; write '600px'"),
        ("'(400 < width < 90em)'", 1, "has '400' for 'width' without a unit; write '400px'"),
        ("'(max-width 600px)'", 1, "lacks a colon; write '(max-width: 600px)'"),
        ("'(min-width)'", 1, "has 'min-width' without a value"),
        ("'(width:)'", 1, "has 'width:' without a value"),
        (
            "'(prefers-color-scheme: drak)'", 1,
            "has 'drak' for 'prefers-color-scheme'; did you mean 'dark'?: it is light or dark"
        ),
        ("'(max-width: 3em'", 0, "has a '(' without a ')'"), ("'(hover))'", 7, "has a ')' without a '('"),
        ("'()'", 1, "has nothing between '(' and ')'"),
        ("'sceen'", 0, "has 'sceen', which is no type of media; did you mean 'screen'?"),
        ("'screen and(hover)'", 7, "lacks a space after 'and'"),
        ("screen and hover", 11, "lacks parentheses around 'hover'"),
    ])
    func aMediaQueryThatNoBrowserKnowsHasItsPlace(query: String, offset: Int, words: String) {
        let place = "{ ".count + offset + (query.hasPrefix("'") ? 1 : 0)
        var media = "{ \(query): square }"
        media.insert(contentsOf: "1️⃣", at: media.index(media.startIndex, offsetBy: place))
        expectProblem("variants: { a: { width: 5, media: \(media) }, square: { width: 5 } }", words)
    }

    @Test func anInlineVariantIsNoPictureForACondition() {
        expectProblem(
            "variants: { a: { width: 5, media: { '(hover)': 1️⃣tiny } }, tiny: { width: 5, inline: true, formats: [png] } }",
            "variant 'tiny' in 'media' for '(hover)' is 'inline' and has no files for pages to choose from; name a variant"
        )
        expectProblems(
            preamble + "variants: { hero: { width: 5 }, tiny: { width: 5, inline: true, formats: [png] } }\n"
                + "sources: [{ path: a.jpg, media: { '(hover)': { hero: 1️⃣tiny } } }]",
            [(1, "variant 'tiny' in 'media' for '(hover)' is 'inline'")])
    }

    @Test(arguments: ["Off", "OFF", "of", "false", "none", "no"])
    func aRuleForNothingIsCalledOff(value: String) {
        expectProblems(
            preamble
                + "variants: { hero: { width: 5 } }\nhtml: { .x: 1️⃣'\(value)' }\nsources: [{ path: a.jpg }]",
            [(1, "unknown variant '\(value)' in '.x' in 'html'; did you mean 'off', which leaves")])
        if value == "false" {
            expectProblems(
                preamble
                    + "variants: { hero: { width: 5 } }\nhtml: { .x: 1️⃣false }\nsources: [{ path: a.jpg }]",
                [(1, "did you mean 'off'")])
        }
    }

    @Test(arguments: [
        ("{ 1️⃣herro: square }", "unknown variant 'herro' in 'media' for '(hover)'; did you mean 'hero'?"),
        ("{ hero: 1️⃣squar }", "unknown variant 'squar' in 'media' for '(hover)'; did you mean 'square'?"),
        ("{ hero: 1️⃣hero }", "variant 'hero' names itself in 'media' for '(hover)'"),
        ("{ hero: 1️⃣[square] }", "'media' for '(hover)' must be the name of a variant, not a list"),
    ])
    func theMediaOfASourceNamesVariantsInsteadOfOthers(variants: String, words: String) {
        expectProblems(
            preamble + "variants: { hero: { width: 5 }, square: { width: 5 } }\n"
                + "sources: [{ path: a.jpg, media: { '(hover)': \(variants) } }]", [(1, words)])
    }

    @Test func aSourcesAspectIsForVariantsThatHaveOne() {
        func problem(_ aspect: String, _ words: String, variant: String = "{ aspect: 1:1 }") {
            expectProblems(
                preamble
                    + "variants: { hero: \(variant), b: { width: 5 } }\nsources: [{ path: a.jpg, \(aspect) }]",
                [(1, words)])
        }
        problem(
            "1️⃣aspect: 1:1", "'aspect' in this source has no effect, because no variant has one",
            variant: "{ width: 5 }")
        problem("aspect: { 1️⃣b: 1:1 }", "names variant 'b', which has no 'aspect' to replace; give it one")
        problem(
            "aspect: { 1️⃣herro: 1:1 }",
            "unknown variant 'herro' in 'aspect' in this source; did you mean 'hero'?")
        problem(
            "aspect: { hero: 1️⃣1:0 }",
            "'aspect' in this source for variant 'hero' must be a width and a height")
    }

    @Test func aMisspeltAspectIsCorrected() {
        expectProblem("variants: { a: { aspect: 1️⃣16x9 } }", "not '16x9'; write 16:9")
        expectProblem("variants: { a: { aspect: 1️⃣4 3 } }", "not '4 3'; write 4:3")
        expectProblem(
            "defaults: { 1️⃣aspect: 16:9 }", "unknown key 'aspect' in 'defaults'; it belongs in a variant")
    }

    @Test(arguments: [
        "quality: 20, max-bytes: 9kB, min-quality: 20", "formats: [png], max-bytes: 9kB, min-quality: 90",
        "formats: [avif, webp], quality: { avif: 30 }, max-bytes: 9kB, min-quality: 80",
        "quality: lossless, formats: [webp], max-bytes: 9kB, min-quality: 90",
    ])
    func theLeastQualityMayBeThatOfAnyFormat(settings: String) throws {
        _ = try manifest("sources: []\nvariants: { a: { width: 5, \(settings) } }")
    }

    @Test(arguments: ["[tint: #1d4ed8]", "[overlay: { color: #fff }]"])
    func aBareColourInBracketsIsAComment(chain: String) {
        for variants in [
            "variants: { a: { width: 5, process: \(chain) } }\n",
            "variants:\n  a:\n    process: \(chain)\n  b: { width: 5 }\n",
        ] {
            let text = preamble + "sources: []\n" + variants
            let message = readManifest(text).diagnostics.first?.message ?? ""
            #expect(message.contains("'#' begins a comment") && message.contains("\"#1d4ed8\""), "\(message)")
        }
        // Without a colour, there is no text about one.
        let other =
            readManifest(preamble + "sources: [a # b\nvariants: {}\n").diagnostics.first?.message ?? ""
        #expect(other.contains("not valid YAML") && !other.contains("colour"), "\(other)")
    }

    @Test func theSourcesOwnFileIsNotChanged() {
        expectProblems(
            """
            version: 1
            output: out
            defaults: { process: [sepia], radius: 4 }
            variants:
              a: { 1️⃣width: 320, formats: 2️⃣[webp, original], radius: 0 }
              b: { formats: original, process: [], 3️⃣radius: 8, 4️⃣background: white }
              c: { process: [], radius: 0, 5️⃣verbatim: true }
              d: { process: [], radius: 0, formats: 6️⃣orignal }
              e: { process: [], radius: 0, blur: 0, enlarge: false, animated: keep, formats: original, verbatim: true }
            sources: []
            """,
            [
                (1, "variant 'a' has 'width' and the format 'original', which is the source's own file"),
                (2, "and 'process' from 'defaults'; write 'process: []' in the variant"),
                (3, "leave 'radius' out, or write 'source' instead of 'original'"),
                (4, "variant 'b' has 'background' and the format 'original'"),
                (
                    5,
                    "'verbatim: true' in variant 'c' needs the format 'original'; write 'formats: [original]'"
                ),
                (6, "did you mean 'original'?"),
            ])
    }

    @Test func inlineTakesItsFormatFromTheDefaultsToo() throws {
        let read = try manifest(
            "sources: []\ndefaults: { formats: [png] }\nvariants: { a: { width: 5, inline: true } }")
        #expect(read.variants[0].isInline)
    }

    @Test(arguments: [
        ("1️⃣a/b", "cannot be part of a file name"), ("1️⃣..", "cannot be part of a file name"),
        ("1️⃣\"\"", "is empty"), ("1️⃣-a", "cannot be part of a file name"),
        ("1️⃣a b", "cannot be part of a file name"),
        ("Ab: {}, 1️⃣aB", "differ by case only"),
    ])
    func variantNamesMustBeSafe(name: String, words: String) {
        expectProblem("variants: { \(name): { width: 5 } }", words)
    }

    // MARK: - Processors

    @Test(arguments: [
        ("jpeg: { progressive: 1️⃣perhaps }", "must be true or false"),
        ("jpeg: { chroma: 1️⃣4:2:2 }", "'chroma' in 'jpeg' in variant 'a' must be 4:2:0 or 4:4:4"),
        ("jpeg: { 1️⃣colors: 2 }", "unknown key 'colors'"),
        ("png: { colors: 1️⃣3 }", "must be 2, 4, 16 or 256"),
        ("webp: { near-lossless: 1️⃣60 }", "must be true or false"),
        ("avif: { 1️⃣bit-depth: 10 }", "unknown key 'bit-depth'"),
        ("max-bytes: 1️⃣lots", "a number of bytes above 0"),
        ("max-bytes: 9kB, min-quality: 1️⃣0", "must be"),
        ("drop-larger: 1️⃣10", "must be true or false"),
    ])
    func settingsOfFormatsAreChecked(setting: String, words: String) {
        expectProblem("variants: { a: { width: 5, \(setting) } }", words)
    }

    @Test(arguments: [
        ("[1️⃣text]", "processor 'text' needs 'text'"),
        ("[text: { text: 1️⃣{title} }]", "text in braces needs quotes"),
        (
            "[text: { text: 1️⃣\"{meta.titel}\" }]",
            "unknown placeholder '{meta.titel}'; did you mean '{meta.title}'?"
        ),
        ("[text: 1️⃣\"a {b\"]", "a brace has no partner"),
        ("[text: 1️⃣\"a {}\"]", "'{}' names nothing; write '{{}}' for braces"),
        (
            "[text: { text: a, font: 1️⃣Alcedo Tset }]",
            "the font 'Alcedo Tset' is not installed; did you mean 'Alcedo Test'?"
        ),
        (
            "[text: { text: a, font: 1️⃣Qwertzuiop Grotesk }]",
            "is not installed; install it, or write the path of a font file"
        ),
        ("[text: { text: a, font: [Alcedo Test, 1️⃣fonts/a.ttf] }]", "there is no font 'fonts/a.ttf'"),
        ("[text: { text: a, font: 1️⃣[] }]", "is empty; name at least one font"),
        ("[text: { text: a, size: 1️⃣0 }]", "'size' in processor 'text' must be more than 0"),
        ("[text: { text: a, x: 1️⃣-200% }]", "must be a number of CSS pixels, or -100% to 100%"),
        ("[text: { text: a, 1️⃣colour: red }]", "did you mean 'color'?"),
        (
            "[text: { text: a, shadow: { 1️⃣blurr: 2 } }]",
            "unknown key 'blurr' in 'shadow' in processor 'text'; did you mean 'blur'?"
        ),
        ("[text: { text: a, shadow: 1️⃣soft }]", "'shadow' in processor 'text' must be a mapping"),
        ("[text: { text: a, outline: { width: 1️⃣-1 } }]", "must be a number from 0 to 100"),
        ("[text: { text: a, align: 1️⃣middle }]", "must be start, center, end, left or right"),
        ("[text: { text: a, language: 1️⃣ja_JP }]", "must be a language such as en or pt-BR"),
        ("[text: { text: a, overflow: 1️⃣elipsis }]", "did you mean 'ellipsis'?"),
        ("[1️⃣blend: { color: red, height: 9 }]", "has 'height', which applies to 'image' only"),
        ("[1️⃣blr: 2]", "unknown processor 'blr'; did you mean 'blur'?"),
        ("[1️⃣posterize]", "unknown processor 'posterize'; expected resize"),
        ("[1️⃣blur]", "processor 'blur' needs 'sigma'"),
        ("[blur: 1️⃣wide]", "'sigma' in processor 'blur' must be a number from 0 to 250, not 'wide'"),
        ("[round-corner: { radius: 1️⃣-1 }]", "'radius' in processor 'round-corner' must be"),
        ("[round-corner: { radius: 4, corners: [1️⃣left] }]", "must be top-left"),
        ("[background: { color: 1️⃣5 }]", "must be a colour"),
        ("[1️⃣{ blur: 1, background: white }]", "must be one processor with its parameters"),
        ("[1️⃣5]", "must be the name of a processor"),
        ("1️⃣blur", "'process' in variant 'a' must be a list, not 'blur'"),
        ("[black-white: 1️⃣{ amount: 1 }]", "processor 'black-white' takes no parameters"),
        ("[border: { width: 4, color: white, 1️⃣colour: red }]", "unknown key 'colour'"),
        ("[1️⃣border: 4]", "processor 'border' also needs 'color'"),
        ("[1️⃣duotone: { shadows: navy }]", "processor 'duotone' needs 'highlights'"),
        ("[1️⃣crop]", "processor 'crop' needs 'width' or 'height'"),
        ("[1️⃣resize: { fit: inside }]", "processor 'resize' needs 'width' or 'height'"),
        ("[resize: { width: 1️⃣0 }]", "'width' in processor 'resize' must be"),
        ("[resize: { width: 5, fit: 1️⃣insid }]", "did you mean 'inside'?"),
        ("[crop: { width: 50%, position: 1️⃣attention }]", "'position' in processor 'crop' must be center"),
        ("[crop: { width: 50%, position: 1️⃣10% }]", "two percentages"),
        ("[crop: { width: 1️⃣0% }]", "'width' in processor 'crop' must be more than 0"),
        ("[crop: { width: 1️⃣0, height: 5 }]", "must be more than 0"),
        ("[crop: { height: 1️⃣0px }]", "must be more than 0"),
        ("[1️⃣tint: ]", "must be a colour such as \"#1d4ed8\" or white; one that begins with '#' needs quotes"),
        ("[flip: 1️⃣sideways]", "must be horizontal, vertical or both"),
        ("[rotate: 1️⃣400]", "must be a number from -360 to 360"),
        ("[trim: 1️⃣1.5]", "'threshold' in processor 'trim' must be"),
        ("[sepia: 1️⃣2]", "must be a number from 0 to 1"),
        ("[1️⃣color-controls]", "needs at least one of its parameters"),
        ("[color-controls: { brightness: 1️⃣bright }]", "must be a number from -1 to 1"),
        ("[1️⃣blend: { mode: multiply }]", "needs either 'image' or 'color'"),
        ("[1️⃣blend: { image: a.png, color: red }]", "needs either 'image' or 'color'"),
        ("[1️⃣blend: { color: red, tile: true }]", "has 'tile', which applies to 'image' only"),
        ("[1️⃣blend: { image: a.png, tile: true, margin: 3 }]", "has 'margin' and 'tile'"),
        ("[blend: { color: red, mode: 1️⃣multipli }]", "did you mean 'multiply'?"),
        ("[blend: { image: 1️⃣none.png }]", "there is no file 'none.png'; paths are relative to the manifest"),
    ])
    func processChainsAreChecked(chain: String, words: String) {
        expectProblem("variants: { a: { width: 5, process: \(chain) } }", words)
    }

    // MARK: - The gallery

    @Test(arguments: [
        ("gallery: 1️⃣[a]", "'gallery' must be a mapping of keys to values, not a list"),
        ("gallery: { 1️⃣titel: x }", "in 'gallery'; did you mean 'title'?"),
        ("gallery: { title: 1️⃣\"\" }", "'title' in 'gallery' is empty"),
        ("gallery: { title: 1️⃣true }", "put true in quotes"),
        (
            "gallery: { language: 1️⃣german language }",
            "must be a language such as en or pt-BR, not 'german language'"
        ),
        (
            "gallery: { site: 1️⃣example.org }",
            "must be an address such as https://example.org/photos, not 'example.org'"
        ),
        ("gallery: { site: 1️⃣\"https://example.org/?a\" }", "'site' in 'gallery'"),
        (
            "gallery: { order: 1️⃣date }",
            "must be manifest, title, name, oldest or newest, not 'date'; did you mean 'oldest'?"
        ),
        ("gallery: { page-size: 1️⃣0 }", "must be a whole number from 1 to 1000000, not 0"),
        ("gallery: { albums: 1️⃣folder }", "must be folders, not 'folder'; did you mean 'folders'?"),
        (
            "gallery: { albums: 1️⃣true }",
            "write 'albums: folders' or 'albums: { trips/iceland: { title: Iceland } }'"
        ),
        ("gallery: { albums: { a: { 1️⃣titel: x } } }", "in album 'a'; did you mean 'title'?"),
        (
            "gallery: { albums: { a: 1️⃣Iceland } }",
            "album 'a' must be a mapping of keys to values, not 'Iceland'"
        ),
        (
            "gallery: { albums: { 1️⃣..: { title: x } } }",
            "'..' in 'albums' in 'gallery' is not a folder of pictures"
        ),
        ("gallery: { albums: { a/b: { title: x }, 1️⃣./a//b/: { title: x } } }", "has 'a/b' twice"),
        ("gallery: { albums: { a: { order: 1️⃣filename } } }", "did you mean 'name'?"),
        ("gallery: { tags: 1️⃣yes }", "'tags' in 'gallery' must be true or false; write true"),
        ("variants: { hero: { width: 5 } }\ngallery: { social: 1️⃣hreo }", "did you mean 'hero'?"),
        ("gallery: { words: { page: 1️⃣Seite } }", "must contain {number}, such as '{number}'"),
        ("variants: { hero: { width: 5 } }\ngallery: { variant: 1️⃣hreo }", "did you mean 'hero'?"),
        ("gallery: { card: 1️⃣[a] }", "must be the name of a variant, not a list"),
        ("gallery: { words: { 1️⃣kamera: x } }", "in 'words' in 'gallery'; did you mean 'camera'?"),
        (
            "gallery: { words: { place: 1️⃣Bild } }",
            "must contain {number}, such as '{number} {count}'"
        ),
        ("gallery: { words: { next: 1️⃣\"{title} {x}\" } }", "has braces that are not part of {title}"),
        ("gallery: { words: { lens: 1️⃣\"{x}\" } }", "has braces, but takes no placeholders"),
        ("gallery: { words: { months: 1️⃣[a, b] } }", "has 2 names; give all twelve"),
        ("variants: { hero: { width: 5 } }\ngallery: { downloads: 1️⃣hreo }", "did you mean 'hero'?"),
        ("gallery: { downloads: 1️⃣{ a: b } }", "must be true, false or names of variants"),
        ("gallery: { map: 1️⃣maybe }", "must be true, false or a mapping with 'tiles' and 'attribution'"),
        ("gallery: { map: 1️⃣true }", "needs positions in the index; write 'gps: index' in 'defaults'"),
        (
            "variants: { a: { width: 5, gps: index } }\ngallery: { map: { 1️⃣tile: x, attribution: y } }",
            "did you mean 'tiles'?"
        ),
        (
            "defaults: { gps: index }\nvariants: { a: { width: 5 } }\n"
                + "gallery: { map: { tiles: 1️⃣\"https://tile.example.org/{z}/{x}.png\", attribution: A } }",
            "must contain {y}, such as '{z} {x} {y}'"
        ),
        (
            "defaults: { gps: index }\nvariants: { a: { width: 5 } }\n"
                + "gallery: { map: { tiles: 1️⃣\"javascript:{z}{x}{y}\", attribution: A } }",
            "must be an address such as https://tile.example.org/{z}/{x}/{y}.png"
        ),
        (
            "defaults: { gps: index }\nvariants: { a: { width: 5 } }\n"
                + "gallery: { map: 1️⃣{ tiles: \"/{z}/{x}/{y}.png\" } }",
            "attribution"
        ),
    ])
    func mistakesInTheGalleryHaveTheirPlaces(text: String, words: String) {
        expectProblem(text, words)
    }

    // MARK: - Common mistakes

    @Test(arguments: [
        ("variants: { a: { width: 1️⃣320px } }", "not '320px'; write 320"),
        ("variants: { a: { width: 1️⃣\"320\" } }", "not '320'; write 320, without quotes"),
        ("variants: { a: { width: 1️⃣1_280 } }", "write 1280"),
        ("variants: { a: { quality: 1️⃣80% } }", "not '80%'; write 80"),
        ("variants: { a: { quality: { webp: 1️⃣80% } } }", "not '80%'; write 80"),
        ("variants: { a: { blur: 1️⃣3px } }", "write 3"),
        ("variants: { a: { width: 5, densities: [1️⃣2x] } }", "write 2"),
        ("variants: { a: { widths: 1️⃣640 } }", "not 640; write [640]"),
        ("variants: { a: { widths: 1️⃣\"320, 640\" } }", "write [320, 640]"),
        ("variants: { a: { 1️⃣width:10 } }", "put a space after the colon: 'width: 10'"),
        ("variants: { a: { formats: 1️⃣jpg } }", "did you mean 'jpeg'?"),
        ("variants: { a: { enlarge: 1️⃣on } }", "write true"),
        ("variants: { a: { max-bytes: 1️⃣10Mbytes } }", "did you mean '10MB'?"),
        ("limits: { bytes: 1️⃣2 gigs }", "did you mean '2GB'?"),
        ("limits: { bytes: 1️⃣2kilobytes }", "did you mean '2kB'?"),
        ("prune: 1️⃣7 days", "did you mean '7d'?"),
        ("cache: { max-age: 1️⃣30 days }", "did you mean '30d'?"),
        ("1️⃣variants:", "name one, such as 'photo: { widths: [640, 1280] }'"),
        ("variants: 1️⃣[{ a: { width: 10 } }]", "not a list; leave out the '-' before the names"),
        ("variants: { a: { name: 1️⃣{name} } }", "text in braces needs quotes: \"{name}\""),
        ("index: 1️⃣~/index.json", "begins with '~', which is the home folder in a shell only"),
        ("index: 1️⃣C:\\site\\index.json", "is an absolute Windows path"),
        ("cache: 1️⃣c:/cache", "is an absolute Windows path"),
        ("cache: 1️⃣\\\\server\\cache", "is an absolute Windows path"),
    ])
    func mistakesNameTheRemedy(text: String, words: String) {
        expectProblem(text, words)
    }

    /// Within braces, a comma ends the value. It is one mistake, and the rest is read as intended.
    @Test(arguments: [
        ("variants: { a: { widths: 1️⃣320, 640 } }", "write 'widths: [320, 640]'"),
        ("variants: { a: { width: 5, formats: 1️⃣webp, jpeg } }", "write 'formats: [webp, jpeg]'"),
        ("variants: { a: { formats: 1️⃣webp, jpeg, width: 5 } }", "write 'formats: [webp, jpeg]'"),
        (
            "variants: { a: { width: 5, process: 1️⃣black-white, sepia } }",
            "write 'process: [black-white, sepia]'"
        ),
        ("defaults: { formats: 1️⃣webp, avif, auto }", "in 'defaults' ends at its comma within braces"),
        ("gallery: { title: 1️⃣Hills, and the sea }", "write 'title: \"Hills, and the sea\"'"),
        ("gallery: { title: 1️⃣“Hills, and the sea” }", "write 'title: \"Hills, and the sea\"'"),
        ("variants: { a: { widths: [5], sizes: 1️⃣(hover) 5vw, 9vw } }", "write 'sizes: \"(hover) 5vw, 9vw\"'"),
        ("variants: { a: { background: 1️⃣rgb(1, 2, 3) } }", "write 'background: \"rgb(1, 2, 3)\"'"),
    ])
    func aValueThatEndsAtItsCommaIsExplained(text: String, words: String) {
        expectProblem(text, words)
    }

    /// A known key is not an item, and neither is text on other lines.
    @Test(arguments: [
        ("variants: { a: { width: 5, 1️⃣enlarge } }", "must be true or false, not nothing"),
        ("variants:\n  a:\n    formats: webp\n    jpeg:1️⃣\n", "'jpeg' in variant 'a' must be a mapping"),
    ])
    func aKeyWithoutAValueIsNotAnItem(text: String, words: String) {
        expectProblem(text, words)
    }

    @Test(arguments: [
        ("variants: { a: { widths: [1️⃣640 1280] } }", "commas separate items: write 640, 1280"),
        ("variants: { a: { widths: 1️⃣640 1280 } }", "write [640, 1280]"),
        ("variants: { a: { formats: [1️⃣webp jpeg] } }", "commas separate items: write webp, jpeg"),
        ("variants:\n  a:\n    formats: 1️⃣webp, jpeg", "not 'webp, jpeg'; write [webp, jpeg]"),
        ("placeholders: 1️⃣blurhash thumbhash", "write [blurhash, thumbhash]"),
        (
            "variants: { a: { process: [1️⃣sepia black-white] } }",
            "commas separate items: write sepia, black-white"
        ),
        ("variants: { a: { widths: [1️⃣480 px] } }", "not '480 px'; write 480"),
        ("variants: { a: { radius: 5, corners: [1️⃣top left] } }", "did you mean 'top-left'?"),
    ])
    func itemsWithoutCommasAreExplained(text: String, words: String) {
        expectProblem(text, words)
    }

    /// Keys that are not indented are read as if they were.
    @Test(arguments: [
        (
            "variants:\n  a:\n  1️⃣width: 640\n  formats: [webp]\n  b: { width: 5 }",
            "'a' has nothing below it; indent what belongs to it: width, formats"
        ),
        ("variants:\n1️⃣a:\n  width: 5", "'variants' has nothing below it; indent what belongs to it: a"),
        ("gallery:\n1️⃣title: x", "'gallery' has nothing below it; indent what belongs to it: title"),
        ("gallery:\n  words:\n  1️⃣camera: x", "'words' has nothing below it"),
        ("defaults:\n1️⃣formats: [webp]\nvariants: { a: { width: 5 } }", "'defaults' has nothing below it"),
        ("variants:\n  1️⃣width: 640", "belongs in a variant, indented below its name"),
        ("variants:\n  1️⃣a:{ width: 640 }", "put a space after the colon of a variant's name: 'a: …'"),
        ("variants:\n  a:\n    1️⃣width:640", "put a space after the colon: 'width: 640'"),
        ("variants:\n  a:\n    1️⃣width:640\n    height:480", "put a space after the colon: 'width: 640'"),
        ("alt: 1️⃣x", "it belongs in a source"),
    ])
    func keysBesideTheirNameAreExplained(text: String, words: String) {
        expectProblem(text, words)
    }

    /// Missing keys are named, with text that can be copied.
    @Test(arguments: [
        (
            "1️⃣placeholders:",
            "must be one value or a list, not nothing; write 'placeholders: [dominant-color]'"
        ),
        ("gallery:1️⃣", "write keys below it, such as 'title', or leave it out"),
        ("limits:1️⃣", "write keys below it, such as 'pixels', or leave it out"),
        ("1️⃣cache:", "write 'cache: { path: .alcedo, max-size: 2GB }'"),
        ("variants:\n  a:\n    1️⃣widths:", "write 'widths: [640, 1280]'"),
        ("variants:\n  a:\n    1️⃣formats:", "write 'formats: [webp, auto]'"),
    ])
    func whatIsMissingIsShown(text: String, words: String) {
        expectProblem(text, words)
    }

    /// The examples in messages are valid.
    @Test func examplesCanBeRead() throws {
        func line(_ key: String, _ place: String) throws -> String {
            try #require(KeyExample.line(key, in: place))
        }
        let top = try [
            "base-url", "index", "swift", "cache", "limits", "network", "defaults", "variants",
            "placeholders",
            "gallery",
        ].map { try line($0, "") }.joined(separator: "\n")
        let source = try ["path", "exclude", "root", "variants", "alt", "media"].map {
            try line($0, "this source")
        }
        _ = try manifest(top + "\nsources:\n  - " + source.joined(separator: "\n    "))
        for key in [
            "widths", "densities", "formats", "process", "quality", "effort", "jpeg", "png", "gif", "webp",
            "avif", "sizes",
        ] {
            let width = key == "densities" ? "\n    width: 5" : ""
            let text = try "sources: []\nvariants:\n  a:\n    \(line(key, "variant 'a'"))\(width)"
            _ = try manifest(text)
        }
    }

    @Test(arguments: [
        ("variants: { a: { width: 1️⃣50% } }", "write a number of pixels, such as 640"),
        ("variants: { a: { widths: [1️⃣100vw] } }", "write a number of pixels, such as 640"),
        ("variants: { a: { height: 1️⃣20em } }", "write a number of pixels, such as 640"),
        ("variants: { a: { quality: 1️⃣0.8 } }", "not 0.8; write 80"),
        ("index: 1️⃣https://example.org/index.json", "is an address, not a path"),
        (
            "variants: { a: { process: [blend: { image: 1️⃣https://example.org/a.png }] } }",
            "is an address, not a path"
        ),
        ("gallery: { words: { months: 1️⃣[a] } }", "has 1 name; give all twelve"),
    ])
    func unitsAndAddressesAreExplained(text: String, words: String) {
        expectProblem(text, words)
    }

    /// YAML treats them as letters. Around texts for readers, they may be intended.
    @Test(arguments: [
        "base-url: 1️⃣“/images”", "index: 1️⃣‘out/index.json’", "on-error: 1️⃣„skip“",
        "variants: { a: { width: 1️⃣”640” } }", "variants: { 1️⃣“a”: { width: 640 } }",
        "variants: { a: { 1️⃣«width»: 640 } }", "variants: { a: { formats: [1️⃣“webp”] } }",
    ])
    func curlyQuotesAreNotQuotes(text: String) {
        expectProblem(text, "YAML reads curly quotes as letters; write straight quotes (\"…\") instead")
    }

    @Test func curlyQuotesThatAreMeantStay() throws {
        let text = "gallery: { title: '“Hills”', description: “One” and “another” }\nsources: []"
        let settings = try manifest(text).gallery
        #expect(settings.title == "“Hills”" && settings.description == "“One” and “another”")
        expectProblem(
            "gallery: { title: 1️⃣“Hills” }", "straight quotes (\"…\"), or put them around the curly quotes")
        let (warned, diagnostics) = readManifest(preamble + "gallery: { title: “Hills” }\nsources: []")
        #expect(warned?.gallery.title == "“Hills”" && diagnostics.map(\.severity) == [.warning])
    }

    @Test(arguments: [
        (
            "sources: 1️⃣photos/*.jpg",
            "'sources' must be a list, not 'photos/*.jpg'; write '- path: photos/*.jpg' below it"
        ),
        ("1️⃣sources:", "list at least one, such as '- path: photos/*.jpg'"),
        ("sources:\n  1️⃣path: a.jpg", "not a mapping; begin each source with '- '"),
        ("sources:\n  - 1️⃣photos/*.jpg", "not 'photos/*.jpg'; write '- path: photos/*.jpg'"),
        ("sources:\n  - 1️⃣https://example.org/a.jpg", "write '- url: https://example.org/a.jpg'"),
        ("sources:\n  - 1️⃣[a]", "not a list; write '- path: photos/*.jpg'"),
        (
            "sources:\n  - path: 1️⃣photos\\a.jpg",
            "has a backslash, which escapes the character after it; write 'photos/a.jpg'"
        ),
        ("sources:\n  - path: 1️⃣\"photos\\a.jpg\"", "in double quotes '\\' begins an escape"),
        ("sources:\n  - path: 1️⃣~/photos/*.jpg", "write a path relative to the manifest"),
        ("sources:\n  - path: 1️⃣C:\\photos\\*.jpg", "is an absolute Windows path"),
        ("sources:\n  - path: 1️⃣D:/photos/*.jpg", "is an absolute Windows path"),
        ("sources:\n  - path: 1️⃣\\\\server\\photos\\*.jpg", "is an absolute Windows path"),
        ("sources:\n  - path: 1️⃣/photos/*.jpg", "it is absolute"),
        ("sources:\n  - path: 1️⃣{a,b}", "text in braces needs quotes: \"{a,b}\""),
        (
            "sources:\n  - path: a.jpg\n    alt: 1️⃣{meta.title}",
            "not a mapping; text in braces needs quotes: \"{meta.title}\""
        ),
    ])
    func mistakesInSourcesNameTheRemedy(text: String, words: String) {
        expectProblems(preamble + text, [(1, words)])
    }

    /// A backslash is valid before a character with a meaning in patterns.
    @Test(arguments: [
        "a\\*.jpg", "a\\[1\\].jpg", "\\{a\\}\\?\\\\.jpg", "./a.jpg", "x:a.jpg", "a~/b.jpg", "~a/b.jpg",
    ])
    func unusualPathsAreTaken(_ path: String) {
        #expect(readManifest(preamble + "sources:\n  - path: '\(path)'\n").diagnostics == [])
    }

    @Test func anotherManifestBesideTheMissingOneIsNamed() throws {
        let folder = try TemporaryFolder()
        func message() -> String? {
            ManifestReader.read(path: folder.path + "/images.yml", environment: [:]).diagnostics.first?
                .message
        }
        #expect(message()?.contains("'alcedo init' writes a first one") == true)
        try folder.write("", to: "image.yml")
        #expect(
            message()?.contains(
                "there is \(folder.path)/image.yml: name it with --manifest \(folder.path)/image.yml") == true
        )
        try folder.write("", to: "Alcedo.yml")
        #expect(message()?.contains("/Alcedo.yml") == true)
        try folder.write("", to: "images.yaml")
        #expect(message()?.contains("/images.yaml") == true)
    }

    @Test func aManifestThatMakesNothingIsAWarning() throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "a.jpg")
        func warnings(_ text: String) throws -> [String] {
            try folder.write(preamble + "sources: [{ path: a.jpg }]\n" + text, to: "images.yml")
            return SiteChecker.check(manifest: folder.path + "/images.yml", environment: [:]).diagnostics.map(
                \.message)
        }
        #expect(try warnings("").count == 1)
        #expect(
            try warnings("variants: {}").first?.contains("'variants: { photo: { widths: [640, 1280] } }'")
                == true)
        #expect(try warnings("placeholders: [blurhash]") == [])
        #expect(try warnings("variants: { a: { width: 1 } }") == [])
    }
}
