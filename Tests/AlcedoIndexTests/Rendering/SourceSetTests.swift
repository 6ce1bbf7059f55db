import AlcedoIndex
import Testing

@Suite struct SourceSetTests {
    private func file(_ width: Int, density: Double? = nil, isInline: Bool = false) -> ImageIndex.File {
        .init(
            bytes: 1, density: density, file: isInline ? nil : "\(width).jpg", height: 1,
            url: "/\(width).jpg",
            width: width)
    }

    @Test func widthsHaveWidthDescriptors() {
        let files = [file(640), file(1280)]
        #expect(ImageIndex.Format.srcset(of: files, sizes: "50vw") == "/640.jpg 640w, /1280.jpg 1280w")
        #expect(ImageIndex.Format.srcset(of: files, sizes: nil) == "/640.jpg 640w, /1280.jpg 1280w")
    }

    @Test func densitiesHaveDensityDescriptors() {
        let files = [file(400, density: 1), file(600, density: 1.5), file(800, density: 2)]
        #expect(
            ImageIndex.Format.srcset(of: files, sizes: nil) == "/400.jpg 1x, /600.jpg 1.5x, /800.jpg 2x")
    }

    @Test func aSingleFileHasADescriptorOnlyBesideSizes() {
        #expect(ImageIndex.Format.srcset(of: [file(320)], sizes: nil) == "/320.jpg")
        #expect(ImageIndex.Format.srcset(of: [file(320)], sizes: "50vw") == "/320.jpg 320w")
    }

    @Test func inlineFilesAreNotCandidates() {
        #expect(ImageIndex.Format.srcset(of: [file(24, isInline: true)], sizes: nil) == nil)
        #expect(ImageIndex.Format.srcset(of: [], sizes: nil) == nil)
    }
}
