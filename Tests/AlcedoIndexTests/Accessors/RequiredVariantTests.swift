import AlcedoIndex
import Foundation
import Testing

/// Non-throwing functions return the same as the throwing ones, or stop the program.
@Suite struct RequiredVariantTests {
    private static let index = ImageIndex(
        baseURL: "/i", generator: "test", images: ["bird.jpg": RenderedEntry.entry], order: ["bird.jpg"])

    private func catalog() throws -> ImageCatalog {
        let folder = NSTemporaryDirectory() + "alcedo-required-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try JSONEncoder().encode(Self.index).write(to: URL(fileURLWithPath: folder + "/index.json"))
        return ImageCatalog(path: folder + "/index.json")
    }

    @Test func existingVariantsGiveTheSame() throws {
        let catalog = try catalog()
        defer { try? FileManager.default.removeItem(at: catalog.folder) }
        let image = CatalogImage(catalog, "bird.jpg")
        let variant = CatalogVariant(image, "hero")
        let site = "https://example.org"
        for required in [variant.required, Self.index.required("bird.jpg", "hero")] {
            #expect(try required.picture(sizes: "1px", alt: "x") == variant.picture(sizes: "1px", alt: "x"))
            #expect(try required.img(format: "webp") == variant.img(format: "webp"))
            #expect(try required.url(width: 640) == variant.url(width: 640))
            #expect(try required.srcset() == variant.srcset())
            #expect(try required.preload(sizes: "9vw") == variant.preload(sizes: "9vw"))
            #expect(try required.backgroundImage(width: 640) == variant.backgroundImage(width: 640))
            #expect(try required.openGraph(site: site) == variant.openGraph(site: site))
            #expect(try required.structuredData(site: site) == variant.structuredData(site: site))
            #expect(try required.variant() == variant.variant())
        }
        let undescribed = CatalogVariant.Undescribed(image, "hero")
        let required = undescribed.required
        #expect(try required.picture(alt: "") == undescribed.picture(alt: ""))
        #expect(try required.img(alt: "") == undescribed.img(alt: ""))
        #expect(try required.url() == undescribed.url())
        #expect(try required.srcset(format: "jpeg") == undescribed.srcset(format: "jpeg"))
        #expect(try required.preload() == undescribed.preload())
        #expect(try required.backgroundImage() == undescribed.backgroundImage())
        #expect(try required.openGraph(site: site, alt: "x") == undescribed.openGraph(site: site, alt: "x"))
        #expect(try required.structuredData(site: site) == undescribed.structuredData(site: site))
        #expect(try required.variant() == undescribed.variant())
        #expect(try image.requiredEntry() == image.entry())
        #expect(try catalog.requiredIndex() == catalog.index())
        #expect(Self.index.required("bird.jpg") == RenderedEntry.entry)
    }

    #if compiler(>=6.2)
        @Test func aMissingVariantStopsWithTheMessageAndTheLine() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let index = ImageIndex(baseURL: "/i", generator: "test")
                _ = index.required("gone.jpg", "hero").picture(alt: "", file: "Site/Home.swift", line: 12)
            }
            let said = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(said.contains("Site/Home.swift:12: Fatal error: the image index has no image 'gone.jpg'"))
        }

        @Test func anIndexThatCannotBeReadStops() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                _ = CatalogVariant(CatalogImage(ImageCatalog(path: "/nowhere/index.json"), "a"), "b").required
                    .url()
            }
            let said = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(said.contains("cannot read the image index /nowhere/index.json"))
            #expect(said.contains("build the images first"))
        }
    #endif
}
