import Testing

@testable import Alcedo
@testable import AlcedoGallery
@testable import AlcedoManifest

/// The pictures with a page, if pictures replace others.
@Suite struct GalleryStandInsTests {
    private func index(_ pictures: [(id: String, others: [String])]) -> ImageIndex {
        var index = ImageIndex(baseURL: "/i", generator: "test")
        for (id, others) in pictures {
            let image = ImageIndex.Fallback(height: 2, src: "/i/\(id)", width: 3)
            index.images[id] = ImageIndex.Entry(
                media: others.map { name in
                    ImageIndex.MediaAlternative(image: name, media: "(prefers-color-scheme: dark)")
                },
                source: .init(bytes: 1, digest: "sha256-", format: "png", height: 2, width: 3),
                variants: ["photo": ImageIndex.Variant(formats: [], img: image)])
            index.order.append(id)
        }
        return index
    }

    private func shown(_ index: ImageIndex) throws -> [String] {
        try GalleryPhoto.all(of: index, GalleryOptions()).map(\.id)
    }

    /// `a>b,c` names `b` and `c`.
    @Test(arguments: [
        ("a>b b", "a"), ("b a>b", "a"), ("a>b,c b c d", "a d"),
        // Each other's.
        ("a>b b>a", "a"), ("b>a a>b", "b"), ("a>b b>a c>d d>c", "a c"), ("a>a", "a"),
        // A picture that is left out makes no stand-ins, wherever it is.
        ("a>b b>c c", "a c"), ("c b>c a>b", "c a"), ("a>b b>c c>a", "a c"),
        // Members of a cycle wait until the shown member is known.
        ("d a>b b>a,d", "d a"), ("d a>b,d b>a", "a"), ("a>b b>a c>a", "b c"),
    ])
    func aPictureIsLeftOutIfOneWithAPageNamesIt(_ pictures: String, _ expected: String) throws {
        let pictures = pictures.split(separator: " ").map { word in
            let names = word.split { $0 == ">" || $0 == "," }.map(String.init)
            return (id: names[0], others: Array(names.dropFirst()))
        }
        #expect(try shown(index(pictures)).joined(separator: " ") == expected)
    }

    @Test func aPictureWithoutFilesHasNoPageAndMakesNoStandIns() throws {
        var index = index([("a", ["b"]), ("b", [])])
        index.images["a"]?.variants = [:]
        #expect(try shown(index) == ["b"])
    }
}
