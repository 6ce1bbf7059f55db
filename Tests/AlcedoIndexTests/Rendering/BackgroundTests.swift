import AlcedoIndex
import Testing

@Suite struct BackgroundTests {
    let entry = RenderedEntry.entry

    @Test func everyFormatIsACandidateWithASharperOneWhereThereIsOne() throws {
        #expect(
            try entry.backgroundImage("hero", width: 500) == """
                image-set(url('/i/a.webp') type('image/webp') 1x, url('/i/b.webp') type('image/webp') 2x, \
                url('/i/a.jpg') type('image/jpeg') 1x, url('/i/b.jpg') type('image/jpeg') 2x)
                """)
        // The wider one is the only one that is wide enough.
        #expect(
            try entry.backgroundImage("hero", width: 700)
                == "image-set(url('/i/b.webp') type('image/webp') 1x, url('/i/b.jpg') type('image/jpeg') 1x)")
        #expect(try entry.backgroundImage("hero") == entry.backgroundImage("hero", width: 1280))
    }

    @Test func densitiesAreThemselves() throws {
        #expect(
            try entry.backgroundImage("retina")
                == "image-set(url('/i/1.png') type('image/png') 1x, url('/i/2.png') type('image/png') 1.5x)")
    }

    @Test func whatEndsAStringIsEscaped() throws {
        var entry = entry
        entry.variants["hero"] = .init(formats: [
            RenderedEntry.format("png", [RenderedEntry.file("a') no-repeat;x\n", 1, 1)])
        ])
        #expect(
            try entry.backgroundImage("hero")
                == "image-set(url('/i/a\\27 ) no-repeat;x\\a ') type('image/png') 1x)")
    }
}
