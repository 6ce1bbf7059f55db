import AlcedoBase
import AlcedoLoading
import AlcedoManifest
import AlcedoRecipes
import Foundation
import Testing

/// The manifest of FORMATS.md, key for key.
let documentedManifest = """
    # yaml-language-server: $schema=https://…/images.schema.json   (the schema ships with the project)
    version: 1
    output: Public/images        # where variants go, relative to this file
    base-url: /images            # how pages address `output` (may be absolute, https://cdn…/images)
    index: Public/images/index.json   # default: <output>/index.json
    cache: .alcedo               # default: beside the nearest Package.swift, else beside this file;
    on-error: fail               # fail | skip | keep     (see "When a source fails")
    prune: now                   # now | never | 7d: when an output that is no longer wanted is deleted
    limits: { pixels: 268M, frames: 1000, bytes: 64MB, seconds: 60 }
    truncated: fail              # fail | allow      (what a cut-off file gives)
    svg: rasterize               # rasterize | refuse; remote SVG only where the source itself says rasterize

    network:                     # remote sources only; these are the defaults
      allow: []                  # hosts or CIDR blocks that may be private or loopback, or spoken to in plain http
      timeout: 30                # seconds for one attempt
      retries: 3
      per-host: 4                # simultaneous transfers
      total: 16
      redirects: 5

    defaults:                    # for every variant that does not say otherwise
      formats: [webp, auto]      # jpeg | png | webp | avif | jxl | gif | auto
      quality: { jpeg: 80, webp: 80, avif: 50, jxl: 75 }     # or one number for all, or `lossless`
      effort: { webp: 4, avif: 3, jxl: 7 }                   # libvips's scale for the format
      metadata: none             # none | copyright | all (never GPS)
      gps: none                  # none | index | keep
      color: srgb                # srgb | keep
      animated: keep             # keep | first

    variants:
      thumb:    { width: 320, height: 240, position: attention }
      hero:     { widths: [640, 960, 1280, 1920], formats: [avif, webp, auto], sizes: "(min-width: 60em) 50vw, 100vw" }
      retina:   { width: 400, densities: [1, 2, 3] }
      rounded:  { width: 256, height: 256, radius: 24 }
      avatar:   { width: 128, height: 128, radius: 50% }
      lqip:     { width: 24, blur: 2, formats: [webp], inline: true }     # a data: URI in the index, no file
      duotone:                                                            # an explicit processor chain
        widths: [480, 800]
        process:
          - black-white
          - tint: { color: "#1d4ed866" }
          - border: { width: 4, color: white }

    placeholders: [dominant-color, blurhash, thumbhash]        # for every source; also average-color, palette

    sources:
      - path: photos/**/*.{jpg,png}      # a glob or a list of globs, relative to this file
        root: photos                     # ids and output paths begin below it
        exclude: ["**/draft-*"]
        variants: [thumb, hero, lqip]    # default: all of them
        alt: "{meta.description}"
      - path: photos/ada.jpg             # one file: refines, key by key, what the glob above found
        alt: Ada at the loom
        focus: 42% 30%                   # focal point as displayed, from top left
        media: { "(prefers-color-scheme: dark)": "{dir}/{name}~dark.{ext}" }
      - url: https://example.org/kingfisher.jpg
        id: kingfisher
        alternatives: [https://mirror.example.org/kingfisher.jpg]
        headers: { Authorization: "Bearer ${PHOTO_TOKEN}" }    # ${NAME} is read from the environment
        pin: true                        # false: revalidated on each build, outside the lock file
        cache-key: kingfisher            # identity of a source whose URL changes while its picture does not
      - data: data:image/png;base64,iVBORw0…
        id: pixel
      - list: data/products.json         # rows from elsewhere (JSON or YAML), as a CMS exports them
        items: data.products             # where the array is; default: the whole file
        keys: { id: sku, url: image.href, alt: title }
        variants: [thumb]
        on-error: keep
    """

@Suite struct ManifestExampleTests {
    @Test func itsSettingsAreRead() throws {
        let (read, diagnostics) = readManifest(documentedManifest, environment: ["PHOTO_TOKEN": "t"])
        #expect(diagnostics.map(\.description) == [])
        let manifest = try #require(read)
        #expect(manifest.version == 1)
        #expect(manifest.output.absolute == "/site/Public/images")
        #expect(manifest.baseURL == "/images")
        #expect(manifest.index.absolute == "/site/Public/images/index.json")
        #expect(manifest.cache.absolute == "/site/.alcedo")
        #expect(manifest.onError == .fail)
        #expect(manifest.prune == .now)
        #expect(manifest.limits.image == ImageLimits(pixels: 268_000_000, frames: 1000, seconds: 60))
        #expect(manifest.limits.bytes == 64_000_000)
        #expect(manifest.truncation == .fail)
        #expect(manifest.svg == .rasterize)
        #expect(manifest.network == Manifest.NetworkSettings())
        #expect(manifest.placeholders == [.dominantColor, .blurhash, .thumbhash])
        #expect(
            manifest.variants.map(\.name) == [
                "thumb", "hero", "retina", "rounded", "avatar", "lqip", "duotone",
            ])
    }

    @Test func itsVariantsAreRead() throws {
        let manifest = try #require(
            readManifest(documentedManifest, environment: ["PHOTO_TOKEN": "t"]).manifest)
        let thumb = try #require(manifest.variant(named: "thumb"))
        #expect((thumb.width, thumb.height, thumb.fit) == (320, 240, .cover))
        #expect((thumb.position, thumb.positionIsExplicit) == (.attention, true))
        #expect(thumb.formats == [.format(.webp), .auto])
        #expect(thumb.quality[.avif] == .lossy(50))
        #expect(thumb.effort == [.jpeg: 4, .webp: 4, .avif: 3, .jxl: 7, .gif: 7])
        let hero = try #require(manifest.variant(named: "hero"))
        #expect(hero.widths == [640, 960, 1280, 1920])
        #expect(hero.fit == .inside)
        #expect(hero.formats == [.format(.avif), .format(.webp), .auto])
        #expect(hero.sizes == "(min-width: 60em) 50vw, 100vw")
        #expect(manifest.variant(named: "retina")?.densities == [1, 2, 3])
        #expect(manifest.variant(named: "rounded")?.radius == .pixels(24))
        #expect(manifest.variant(named: "avatar")?.radius == .fraction(0.5))
        let lqip = try #require(manifest.variant(named: "lqip"))
        #expect((lqip.blur, lqip.isInline, lqip.positionIsExplicit) == (2, true, false))
    }

    @Test func itsSourcesAreRead() throws {
        let manifest = try #require(
            readManifest(documentedManifest, environment: ["PHOTO_TOKEN": "secret"]).manifest)
        #expect(manifest.sources.count == 5)
        guard case .path(let glob) = manifest.sources[0].origin,
            case .path(let file) = manifest.sources[1].origin,
            let remote = manifest.sources[2].remote,
            case .picture(let data as DataOrigin) = manifest.sources[3].origin,
            case .list(let list) = manifest.sources[4].origin
        else {
            Issue.record("the kinds of the sources are wrong")
            return
        }
        #expect(glob.patterns.map(\.pattern.text) == ["photos/**/*.{jpg,png}"])
        #expect((glob.root, glob.exclude.map(\.text), glob.namesOneFile) == ("photos", ["**/draft-*"], false))
        #expect(manifest.sources[0].variants == ["thumb", "hero", "lqip"])
        #expect(file.namesOneFile)
        #expect(manifest.sources[1].focus == FocalPoint(x: 0.42, y: 0.3))
        #expect(manifest.sources[1].media?.map(\.condition) == ["(prefers-color-scheme: dark)"])
        #expect(remote.headers.map(\.name) == ["Authorization"])
        #expect(remote.headers.first?.value.written == "Bearer ${PHOTO_TOKEN}")
        #expect(remote.headers.first?.value.revealed == "Bearer secret")
        #expect((remote.pin, remote.cacheKey) == (true, "kingfisher"))
        #expect(data.uri.hasPrefix("data:image/png;base64,iVBORw0"))
        #expect((list.file, list.items) == ("data/products.json", ["data", "products"]))
        #expect(list.keys == ["id": ["sku"], "url": ["image", "href"], "alt": ["title"]])
        #expect(manifest.sources[4].onError == .keep)
        let lines = documentedManifest.split(separator: "\n", omittingEmptySubsequences: false)
        let begins = ["  - path: photos/**", "  - path: photos/ada", "  - url:", "  - data:", "  - list:"]
        #expect(
            manifest.sources.map(\.location.line)
                == begins.map { begin in (lines.firstIndex { $0.hasPrefix(begin) } ?? -1) + 1 })
    }
}
