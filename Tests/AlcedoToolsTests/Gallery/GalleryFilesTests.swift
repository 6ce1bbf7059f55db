import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoGallery
@testable import AlcedoManifest

/// The template built into the command.
@Suite struct GalleryFilesTests {
    @Test func filesAreThoseOfTheTemplatesFolder() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../site-template").standardizedFileURL.path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(GalleryFiles.all.map(\.name) == names, "Sources/CAssets/assets.c lists them")
        for file in GalleryFiles.all {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file.name))
            #expect(Data(file.bytes) == bytes, "\(file.name)")
        }
    }

    @Test func filesFormATemplateWithoutMistakes() throws {
        let files = Dictionary(uniqueKeysWithValues: GalleryFiles.all)
        #expect(throws: Never.self) { try GalleryTemplate(files: files, folder: "gallery") }
    }
}
