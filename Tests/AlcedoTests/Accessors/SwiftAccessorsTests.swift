import AlcedoIndex
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct SwiftAccessorsTests {
    private func index(_ images: [(id: String, alt: String?, variants: [String])]) -> ImageIndex {
        var index = ImageIndex(baseURL: "/images", generator: "a test")
        for (id, alt, variants) in images {
            let file = ImageIndex.File(bytes: 1, file: "a.jpg", height: 2, url: "/images/a.jpg", width: 3)
            let format = ImageIndex.Format(files: [file], format: "jpeg", type: "image/jpeg")
            index[id] = ImageIndex.Entry(
                alt: alt,
                source: ImageIndex.Source(
                    bytes: 9, digest: "sha256-", format: "jpeg", frames: 1, height: 20, width: 30),
                variants: Dictionary(uniqueKeysWithValues: variants.map { ($0, .init(formats: [format])) }))
        }
        return index
    }

    private func source(
        _ images: [(id: String, alt: String?, variants: [String])], manifest: String = "images.yml",
        at place: SwiftAccessors.Place = .bundle
    ) throws -> String {
        try SwiftAccessors(index(images), manifest: manifest, at: place).source()
    }

    @Test func eachPictureAndEachVariantHasAMember() throws {
        let text = try source([("birds/kingfisher.jpg", "Diving", ["hero", "small-one"])])
        #expect(text.contains("enum birds {"))
        #expect(text.contains("static var kingfisher: AlcedoPictures.Picture1 {"))
        #expect(text.contains("/// `birds/kingfisher.jpg`, 30 × 20: Diving"))
        #expect(text.contains("var hero: CatalogVariant { .init(image, \"hero\") }"))
        #expect(text.contains("var smallOne: CatalogVariant { .init(image, \"small-one\") }"))
    }

    @Test func aPictureWithoutATextRequiresOne() throws {
        let text = try source([("a.jpg", nil, ["hero"]), ("b.jpg", "", ["hero"])])
        #expect(text.contains("static var a: AlcedoPictures.Picture1 "))
        #expect(text.contains("var hero: CatalogVariant.Undescribed {"))
        // An empty text is valid: the picture is decorative.
        #expect(text.contains("static var b: AlcedoPictures.Picture2 "))
        #expect(text.contains("var hero: CatalogVariant {"))
    }

    @Test func picturesWithTheSameVariantsShareAType() throws {
        let text = try source((0..<50).map { ("\($0).jpg", "x", ["hero"]) })
        #expect(text.components(separatedBy: "struct Picture").count == 2)
    }

    @Test func aMissingPictureNamesTheManifest() throws {
        let text = try source([("a.jpg", "x", ["hero"])], manifest: "photos.yml")
        #expect(text.contains("unavailable, message: \"photos.yml has no picture of this name\""))
        #expect(
            text.contains("unavailable, message: \"photos.yml has no variant of this name for this picture\"")
        )
    }

    @Test func theIndexIsFoundFromTheFileThatIsCompiled() throws {
        let text = try source([], at: .file("../../Public/images/index.json"))
        #expect(text.contains("ImageCatalog(path: \"../../Public/images/index.json\", besides: #filePath)"))
        #expect(!text.contains("Bundle"))
    }

    @Test func foreignTextCannotBecomeCode() throws {
        let text = try source([("x\"); fatalError(\"\u{a}.jpg", "*/ \n fatalError() \\(1)", ["hero"])])
        for line in text.split(separator: "\n") where line.contains("fatalError") {
            let isComment = line.trimmingPrefix { $0 == " " }.hasPrefix("///")
            let isLiteral = line.contains(#""x\"); fatalError(\"\u{a}.jpg""#)
            #expect(isComment || isLiteral, "\(line)")
        }
    }

    @Test func variantsWithEqualNamesAreReported() {
        #expect(
            throws: SiteError.collision(
                "the variants 'a-b' and 'a_b' are both 'aB' in Swift; rename one of them")
        ) {
            try source([("a.jpg", "x", ["a-b", "a_b"])])
        }
    }
}
