import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Qualities that are targets, in files. Scores come from `CMetric`, which `Tests/Metric` compares with its definition.
@Suite struct TargetEncoderTests {
    /// Waves of many lengths, edges and some grain.
    static func scene(_ width: Int, _ height: Int, seed: UInt64 = 1, bands: Int = 3) -> Raster {
        var random = SeededGenerator(seed: seed)
        let phases = (0..<6).map { _ in Double.random(in: 0...6, using: &random) }
        let grain = Double.random(in: 0...12, using: &random)
        return Raster(width, height, bands: bands) { x, y in
            var value = 120.0
            for (k, phase) in phases.enumerated() {
                value +=
                    40 / Double(k + 1) * sin(Double(x * (k * k + 1)) / 37 + Double(y * (k + 1)) / 23 + phase)
            }
            if (x / 31 + y / 47) % 5 == 0 { value += 50 }
            value += Double.random(in: -grain...grain, using: &random)
            let color = [value, value * 0.8 + 20, 210 - value * 0.6, Double((x * 5) % 256)]
            return color.prefix(bands).map { UInt8(min(max($0, 0), 255)) }
        }
    }

    static func encoded(
        _ raster: Raster, _ format: OutputFormat, _ target: QualityTarget, _ options: EncoderOptions = .init()
    ) throws -> TargetEncoder.File {
        try TargetEncoder(
            format: format, target: target, effort: format.traits.effort, options: options
        ).encode(raster.image)
    }

    @Test(arguments: [OutputFormat.jpeg, .webp, .avif], [60, 75, 85])
    func theScoreIsThatOfTheFileAndReachesTheTarget(format: OutputFormat, target: Int) throws {
        let raster = Self.scene(160, 120, seed: UInt64(target))
        let file = try Self.encoded(raster, format, QualityTarget(target))
        let score = try PictureScore(raster.image).score(PixelImage(decoding: file.data))
        #expect(file.found.score == score)
        #expect(file.found.outcome == .reached && score >= Double(target))
        #expect(file.found.target == target && (1...6).contains(file.found.encodes))
        // The file is one that a number makes as well.
        var options = EncoderOptions()
        if file.found.hasFullChroma { options.chroma = .full }
        let quality = file.found.quality.map(ImageQuality.lossy) ?? .lossless
        #expect(try raster.image.encoded(as: format, quality: quality, options: options) == file.data)
        #expect(try Self.encoded(raster, format, QualityTarget(target)).data == file.data)
    }

    @Test func whatOnlyFullColorsReachCostsWhatFullColorsCost() throws {
        var random = SeededGenerator(seed: 9)
        let noise = Raster(96, 96, bands: 3) { _, _ in
            (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        let found = try Self.encoded(noise, .jpeg, QualityTarget(70))
        #expect(found.found.hasFullChroma && found.found.outcome == .reached)
        var options = EncoderOptions()
        options.chroma = .full
        let asked = try Self.encoded(noise, .jpeg, QualityTarget(70), options)
        #expect(found.data.count == asked.data.count && found.found.score == asked.found.score)
        // With one quality, nothing else is tried.
        let one = try Self.encoded(noise, .jpeg, QualityTarget(70, min: 50, max: 50))
        #expect(!one.found.hasFullChroma && one.found.quality == 50 && one.found.encodes == 1)
        #expect(try one.data == noise.image.encoded(as: .jpeg, quality: .lossy(50)))
    }

    @Test(arguments: [OutputFormat.jpeg, .webp])
    func aHigherQualityIsUsedWhereverItIsNeeded(format: OutputFormat) throws {
        for seed in 1..<16 {
            let raster = Self.scene(96, 72, seed: UInt64(seed))
            let file = try Self.encoded(raster, format, QualityTarget(80))
            #expect((file.found.score ?? 0) >= 80 || file.found.outcome == .missed, "\(seed)")
            guard file.found.outcome == .missed else { continue }
            let score = try PictureScore(raster.image)
            var options = EncoderOptions()
            options.chroma = .full
            for quality in stride(from: 20, through: 97, by: 7) {
                let other = try raster.image.encoded(as: format, quality: .lossy(quality), options: options)
                #expect(try score.score(other, format) < 80, "\(seed)")
            }
        }
    }

    @Test func thinColoredLinesGetFullChroma() throws {
        let lines = Raster(120, 90, bands: 3) { x, y in (x + 2 * y) % 7 == 0 ? [230, 10, 10] : [0, 0, 0] }
        for format in [OutputFormat.jpeg, .avif] {
            let file = try Self.encoded(lines, format, QualityTarget(80))
            #expect(file.found.hasFullChroma && file.found.outcome == .reached, "\(format)")
        }
        let webp = try Self.encoded(lines, .webp, QualityTarget(80))
        #expect(webp.found.quality == nil && webp.found.score == 100)
        #expect(webp.data.range(of: Data("VP8L".utf8)) != nil)
    }

    @Test func aDrawingIsLosslessWebPWhereThatIsSmaller() throws {
        let drawing = Raster(200, 150, bands: 3) { x, y in
            (x / 40 + y / 30) % 2 == 0 ? [250, 250, 250] : [20, 60, 90]
        }
        let file = try Self.encoded(drawing, .webp, QualityTarget(.high))
        #expect(file.found.quality == nil && file.found.score == 100 && file.found.outcome == .reached)
        #expect(file.data.count < (try drawing.image.encoded(as: .webp, quality: .lossy(60)).count))
    }

    @Test func boundsAreKept() throws {
        let raster = Self.scene(128, 96)
        let low = try Self.encoded(raster, .jpeg, QualityTarget(90, max: 40))
        #expect(low.found.quality == 40 && low.found.outcome == .missed && low.found.score ?? 100 < 90)
        let webp = try Self.encoded(raster, .webp, QualityTarget(95, max: 30))
        #expect(webp.found.quality == 30 && webp.found.outcome == .missed)
        let high = try Self.encoded(raster, .jpeg, QualityTarget(30, min: 92))
        #expect(high.found.quality == 92 && high.found.outcome == .reached)
    }

    @Test func atMostOnlyLowers() throws {
        let raster = Self.scene(128, 96)
        for format in [OutputFormat.jpeg, .webp, .avif] {
            let unchanged = try Self.encoded(raster, format, QualityTarget(95, atMost: 50))
            #expect(unchanged.found.quality == 50 && unchanged.found.outcome == .unchanged, "\(format)")
            #expect(unchanged.data == (try raster.image.encoded(as: format, quality: .lossy(50))))
            let lower = try Self.encoded(raster, format, QualityTarget(40, atMost: 85))
            #expect(lower.found.quality ?? 100 < 85 && lower.found.outcome == .reached, "\(format)")
        }
    }

    @Test func transparencyIsLookedAtOverDarkAndLight() throws {
        // Opaque white that fades out: an error in alpha is seen over dark alone.
        let fading = Raster(96, 96, bands: 4) { x, y in
            [255, 255, 255, UInt8(min(max(128 + 120 * sin(Double(x * y) / 300), 0), 255))]
        }
        let file = try Self.encoded(fading, .webp, QualityTarget(80))
        let made = try PixelImage(decoding: file.data)
        for color in [SRGBColor(red: 26, green: 26, blue: 26), SRGBColor(red: 230, green: 230, blue: 230)] {
            let over = try PictureScore(fading.image.flattened(onto: color)).score(
                made.flattened(onto: color))
            #expect(over >= 79.5)
        }
    }

    @Test func anAnimationIsScoredFrameByFrame() throws {
        let frames = try (0..<9).map { try Self.scene(64, 48, seed: UInt64($0)).image }
        let movie = try PixelImage.animation(frames: frames, delays: Array(repeating: 80, count: 9))
        let file = try TargetEncoder(format: .webp, target: QualityTarget(75), effort: 4, options: .init())
            .encode(movie)
        let made = try PixelImage(decoding: file.data)
        #expect(made.frames == 9)
        let scores = try [0, 2, 5, 8].map { try PictureScore(frames[$0]).score(made.frame($0)) }
        #expect(file.found.score == scores.min() && file.found.outcome == .reached)
    }

    @Test func smallPicturesAndPlaceholdersAreNotSearchedFor() throws {
        let small = try Self.encoded(Self.scene(64, 31), .jpeg, QualityTarget(75))
        #expect(small.found.outcome == .average && small.found.score == nil && small.found.encodes == 1)
        let inline = TargetEncoder(
            format: .webp, target: QualityTarget(75), effort: 4, options: .init(), takesAverage: true)
        #expect(try inline.encode(Self.scene(80, 80).image).found.outcome == .average)
    }

    @Test func aBudgetWinsAndTheScoreIsTold() async throws {
        let source = PNGFile(Self.scene(160, 120)).data
        func run(_ budget: ByteBudget?) async throws -> EncodedImage.File {
            let request = ImageRequest.one(.webp, quality: .target(QualityTarget(85)), budget: budget)
            let result = try await InProcessEngine(threads: 1).run(
                ImageJob(data: source, requests: [request]))
            return try #require(result.outputs.values.first).file
        }
        let free = try await run(nil)
        #expect(free.found?.outcome == .reached)
        let tight = try await run(ByteBudget(bytes: free.bytes * 2 / 3))
        let found = try #require(tight.found)
        #expect(tight.bytes <= free.bytes * 2 / 3)
        #expect(found.outcome == .limited && found.target == 85)
        #expect((found.score ?? 100) < 85 && (found.quality ?? 100) < (free.found?.quality ?? 0))
    }

    @Test func grayAndWideColorsAreScoredAsTheyLook() throws {
        let gray = Self.scene(120, 90, bands: 1)
        for format in [OutputFormat.jpeg, .webp, .avif] {
            let file = try Self.encoded(gray, format, QualityTarget(75))
            #expect(file.found.outcome == .reached, "\(format)")
        }
    }

    @Test func everythingThatDecidesTheFileIsPartOfItsRecipe() {
        let targets = [
            QualityTarget(70), QualityTarget(75), QualityTarget(75, min: 40), QualityTarget(75, max: 40),
            QualityTarget(75, atMost: 40),
        ]
        let names = targets.map { target in
            FormatSerializer(
                format: .jpeg, encoding: ImageEncoding(format: .auto, quality: [.jpeg: .target(target)])
            ).identifier
        }
        #expect(Set(names).count == targets.count)
        #expect(
            names.allSatisfy { $0.contains("metric \(QualityTarget.metricVersion)") && $0.contains("search") }
        )
    }
}
