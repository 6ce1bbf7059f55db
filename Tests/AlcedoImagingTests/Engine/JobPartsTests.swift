import AlcedoBase
import Foundation
import Testing

@testable import AlcedoImaging

@Suite struct JobPartsTests {
    private func result(_ files: [OutputID], failing failures: [Int: ImagingError] = [:]) -> ImageJobResult {
        ImageJobResult(
            facts: ImageFacts(type: .png, width: 1, height: 1),
            outputs: Dictionary(uniqueKeysWithValues: files.map { ($0, file($0)) }), failures: failures,
            warnings: ["damaged"])
    }

    private func file(_ id: OutputID) -> EncodedImage {
        EncodedImage(
            content: .data(Data("\(id.request) \(id.format)".utf8)), format: id.format, width: 1, height: 1,
            frames: 1)
    }

    private static let avif = (0..<3).map { OutputID(request: $0, format: .avif) }
    private static let webp = (0..<3).map { OutputID(request: $0, format: .webp) }
    private static let trouble = ImagingError.encode(format: .webp, reason: "no")

    @Test func allFilesAreThereAndNothingIsSaidTwice() {
        let parts = JobParts(
            result([Self.avif[0], Self.webp[0]]),
            helpers: [
                .init(files: [Self.avif[1]], result: result([Self.avif[1]])),
                .init(files: [Self.avif[2]], result: result([Self.avif[2]])), .init(files: [], result: nil),
            ], finished: [])
        #expect(Set(parts.result.outputs.keys) == Set(Self.avif + [Self.webp[0]]))
        #expect(parts.result.warnings == ["damaged"])
        #expect(parts.again.isEmpty && parts.dropped.isEmpty)
    }

    @Test func whatALostHelperHadIsMadeAgain() {
        var parts = JobParts(
            result([Self.avif[0]]), helpers: [.init(files: [Self.avif[1], Self.webp[1]], result: nil)],
            finished: [])
        #expect(parts.again == [Self.avif[1], Self.webp[1]])
        parts.add(result([Self.avif[1], Self.webp[1]]))
        #expect(Set(parts.result.outputs.keys) == [Self.avif[0], Self.avif[1], Self.webp[1]])
    }

    @Test func aPictureThatFailedInOnePlaceIsMadeAgainAsAWhole() {
        // The helper has written AVIF, the leader could not write WebP.
        var parts = JobParts(
            result([Self.avif[1]], failing: [0: Self.trouble]),
            helpers: [.init(files: [Self.avif[0]], result: result([Self.avif[0]]))],
            finished: [OutputID(request: 0, format: .gif)])
        #expect(Set(parts.again.map(\.request)) == [0])
        #expect(parts.again.contains(Self.avif[0]) && parts.again.contains(Self.webp[0]))
        #expect(!parts.again.contains(OutputID(request: 0, format: .gif)))
        #expect(parts.result.failures.isEmpty && parts.dropped == [file(Self.avif[0])])
        parts.add(result([], failing: [0: Self.trouble]))
        #expect(parts.result.failures == [0: Self.trouble])
        #expect(Set(parts.result.outputs.keys) == [Self.avif[1]])
    }

    @Test func aPictureThatFailedWithTheHelperIsMadeAgainToo() {
        let parts = JobParts(
            result([Self.webp[2]]),
            helpers: [
                .init(
                    files: [Self.avif[1], Self.avif[2]],
                    result: result([Self.avif[1]], failing: [2: Self.trouble]))
            ], finished: [])
        #expect(Set(parts.again.map(\.request)) == [2])
        #expect(Set(parts.result.outputs.keys) == [Self.avif[1]])
        #expect(parts.dropped == [file(Self.webp[2])])
    }

    @Test func whatFailedWithTheLeaderAloneStays() {
        // No format can hold the picture: everybody says so, and nobody has claimed a file of it.
        let failures = [0: ImagingError.noFormat(reason: "none")]
        let parts = JobParts(
            result([Self.avif[1]], failing: failures),
            helpers: [.init(files: [Self.avif[2]], result: result([Self.avif[2]], failing: failures))],
            finished: [])
        #expect(parts.result.failures == failures && parts.again.isEmpty)
    }

    @Test func whatNobodyAskedForIsNotTaken() {
        let parts = JobParts(
            result([Self.avif[0]]),
            helpers: [
                .init(files: [Self.avif[1]], result: result([Self.avif[0], Self.avif[1], Self.webp[2]]))
            ],
            finished: [])
        #expect(Set(parts.result.outputs.keys) == [Self.avif[0], Self.avif[1]])
        #expect(parts.dropped.count == 2)
    }
}
