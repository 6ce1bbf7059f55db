import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Damaged files of each type: a picture or an error of the right kind, never a crash.
@Suite struct MutationTests {
    // Unoptimized, two hundred take as long as half of all other tests; `.ci/run` runs this suite optimized as well.
    #if DEBUG
        static let rounds = 25
    #else
        static let rounds = 200
    #endif

    @Test(arguments: [ImageType.jpeg, .png, .webp, .gif, .tiff, .avif, .jxl])
    func aDamagedFileIsAPictureOrAnError(type: ImageType) async throws {
        let file = try #require(BadBytesTests.files.first { $0.0 == type }?.1)
        var generator = SeededGenerator(seed: UInt64(file.count))
        let engine = InProcessEngine(threads: 2)
        var refused = 0
        var made = 0
        for round in 0..<Self.rounds {
            let bytes = mutated(Array(file), round, &generator)
            let truncation: TruncationPolicy = round % 2 == 0 ? .fail : .allow
            let job = ImageJob(
                data: Data(bytes),
                requests: [.one(.webp, width: 20, metadata: .all), .one(nil, width: 9, height: 9)],
                placeholders: Set(PlaceholderKind.allCases), limits: ImageLimits(pixels: 4_000_000),
                truncation: truncation)
            do {
                let result = try await engine.run(job)
                made += 1
                for output in result.outputs.values {
                    #expect(output.file.width <= 20 && output.file.width >= 1 && output.file.height >= 1)
                    #expect(try ImageType.sniff(#require(output.data)) != nil)
                }
                #expect(result.failures.count + result.outputs.count >= 2)
            } catch let error as ImagingError {
                refused += 1
                let reason = error.description
                #expect(!reason.isEmpty && !reason.contains("\n"), "round \(round): \(reason)")
            }
        }
        // Both must have happened, or the mutations are too weak or too strong to mean anything.
        #expect(
            refused > Self.rounds / 10 && made + refused == Self.rounds, "\(made) made, \(refused) refused")
    }

    private func mutated(
        _ file: [UInt8], _ round: Int, _ generator: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = file
        let at = Int.random(in: 4..<bytes.count, using: &generator)
        switch round % 5 {
        case 0:
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 4..<bytes.count, using: &generator)
                bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
        case 1:
            for place in at..<min(at + 16, bytes.count) {
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
        case 2:
            bytes.removeSubrange(at..<min(at + Int.random(in: 1...40, using: &generator), bytes.count))
        case 3:
            let part = bytes[at..<min(at + 64, bytes.count)]
            bytes.insert(contentsOf: part, at: Int.random(in: 4..<bytes.count, using: &generator))
        default:
            // The header, where sizes are.
            bytes[Int.random(in: 4..<min(64, bytes.count), using: &generator)] =
                [0, 0x7F, 0x80, 0xFF]
                .randomElement(using: &generator) ?? 0
        }
        return bytes
    }
}
