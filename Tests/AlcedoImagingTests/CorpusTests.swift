import AlcedoBase
import AlcedoImaging
import Foundation
import Testing

/// Real pictures, where they are at hand.
@Suite(.enabled(if: Corpus.folder != nil))
struct CorpusTests {
    /// Files that must not come out as ordinary pictures, with a word that the reason must have.
    static let refused: [(file: String, word: String)] = [
        ("17000x17000.avif", "larger"), ("ojpeg-strip.tif", "not supported"), ("ojpeg-tile.tif", "not supported"),
        ("subsampled.tif", "not supported"), ("truncated.jpg", "truncated"), ("truncated.gif", "truncated"),
        ("invalid_multiframe.gif", "Invalid frame data"), ("small.bmp", "not supported"),
        ("favicon.ico", "not supported"), ("invisible.ico", "not supported"),
    ]

    @Test(arguments: refused)
    func filesThatAreNoOrdinaryPicturesAreRefusedWithAReason(_ file: String, word: String) async throws {
        let job = ImageJob(data: try Corpus.read("formats/" + file), requests: [.small()])
        let error = await #expect(throws: ImagingError.self) { try await InProcessEngine(threads: 1).run(job) }
        guard case .decode(let reason)? = error else {
            Issue.record("\(file): \(String(describing: error))")
            return
        }
        #expect(reason.contains(word), "\(file): \(reason)")
        #expect(!reason.contains("\n"))
    }

    @Test func everyOtherFileGivesAPictureThatIsNotLarger() async throws {
        // The decoder never returns from this one; only a worker process can stop it.
        let left = Set(Self.refused.map(\.file) + ["truncated.svgz"])
        let engine = InProcessEngine(threads: 2)
        var done = 0
        for file in try Corpus.files(in: "formats") + Corpus.files(in: "formats/rotation")
        where !left.contains((file as NSString).lastPathComponent) {
            let result = try await engine.run(
                ImageJob(data: try Corpus.read(file), requests: [.small()], wantsPlaceholders: true))
            #expect(result.failures.isEmpty, "\(file): \(result.failures)")
            #expect(!result.outputs.isEmpty, "\(file)")
            for output in result.outputs.values {
                #expect(output.width <= result.facts.width && output.height <= result.facts.height, "\(file)")
                let again = try Image(decoding: output.data)
                #expect(again.size == PixelSize(width: output.width, height: output.height), "\(file)")
                #expect(again.frames == output.frames, "\(file)")
            }
            done += 1
        }
        // 55 files, of which 11 are left out.
        #expect(done == 44)
    }
}
