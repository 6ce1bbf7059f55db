import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

/// The table of processors: names in a manifest become the right processors.
@Suite struct ProcessorTableTests {
    @Test func everyProcessorCanBeWritten() throws {
        let folder = try TemporaryFolder()
        try PlainPNG(width: 4, height: 4, seed: 1).data.write(
            to: URL(fileURLWithPath: folder.path + "/mark.png"))
        let text =
            preamble + """
                variants:
                  a:
                    process:
                      - resize: 40
                      - resize: { width: 40, height: 30, fit: contain, position: north, enlarge: true }
                      - downsample: { width: 20, height: 20 }
                      - crop: { width: 50%, height: 20, position: bottom-right }
                      - crop: { height: 10, position: 20% 30% }
                      - trim
                      - trim: { threshold: 20, background: white }
                      - rotate: 90
                      - rotate: { angle: -12.5, background: black }
                      - flip
                      - flip: vertical
                      - round-corner: 5%
                      - circle
                      - circle: { position: left, background: "#123" }
                      - border: { width: 2, color: red, radius: 8, corners: [top-left] }
                      - background: white
                      - tint: "#1d4ed866"
                      - overlay: { color: navy, fraction: 0.3 }
                      - color-controls: { brightness: 0.1, contrast: 1.2, saturation: 0, exposure: -1 }
                      - black-white
                      - sepia
                      - sepia: 0.5
                      - duotone: { shadows: navy, highlights: wheat }
                      - blur: 2
                      - sharpen
                      - sharpen: { sigma: 2, amount: 1, threshold: 3 }
                      - blend: { color: red, mode: soft-light, opacity: 0.5 }
                      - watermark: { image: mark.png, position: southeast, margin: 8, width: 20%, tile: false }
                      - blend: { image: mark.png, width: 20, height: 20, radius: 50% }
                      - text: "© {meta.creator}"
                      - text: { text: a, font: [Alcedo Test, Alcedo Test Kana], size: 12, min-size: 5%, weight: 700, italic: true }
                      - text: { text: a, color: red, line-height: 1.2, letter-spacing: 0.1, language: ja, markup: true }
                      - text: { text: a, position: south, margin: 5%, x: -3, y: -2%, width: 50%, height: 20, lines: 2 }
                      - text: { text: a, align: right, justify: true, overflow: error }
                      - text: { text: a, shadow: { color: red, blur: 2, x: 1, y: -1 }, outline: { color: red, width: 1 } }
                sources: []
                """
        let (read, diagnostics) = readManifest(text, directory: folder.path)
        #expect(diagnostics.map(\.description) == [])
        let processors = try #require(read).variants[0].processors
        #expect(processors.count == 35)
        #expect(Set(processors.map(\.identifier)).count == 35)
        // Every processor of the table is among them.
        let named = Set(try #require(read).variants[0].process.map(\.name))
        #expect(named == Set(ProcessorRegistry.all.map(\.name)))
    }

    @Test func anotherPictureIsPartOfTheVariantsIdentityByItsBytes() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/mark.png"
        let text = preamble + "variants: { a: { process: [blend: { image: mark.png }] } }\nsources: []"
        func fingerprint(_ seed: Int) throws -> ContentDigest {
            try PlainPNG(width: 4, height: 4, seed: seed).data.write(to: URL(fileURLWithPath: path))
            let read = try #require(readManifest(text, directory: folder.path).manifest)
            return VariantPlan(variants: read.variants, focus: nil).fingerprint
        }
        let first = try fingerprint(1)
        #expect(try fingerprint(2) != first)
        #expect(try fingerprint(1) == first)
    }

    @Test(arguments: [("mark.txt", "not a picture"), ("folder", "is not a regular file")])
    func whatCannotBeLaidOnAPictureIsAMistake(name: String, words: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("hello", to: "mark.txt")
        try folder.write("", to: "folder/file")
        let text = preamble + "variants: { a: { process: [blend: { image: \(name) }] } }\nsources: []"
        let (read, diagnostics) = readManifest(text, directory: folder.path)
        #expect(read == nil)
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.message.contains(words) == true)
        // variants: { a: { process: [blend: { image: …
        #expect(diagnostics.first?.location?.column == 44)
    }
}
