import AlcedoBase
import Foundation
import Testing

@testable import AlcedoImaging

/// Whoever makes a file makes the same one: each source is done by one, and by three who take files in turn.
@Suite struct SharedBytesTests {
    /// Makes only what is the turn of one of three.
    private final class InTurns: JobControl {
        let turn: Int
        let shared: [OutputID]
        var claimed: Set<OutputID> = []

        init(turn: Int, shared: [OutputID]) {
            self.turn = turn
            self.shared = shared
        }

        func begin(_ step: JobStep, expecting seconds: Double) {}
        func admit(bytes: Int) {}
        func handOver(_ data: Data) -> EncodedImage.Content { .data(data) }
        func claims(_ output: OutputID) -> Bool {
            guard let index = shared.firstIndex(of: output) else { return turn == 0 }
            guard index % 3 == turn else { return false }
            claimed.insert(output)
            return true
        }
    }

    private func expectTheSame(_ data: Data, _ work: ImageWork) throws -> ImageJobResult {
        let source = ImageSource(data: data)
        let whole = try JobRunner(source: source, control: InProcessControl(budget: nil)).run { _ in work }
        // Shares that cut through pictures and formats, and leave some files to the leader.
        let shared = whole.outputs.keys.sorted().enumerated().filter { $0.offset % 7 != 3 }.map(\.element)
        var results: [ImageJobResult] = []
        var claims: [Set<OutputID>] = []
        for turn in 0..<3 {
            let control = InTurns(turn: turn, shared: shared)
            let part = turn == 0 ? work : work.only(Set(shared))
            results.append(try JobRunner(source: source, control: control).run { _ in part })
            claims.append(control.claimed)
        }
        #expect(claims.allSatisfy { !$0.isEmpty })
        var joined = JobParts(
            results[0],
            helpers: (1..<3).map { JobParts.Help(files: claims[$0], result: results[$0]) },
            finished: work.finished)
        if !joined.again.isEmpty {
            let again = work.only(joined.again)
            joined.add(
                try JobRunner(source: source, control: InProcessControl(budget: nil)).run { _ in again })
        }
        #expect(joined.result.outputs == whole.outputs)
        #expect(joined.result.failures == whole.failures)
        #expect(joined.result.placeholders == whole.placeholders && joined.result.facts == whole.facts)
        #expect(joined.result.metadata == whole.metadata && joined.result.warnings == whole.warnings)
        return whole
    }

    private func request(
        _ width: Int, _ formats: [OutputFormat?], budget: ByteBudget? = nil, height: Int? = nil,
        position: CropPosition = .center, processors: [any ImageProcessor] = []
    ) -> ImageRequest {
        var request = ImageRequest.one(
            nil, width: width, height: height, position: position, processors: processors)
        request.encodings = formats.map {
            var encoding = ImageEncoding(format: $0.map { .format($0) } ?? .auto)
            encoding.budget = budget
            return encoding
        }
        return request
    }

    @Test func manyFormatsAndWidths() throws {
        let photo = try Raster.photo(400, 300).image.encoded(as: .jpeg, quality: .lossy(90))
        let formats: [OutputFormat?] = [.avif, .jxl, .webp, .jpeg, .png, .gif, nil]
        let result = try expectTheSame(
            photo,
            ImageWork(
                requests: [
                    request(400, formats), request(200, formats),
                    request(90, formats, height: 90, position: .attention),
                    request(33, formats, processors: [.blur(sigma: 1.5), .roundCorner(radius: .pixels(5))]),
                ], placeholders: Set(PlaceholderKind.allCases)))
        // Six formats, and five of a picture with round corners, which JPEG cannot hold.
        #expect(
            result.outputs.count == 23 && result.placeholders?.kinds.count == PlaceholderKind.allCases.count)
    }

    @Test func filesOfAtMostSoManyBytes() throws {
        let photo = try Raster.photo(400, 300).image.encoded(as: .jpeg, quality: .lossy(90))
        let budget = ByteBudget(bytes: 4000, leastQuality: 20)
        let result = try expectTheSame(
            photo,
            ImageWork(requests: [160, 120, 80].map { request($0, [.avif, .webp, .jpeg], budget: budget) }))
        #expect(result.outputs.count == 9)
        #expect(result.outputs.values.allSatisfy { ($0.data?.count ?? .max) <= 4000 })
    }

    @Test func filesThatCannotBeSoSmallFailAlike() throws {
        // Noise does not compress.
        let noise = PNGFile(.noise(300, 200, bands: 3)).data
        let hopeless = ByteBudget(bytes: 1500, leastQuality: 70)
        var mixed = request(300, [.avif, .webp, .jpeg])
        mixed.encodings[1].budget = hopeless
        let result = try expectTheSame(
            noise, ImageWork(requests: [request(250, [.avif, .webp]), mixed, request(100, [.webp, .jpeg])]))
        #expect(Set(result.outputs.keys.map(\.request)) == [0, 2])
        guard case .encode(.webp, _) = result.failures[1] else {
            Issue.record("\(result.failures)")
            return
        }
    }

    @Test func allFramesOfAnAnimation() throws {
        let frames = (0..<4).map { frame in (0..<1600).map { UInt8(($0 + frame * 40) % 3) } }
        let animation = GIFFile(
            width: 40, height: 40, palette: [[255, 0, 0], [0, 255, 0], [0, 0, 255]], frames: frames,
            delays: [10, 20, 30, 40])
        let result = try expectTheSame(
            animation.data,
            ImageWork(requests: [40, 30, 20].map { request($0, [.webp, .gif]) }))
        #expect(result.outputs.count == 6 && result.outputs.values.allSatisfy { $0.frames == 4 })
    }
}
