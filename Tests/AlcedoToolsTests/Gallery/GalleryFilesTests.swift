import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoTools

/// The template built into the command.
@Suite struct GalleryFilesTests {
    @Test func filesAreTheSameAsInTheTemplatesFolder() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../site-template").standardizedFileURL.path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(GalleryFiles.all.map(\.name) == names, "docs/make-starter writes them again")
        for file in GalleryFiles.all {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file.name))
            #expect(Data(file.text.utf8) == bytes, "docs/make-starter writes \(file.name) again")
        }
    }

    @Test func filesFormATemplateWithoutMistakes() throws {
        let files = Dictionary(uniqueKeysWithValues: GalleryFiles.all.map { ($0.name, Array($0.text.utf8)) })
        #expect(throws: Never.self) { try GalleryTemplate(files: files, folder: "gallery") }
    }
}
