import AlcedoIndex
import Foundation
import Testing

@Suite struct ImageCatalogTests {
    private func folder(_ text: String) throws -> String {
        let folder = NSTemporaryDirectory() + "alcedo-catalog-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/index.json"))
        return folder
    }

    private static let index = """
        { "baseURL": "/images", "generator": "a test", "images": { "a.jpg": { "source": { "bytes": 9, "digest": "",
          "format": "jpeg", "frames": 1, "height": 20, "width": 30 }, "variants": { "hero": { "formats": [ { "files": [
          { "bytes": 1, "digest": "", "file": "a.jpg", "height": 2, "url": "/images/a.jpg", "width": 3 } ],
          "format": "jpeg", "srcset": "/images/a.jpg 3w", "type": "image/jpeg" } ],
          "img": { "height": 2, "src": "/images/a.jpg", "width": 3 },
          "sizes": "50vw" } } } }, "order": ["a.jpg"], "version": 1 }
        """

    @Test func anExistingIndexIsReadOnce() throws {
        let folder = try folder(Self.index)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let catalog = ImageCatalog(path: folder + "/index.json")
        let variant = CatalogVariant.Undescribed(CatalogImage(catalog, "a.jpg"), "hero")
        #expect(
            try variant.picture(alt: "A bird", options: PictureOptions(placeholder: .none))
                == "<picture><img src=\"/images/a.jpg\" width=\"3\" height=\"2\" alt=\"A bird\" loading=\"lazy\" "
                + "decoding=\"async\"></picture>")
        #expect(try variant.url() == "/images/a.jpg")
        #expect(try variant.srcset() == "/images/a.jpg 3w")
        try FileManager.default.removeItem(atPath: folder + "/index.json")
        #expect(try variant.url() == "/images/a.jpg")
    }

    @Test func aCatalogBesidesAFile() {
        let catalog = ImageCatalog(
            path: "../../Public/index.json", besides: "/site/Sources/Site/Images.swift")
        #expect(catalog.path == "/site/Public/index.json")
        #expect(catalog.folder.path == "/site/Public")
    }

    @Test func anotherIndexThanTheCodeWasMadeFromIsAnError() throws {
        let folder = try folder(Self.index)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let catalog = ImageCatalog(path: folder + "/index.json")
        #expect(throws: ImageIndexError.unknownImage(id: "b.jpg")) {
            try CatalogImage(catalog, "b.jpg").entry()
        }
        #expect(throws: ImageIndexError.unknownVariant(name: "thumb", available: ["hero"])) {
            try CatalogVariant(CatalogImage(catalog, "a.jpg"), "thumb").url()
        }
    }

    @Test func aMissingIndexIsReadLater() throws {
        let folder = try folder("{")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let catalog = ImageCatalog(path: folder + "/index.json")
        #expect(throws: ImageIndexError.self) { try catalog.index() }
        try Data(Self.index.utf8).write(to: URL(fileURLWithPath: folder + "/index.json"))
        #expect(try catalog.index().order == ["a.jpg"])
    }
}
