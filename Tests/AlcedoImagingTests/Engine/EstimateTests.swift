import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct EstimateTests {
    @Test func slowFormatsAreExpectedToTakeLonger() {
        func seconds(_ format: OutputFormat, _ effort: Int? = nil) -> Double {
            WorkEstimate.encoding(
                megapixels: 1, as: format,
                ImageEncoding(format: .format(format), effort: effort.map { [format: $0] } ?? [:]))
        }
        #expect(seconds(.jpeg) < seconds(.webp) && seconds(.webp) < seconds(.avif))
        // `Benchmarks/efforts`: AVIF effort 4 takes 2.8 times as long as 3, WebP effort 6 2.8 times as long as 4.
        #expect((2...5).contains(seconds(.avif, 4) / seconds(.avif, 3)))
        #expect((1.5...4).contains(seconds(.webp, 6) / seconds(.webp, 4)))
        for effort in 1...9 { #expect(seconds(.avif, effort) > seconds(.avif, effort - 1)) }
        // Whatever number comes, there is an answer.
        #expect(seconds(.avif, 99) == seconds(.avif, 9) && seconds(.webp, -1) == seconds(.webp, 0))
    }

    @Test func aDeadlineGrowsWithTheWorkAndIsNeverShorterThanWhatWasSaid() {
        let limits = ImageLimits(seconds: 60)
        #expect(limits.deadline(expecting: 0) == 60)
        #expect(limits.deadline(expecting: 3) == 60)
        #expect(limits.deadline(expecting: 30) == 600)
        #expect(ImageLimits(seconds: 5).deadline(expecting: 0.1) == 5)
    }

    private func estimate(
        _ data: Data, _ facts: ImageFacts, _ requests: [ImageRequest], finished: Set<ImageJob.OutputID> = []
    ) -> Int {
        data.withUnsafeBytes { bytes in
            MemoryEstimate(
                facts, data: bytes, work: ImageJob.Work(requests: requests, finished: finished),
                sizes: SizePlan(facts: facts, requests: requests), limits: ImageLimits()
            ).bytes
        }
    }

    // ITU-T T.81, B.2.2: a frame header, after an APP0 segment of 2 bytes.
    private static func jpeg(frame marker: UInt8) -> Data {
        Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, marker, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0])
    }

    @Test func aProgressiveJPEGIsHeldAsCoefficients() {
        let facts = ImageFacts(type: .jpeg, width: 10_000, height: 10_000)
        let requests = [ImageRequest.one(.jpeg, width: 320)]
        let plain = estimate(Self.jpeg(frame: 0xC0), facts, requests)
        let progressive = estimate(Self.jpeg(frame: 0xC2), facts, requests)
        // Two bytes for each of three samples; libvips's documentation measures 3.7 GB against 72 MB for one.
        #expect(progressive - plain == 600_000_000 - 4_000_000)
        #expect(plain < 200_000_000)
    }

    @Test func whatIsNeverWrittenTakesNothing() {
        func megabytes(_ formats: [OutputFormat], frames: Int, isOpaque: Bool?) -> Int {
            let facts = ImageFacts(
                type: .gif, width: 1600, height: 1200, frames: frames, hasAlpha: isOpaque != true,
                isOpaque: isOpaque)
            var request = ImageRequest.one(nil)
            request.encodings = formats.map { ImageEncoding(format: .format($0)) }
            return estimate(Data(), facts, [request]) / 1_000_000
        }
        // No AVIF holds an animation, and no JPEG transparency.
        #expect(
            megabytes([.avif, .webp], frames: 90, isOpaque: true)
                == megabytes([.webp], frames: 90, isOpaque: true))
        #expect(
            megabytes([.png, .jpeg], frames: 1, isOpaque: false)
                == megabytes([.png], frames: 1, isOpaque: false))
        // 160 bytes for each pixel and not 25.
        let difference =
            megabytes([.avif, .webp], frames: 1, isOpaque: true)
            - megabytes([.webp], frames: 1, isOpaque: true)
        #expect((258...260).contains(difference))
        // What is not known yet may be written.
        #expect(
            megabytes([.avif, .jpeg], frames: 1, isOpaque: nil)
                == megabytes([.avif], frames: 1, isOpaque: nil))
        #expect(megabytes([.jpeg], frames: 1, isOpaque: nil) > megabytes([.jpeg], frames: 1, isOpaque: false))
    }

    @Test func anInterlacedPNGIsHeldWhole() {
        var header = PNGFile(.plain(4, 4, 1)).data
        let facts = ImageFacts(type: .png, width: 10_000, height: 10_000)
        let requests = [ImageRequest.one(.jpeg, width: 320)]
        let plain = estimate(header, facts, requests)
        header[28] = 1
        #expect(estimate(header, facts, requests) - plain == 800_000_000 - 4_000_000)
    }

    @Test func allFramesOfAnAnimationCount() {
        let requests = [ImageRequest.one(.webp, width: 100)]
        func bytes(_ frames: Int) -> Int {
            estimate(Data(), ImageFacts(type: .gif, width: 1000, height: 1000, frames: frames), requests)
        }
        #expect(bytes(100) - bytes(1) >= 99 * 4_000_000)
    }

    @Test func whatIsFinishedTakesNoMemory() {
        let facts = ImageFacts(type: .jpeg, width: 4000, height: 3000)
        var request = ImageRequest.one(.avif, width: 1000)
        request.encodings.append(ImageEncoding(format: .format(.webp)))
        let all = estimate(Data(), facts, [request])
        // 160 bytes for each pixel of AVIF, 25 for WebP, of 1000x750.
        let avif = ImageJob.OutputID(request: 0, format: .avif)
        #expect(all - estimate(Data(), facts, [request], finished: [avif]) == 135 * 750_000)
        // And three times 4 bytes of the picture itself, which is copied for its color and orientation, and the rows
        // from which it is made: 12 of 4000 pixels and 12 of 2000 at least.
        let everything = Set(OutputFormat.allCases.map { ImageJob.OutputID(request: 0, format: $0) })
        #expect(
            all - estimate(Data(), facts, [request], finished: everything) - 176 * 750_000
                >= (12 * 4000 + 12 * 2000) * 4 * 2)
    }

    @Test func numbersBeyondReasonAreStillNumbers() {
        let facts = ImageFacts(type: .jxl, width: .max / 4, height: .max / 4, frames: 1000)
        #expect(estimate(Data(), facts, [.one(.avif)]) == 1_000_000_000_000_000)
    }
}
