import AlcedoBase
import Foundation
import Testing

/// Real files, if available.
@Suite(.enabled(if: Corpus.folder != nil)) struct ImageTypeCorpusTests {
    @Test func everyFileIsWhatItsNameSays() throws {
        let types: [String: ImageType] = [
            "jpg": .jpeg, "png": .png, "gif": .gif, "webp": .webp, "avif": .avif, "tif": .tiff, "svg": .svg,
            "svgz": .svg, "ico": .ico, "bmp": .bmp,
        ]
        let folder = try #require(Corpus.folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        var count = 0
        for name in names {
            guard let type = types[(name as NSString).pathExtension] else { continue }
            let data = try FileSystem.read(folder + "/" + name)
            #expect(ImageType.sniff(data) == type, "\(name)")
            count += 1
        }
        #expect(count >= 80)
    }
}

enum Corpus {
    /// Beside the package, or at `ALCEDO_CORPUS`.
    static let folder: String? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path =
            ProcessInfo.processInfo.environment["ALCEDO_CORPUS"]
            ?? package.deletingLastPathComponent().appendingPathComponent("shared/corpus").path
        return FileManager.default.fileExists(atPath: path + "/formats") ? path : nil
    }()
}
