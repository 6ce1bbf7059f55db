import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Transparency through every encoder and back, on random sizes and radii.
@Suite struct TransparencyTests {
    /// Those that can hold it.
    static let formats: [OutputFormat] = [.png, .webp, .avif, .jxl, .gif]

    /// The tolerance of alpha. PNG and WebP keep alpha exactly; GIF only has transparent and opaque pixels.
    /// AVIF and JPEG XL compress it like everything else, so that a steep edge rings: by an eighth at the default quality.
    static func tolerance(_ format: OutputFormat) -> Int {
        switch format {
        case .avif, .jxl: 32
        default: 0
        }
    }

    /// Alpha of each pixel; opaque where the file has none.
    static func alphas(_ raster: Raster) -> [Int] {
        (0..<raster.width * raster.height).map { index in
            raster.bands % 2 == 1 ? 255 : Int(raster.bytes[(index + 1) * raster.bands - 1])
        }
    }

    @Test(arguments: formats, 0..<6)
    func roundedCornersStayTransparentAndTheRestOpaque(format: OutputFormat, round: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(round) + 31)
        let (width, height) = (
            Int.random(in: 6...70, using: &generator), Int.random(in: 6...70, using: &generator)
        )
        let radius = Double.random(in: 3...40, using: &generator)
        // An odd number of channels: grey or colours.
        let source = Raster.noise(width, height, bands: round % 2 == 0 ? 3 : 1, seed: UInt64(round))
        let file = try await pixels(
            .one(format, processors: [.roundCorner(radius: .pixels(radius))]), from: PNGFile(source).data)
        try #require((file.width, file.height) == (width, height))
        // CSS, "Corner overlap": one factor makes all four fit.
        let fitted = min(radius, Double(min(width, height)) / 2)
        let alphas = Self.alphas(file)
        var (clear, opaque) = (0, 0)
        for y in 0..<height {
            for x in 0..<width {
                // Distances of the pixel's nearest and farthest corner from the middle of its arc.
                let across = [Double(x), Double(width - 1 - x)].min() ?? 0
                let down = [Double(y), Double(height - 1 - y)].min() ?? 0
                let near = hypot(max(0, fitted - across - 1), max(0, fitted - down - 1))
                let far = hypot(max(0, fitted - across), max(0, fitted - down))
                let alpha = alphas[y * width + x]
                if near >= fitted {
                    clear += 1
                    #expect(alpha <= Self.tolerance(format), "\(x), \(y) of \(width)x\(height), \(radius)")
                } else if far <= fitted {
                    opaque += 1
                    #expect(
                        alpha >= 255 - Self.tolerance(format), "\(x), \(y) of \(width)x\(height), \(radius)")
                } else if format == .gif {
                    #expect(alpha == 0 || alpha == 255)
                }
            }
        }
        #expect(opaque > 0 && (clear > 0 || fitted < 3.5), "\(width)x\(height), \(radius)")
    }

    @Test(arguments: OutputFormat.allCases, 0..<4)
    func whatIsOpaqueStaysOpaque(format: OutputFormat, round: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(round) + 90)
        let (width, height) = (
            Int.random(in: 1...80, using: &generator), Int.random(in: 1...80, using: &generator)
        )
        // A fully opaque alpha channel must not be written, either.
        let source = Raster(width, height, bands: 4) { x, y in [UInt8(x * 3), UInt8(y * 3), 60, 255] }
        let chains: [[any ImageProcessor]] = [
            [], [.blur(sigma: 2)], [.rotate(angle: 90), .sepia()],
            [.roundCorner(radius: .fraction(0.5)), .flatten(SRGBColor(red: 9, green: 90, blue: 200))],
        ]
        for request in [
            ImageRequest.one(format, processors: chains[round]),
            .one(format, width: max(1, width / 2), processors: chains[round]),
            .one(format, width: 40, height: 30, enlarge: true, processors: chains[round]),
        ] {
            let file = try await pixels(request, from: PNGFile(source).data)
            #expect(file.bands % 2 == 1 || Self.alphas(file).allSatisfy { $0 == 255 })
        }
    }

    @Test(arguments: [OutputFormat.png, .webp, .avif, .jxl], 0..<4)
    func anAlphaOfManySteepSlopesComesBack(format: OutputFormat, round: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(round) + 4)
        let (width, height) = (
            Int.random(in: 8...60, using: &generator), Int.random(in: 8...60, using: &generator)
        )
        let slope = Int.random(in: 1...7, using: &generator)
        let source = Raster(width, height, bands: 4) { x, y in
            [120, UInt8(x * 3), UInt8(y * 3), UInt8(min(255, x * slope + y))]
        }
        let file = try await pixels(.one(format), from: PNGFile(source).data)
        try #require(file.bands == 4)
        let wanted = Self.alphas(source)
        for (have, want) in zip(Self.alphas(file), wanted) {
            #expect(abs(have - want) <= Self.tolerance(format))
        }
    }

    @Test(arguments: formats)
    func aTransparentCornerStaysSoAtEverySize(format: OutputFormat) async throws {
        // A disc on transparency, with hidden colours that must not show.
        let disc = Raster(120, 90, bands: 4) { x, y in
            hypot(Double(x) - 59.5, Double(y) - 44.5) < 40 ? [200, 40, 30, 255] : [0, 255, 0, 0]
        }
        let widths = [120, 77, 60, 31, 16]
        let outputs = try await makeAll(widths.map { .one(format, width: $0) }, from: PNGFile(disc).data)
        for (index, width) in widths.enumerated() {
            let output = try #require(outputs[ImageJob.OutputID(request: index, format: format)])
            let raster = try Raster(decoding: output.data)
            let alphas = Self.alphas(raster)
            let last = raster.width * raster.height - 1
            for corner in [0, raster.width - 1, last - raster.width + 1, last] {
                #expect(alphas[corner] <= Self.tolerance(format), "\(width)")
            }
            #expect(
                alphas[raster.height / 2 * raster.width + raster.width / 2] >= 255 - Self.tolerance(format))
            // No green shows through visible parts of the disc.
            for (index, alpha) in alphas.enumerated() where alpha > 128 {
                let pixel = raster.bytes[index * raster.bands..<(index + 1) * raster.bands]
                #expect(
                    Int(pixel[pixel.startIndex + 1]) < Int(pixel[pixel.startIndex]), "\(width): \(pixel)")
            }
        }
    }

    @Test(arguments: [OutputFormat.gif, .webp])
    func everyFrameKeepsItsTransparentCorners(format: OutputFormat) async throws {
        let frames = (0..<3).map { shade in [UInt8](repeating: UInt8(shade + 1), count: 40 * 30) }
        let source = GIFFile(
            width: 40, height: 30, palette: [[0, 0, 0], [200, 0, 0], [0, 200, 0], [0, 0, 200]],
            frames: frames, delays: [5, 5, 5]
        ).data
        let raster = try await pixels(
            .one(format, width: 32, processors: [.roundCorner(radius: .pixels(9))]), from: source)
        try #require((raster.width, raster.height) == (32, 72))
        let alphas = Self.alphas(raster)
        for frame in 0..<3 {
            for (x, y) in [(0, 0), (31, 0), (0, 23), (31, 23)] {
                #expect(alphas[(frame * 24 + y) * 32 + x] == 0, "\(frame)")
            }
            #expect(alphas[(frame * 24 + 12) * 32 + 16] == 255)
            let middle = raster[16, frame * 24 + 12]
            #expect(middle[frame] > 180 && middle[(frame + 1) % 3] < 20, "\(middle)")
        }
    }
}
