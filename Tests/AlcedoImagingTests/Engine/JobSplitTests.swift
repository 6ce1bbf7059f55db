import AlcedoBase
import Testing

@testable import AlcedoImaging

/// With the costs of `WorkEstimate` for a million pixels: AVIF 0.32 s with effort 3, WebP 0.078 s with effort 4, JPEG
/// 0.007 s, to decode JPEG 0.02 s.
@Suite struct JobSplitTests {
    /// 12 million pixels: 0.24 s to decode.
    private static let facts = ImageFacts(type: .jpeg, width: 4000, height: 3000, isOpaque: true)

    private func request(_ width: Int, _ formats: [OutputFormat?]) -> ImageRequest {
        var request = ImageRequest.one(nil, width: width)
        request.encodings = formats.map { ImageEncoding(format: $0.map { .format($0) } ?? .auto) }
        return request
    }

    private func id(_ request: Int, _ format: OutputFormat) -> OutputID {
        OutputID(request: request, format: format)
    }

    private func isNear(_ left: Double?, _ right: Double) -> Bool {
        left.map { abs($0 - right) < 1e-9 } ?? false
    }

    @Test func longFilesAreSharedAndShortOnesAreNot() {
        // 2000x1500 and 400x300: 3 and 0.12 million pixels.
        let work = ImageWork(requests: [
            request(2000, [.avif, .webp, .jpeg, nil]), request(400, [.avif, .webp]),
        ])
        let split = JobSplit(Self.facts, work)
        #expect(isNear(split.entry, 0.24))
        #expect(split.files.count == 2)
        #expect(isNear(split.files[id(0, .avif)], 0.96) && isNear(split.files[id(0, .webp)], 0.234))
    }

    @Test func whatIsFinishedIsNobodys() {
        let work = ImageWork(requests: [request(2000, [.avif, .webp])], finished: [id(0, .avif)])
        #expect(Set(JobSplit(Self.facts, work).files.keys) == [id(0, .webp)])
    }

    @Test func theFirstOfTwoEncodingsInOneFormatIsTheOneThatCounts() {
        var twice = request(2000, [.avif, .avif])
        twice.encodings[1].effort = [.avif: 9]
        #expect(isNear(JobSplit(Self.facts, ImageWork(requests: [twice])).files[id(0, .avif)], 0.96))
    }

    @Test func allFramesAndAllStepsCount() {
        let facts = ImageFacts(type: .gif, width: 500, height: 400, frames: 50, isOpaque: true)
        var first = request(500, [.webp])
        first.animation = .first
        var smaller = request(500, [.webp])
        smaller.processors = [ImageProcessors.Resize(ResizeGeometry(width: 250))]
        let split = JobSplit(facts, ImageWork(requests: [request(500, [.webp]), first, smaller]))
        // 50 frames of 0.2 million pixels; one of them alone takes 0.0156 s. A step leaves a quarter of them.
        #expect(isNear(split.files[id(0, .webp)], 0.78) && split.files[id(1, .webp)] == nil)
        #expect(isNear(split.files[id(2, .webp)], 0.195))
    }

    @Test func whatCannotBeWrittenIsNobodys() {
        // An animation, and one that is wider than the 16,384 pixels of an AVIF.
        let moving = ImageFacts(type: .gif, width: 1600, height: 1200, frames: 60, isOpaque: true)
        let split = JobSplit(moving, ImageWork(requests: [request(1600, [.avif, .webp])]))
        #expect(Set(split.files.keys) == [id(0, .webp)])
        let wide = ImageFacts(type: .png, width: 20_000, height: 500, isOpaque: true)
        #expect(
            Set(JobSplit(wide, ImageWork(requests: [request(20_000, [.avif, .png])])).files.keys) == [
                id(0, .png)
            ])
    }

    @Test func aHelperNeedsFourTimesWhatItCosts() {
        // 0.96 s are exactly four times 0.24 s, and 0.9216 s (1960x1470) are not.
        let work = ImageWork(requests: [request(2000, [.avif]), request(1960, [.avif])])
        let split = JobSplit(Self.facts, work)
        let (large, small) = (id(0, .avif), id(1, .avif))
        #expect(isNear(split.files[small], 0.921984))
        #expect(split.isWorthHelp([large], helpers: 0, hasBegun: true))
        #expect(!split.isWorthHelp([small], helpers: 0, hasBegun: true))
        #expect(!split.isWorthHelp([], helpers: 0, hasBegun: true))
        // Who has the source takes the longest; what is left is for others.
        #expect(!split.isWorthHelp([large, small], helpers: 0, hasBegun: false))
        // 1.88 s are not enough for two, each of which decodes the source.
        #expect(split.isWorthHelp([large, small], helpers: 0, hasBegun: true))
        #expect(!split.isWorthHelp([large, small], helpers: 1, hasBegun: true))
    }

    @Test func littleWorkIsNotWorthAProcess() {
        // 600x400: 0.24 million pixels, 0.0048 s to decode, 0.0768 s to write as AVIF.
        let facts = ImageFacts(type: .jpeg, width: 600, height: 400, isOpaque: true)
        let split = JobSplit(facts, ImageWork(requests: (0..<4).map { _ in request(600, [.avif]) }))
        let files = (0..<4).map { id($0, .avif) }
        #expect(split.files.count == 4)
        #expect(!split.isWorthHelp(Set(files[..<3]), helpers: 0, hasBegun: true))
        #expect(split.isWorthHelp(Set(files), helpers: 0, hasBegun: true))
    }
}
