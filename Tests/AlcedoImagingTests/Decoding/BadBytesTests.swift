import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Bytes that are no picture, or not all of one: one clear sentence, and nothing made.
@Suite struct BadBytesTests {
    @Test func nothingIsEmpty() async throws {
        #expect(try await refusal(of: Data()) == "the file is empty")
    }

    @Test(arguments: [
        "These are words.\n", "<html><body>404</body></html>", "{\"error\": true}", "\u{1}\u{2}\u{3}",
    ])
    func textIsNotAPictureWhateverItsName(text: String) async throws {
        let reason = try #require(try await refusal(of: Data(text.utf8)))
        // What is supported is listed, so that the reader knows what to do.
        for name in ["JPEG", "PNG", "WebP"] { #expect(reason.contains(name), "\(reason)") }
        #expect(!reason.contains("\n"))
    }

    /// One small file of each type that Alcedo writes and reads.
    static let files: [(ImageType, Data)] = {
        let raster = Raster.photo(64, 48)
        guard let image = try? raster.image else { return [] }
        let formats: [(ImageType, OutputFormat)] = [
            (.jpeg, .jpeg), (.png, .png), (.webp, .webp), (.avif, .avif), (.gif, .gif), (.jxl, .jxl),
        ]
        return formats.compactMap { type, format in
            guard format.isAvailable, let data = try? image.encoded(as: format) else { return nil }
            return (type, data)
        } + [
            (
                .tiff,
                TIFFFile.data(
                    width: 64, height: 48, bits: 8, samples: 3, photometric: 2, pixels: raster.bytes)
            )
        ]
    }()

    @Test(arguments: [0.2, 0.5, 0.8, 0.97])
    func aCutFileOfAnyTypeIsRefused(part: Double) async throws {
        #expect(Self.files.count >= 6)
        for (type, file) in Self.files {
            let cut = file.prefix(Int(Double(file.count) * part))
            let reason = try await refusal(of: Data(cut))
            #expect(reason != nil, "\(type) to \(part)")
            guard type != .tiff, type != .jxl else { continue }
            #expect(reason?.contains("truncated") ?? false, "\(type) to \(part): \(reason ?? "")")
        }
    }

    @Test func aCutFileIsUsedAsFarAsItGoesWhenThatIsAllowed() async throws {
        let photo = Raster.photo(64, 64)
        let whole = try photo.image.encoded(as: .jpeg, quality: .lossy(95))
        let cut = Data(whole.prefix(whole.count * 3 / 4))
        #expect(try await refusal(of: cut)?.contains("truncated") ?? false)
        let job = ImageJob(data: cut, requests: [.one()], truncation: .allow)
        let result = try await InProcessEngine(threads: 1).run(job)
        let raster = try Raster(decoding: #require(result.outputs.values.first?.data))
        #expect(raster.width == 64 && raster.height == 64)
        // What is there is right; that something is missing is said.
        let top = Raster(64, 16, bands: 3) { x, y in raster[x, y] }
        #expect(top.psnr(Raster(64, 16, bands: 3) { x, y in photo[x, y] }) > 28)
        #expect(result.warnings.count == 1)
    }

    @Test(arguments: ["BM\u{0}\u{0}\u{0}\u{0}", "%PDF-1.7\n", "II*\u{0}"])
    func otherKindsOfFilesAreRefused(start: String) async throws {
        let file = Data(start.utf8) + Data(repeating: 0, count: 100)
        let reason = try #require(try await refusal(of: file))
        #expect(!reason.contains("\n") && !reason.isEmpty)
    }

    @Test func everyFailureIsOneLineWithoutNamesOfFunctions() async throws {
        var generator = SeededGenerator(seed: 7)
        for (type, file) in Self.files {
            for _ in 0..<5 {
                let cut = file.prefix(Int.random(in: 12..<file.count, using: &generator))
                guard let reason = try await refusal(of: Data(cut)) else { continue }
                #expect(!reason.contains("\n") && !reason.contains("load_buffer"), "\(type): \(reason)")
            }
        }
    }
}
