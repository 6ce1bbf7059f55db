import AlcedoIndex
import Testing

@Suite struct ImageIndexLookupTests {
    private func entry(_ alt: String) -> ImageIndex.Entry {
        ImageIndex.Entry(
            alt: alt, source: .init(bytes: 1, digest: "", format: "png", height: 1, width: 1))
    }

    @Test func entriesComeInTheManifestsOrderNotTheAlphabets() {
        let index = ImageIndex(
            baseURL: "", generator: "", images: ["a": entry("A"), "b": entry("B"), "c": entry("C")],
            order: ["c", "a", "b"])
        #expect(index.entries.map(\.id) == ["c", "a", "b"])
        #expect(index.entries.map(\.image.alt) == ["C", "A", "B"])
    }

    @Test func anUnknownIdIsNilOrAnErrorThatNamesIt() {
        #expect(exampleIndex["kingfisher"] == nil)
        #expect(throws: ImageIndexError.unknownImage(id: "kingfisher")) {
            try exampleIndex.image("kingfisher")
        }
    }

    @Test func theSubscriptKeepsOrderAndImagesTogether() {
        var index = ImageIndex(baseURL: "", generator: "")
        index["b"] = entry("B")
        index["a"] = entry("A")
        index["b"] = entry("B again")
        #expect(index.order == ["b", "a"])
        #expect(index["b"]?.alt == "B again")
        index["b"] = nil
        index["never there"] = nil
        #expect(index.order == ["a"])
        #expect(index.images.count == 1)
    }
}
