import Alcedo
import AlcedoManifest
import Foundation
import Testing

/// Shared by the tests of the adapters in docs/swift.md.
enum AdapterIndex {
    /// A picture of a catalog in its own folder, and its `<picture>`.
    static func bird(in folder: TemporaryFolder) throws -> (variant: CatalogVariant, html: String) {
        let file = ImageIndex.File(
            bytes: 1, digest: "", file: "bird.jpg", height: 2, url: "/images/bird.jpg", width: 3)
        let hero = ImageIndex.Variant(
            formats: [ImageIndex.Format(files: [file], format: "jpeg", type: "image/jpeg")],
            img: ImageIndex.Fallback(height: 2, src: "/images/bird.jpg", width: 3))
        let entry = ImageIndex.Entry(
            alt: "A bird",
            source: ImageIndex.Source(bytes: 1, digest: "", format: "jpeg", height: 2, width: 3),
            variants: ["hero": hero])
        let index = ImageIndex(
            baseURL: "/images", generator: "test", images: ["bird.jpg": entry], order: ["bird.jpg"])
        try folder.write(
            String(decoding: JSONEncoder().encode(index), as: UTF8.self), to: "images/index.json")
        let catalog = ImageCatalog(path: folder.path + "/images/index.json")
        let html =
            "<picture><img src=\"/images/bird.jpg\" width=\"3\" height=\"2\" alt=\"A bird\" loading=\"lazy\" "
            + "decoding=\"async\"></picture>"
        return (CatalogVariant(CatalogImage(catalog, "bird.jpg"), "hero"), html)
    }

    /// Whether the text between the two markers in a test's file is also in docs/swift.md.
    static func expectInDocument(
        _ file: String = #filePath, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let parts = text.components(separatedBy: "// MARK: Adapter\n")
        let adapter = try #require(parts.last?.components(separatedBy: "// MARK: Test").first)
        let root = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(
            "../../../..")
        let document = try String(contentsOf: root.appendingPathComponent("docs/swift.md"), encoding: .utf8)
        // Private, to avoid conflicts of names.
        let snippet = adapter.replacing("fileprivate ", with: "").replacing("private ", with: "")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(parts.count == 2 && document.contains(snippet), "\(snippet)", sourceLocation: location)
    }
}
