import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// The blur is a Gaussian with the requested standard deviation in pixels.
@Suite struct BlurTests {
    /// A step from 0 to 255 in the middle, blurred: 255 · Φ(x / sigma), with Φ from the error function.
    static func step(at x: Double, sigma: Double) -> Double {
        255 * 0.5 * erfc(-x / (sigma * 2.0.squareRoot()))
    }

    static let edge = Raster(128, 16, bands: 1) { x, _ in [x < 64 ? 0 : 255] }

    @Test(arguments: [0.8, 1, 1.5, 2, 3, 5, 8])
    func anEdgeBecomesTheBellCurvesIntegral(sigma: Double) async throws {
        let raster = try await pixels(.one(processors: [.blur(sigma: sigma)]), from: PNGFile(Self.edge).data)
        for x in 0..<128 {
            let wanted = Self.step(at: Double(x) + 0.5 - 64, sigma: sigma)
            #expect(
                abs(Double(raster[x, 8][0]) - wanted) <= (sigma < 1.5 ? 5 : 2),
                "\(x): \(raster[x, 8][0]), not \(wanted)")
        }
    }

    @Test(arguments: [2.0, 4])
    func aPointBecomesARoundBell(sigma: Double) async throws {
        // 9 × 9 white pixels, so that there is something left; the exact convolution is a product of two integrals.
        let dot = Raster(65, 65, bands: 1) { x, y in [abs(x - 32) <= 4 && abs(y - 32) <= 4 ? 255 : 0] }
        let raster = try await pixels(.one(processors: [.blur(sigma: sigma)]), from: PNGFile(dot).data)
        func weight(_ at: Int) -> Double {
            (Self.step(at: Double(at) - 27.5, sigma: sigma) - Self.step(at: Double(at) - 36.5, sigma: sigma))
                / 255
        }
        for y in 0..<65 {
            for x in 0..<65 {
                let wanted = 255 * weight(x) * weight(y)
                #expect(abs(Double(raster[x, y][0]) - wanted) <= 2, "\(x), \(y)")
            }
        }
    }

    @Test func sigmaIsInCSSPixels() async throws {
        let doubled = try await pixels(
            .one(density: 2, processors: [.blur(sigma: 2)]), from: PNGFile(Self.edge).data)
        let plain = try await pixels(.one(processors: [.blur(sigma: 4)]), from: PNGFile(Self.edge).data)
        #expect(doubled == plain)
    }

    @Test func theEdgeIsRepeatedAndNothingDarkens() async throws {
        let raster = try await pixels(
            .one(processors: [.blur(sigma: 6)]), from: PNGFile(.plain(40, 30, 200, 120, 40)).data)
        #expect(raster.distance(to: .plain(40, 30, 200, 120, 40)) <= 1)
    }

    @Test(arguments: [0.3, 0.5, 0.9, 1, 1.2, 1.8, 2, 2.5, 4, 5, 17, 60])
    func aFlatColourStaysExactlyWhatItIs(sigma: Double) async throws {
        for colour in [[255, 255, 255, 255], [200, 120, 40, 255], [10, 250, 99, 130]] as [[UInt8]] {
            let flat = Raster(40, 30, bands: 4) { _, _ in colour }
            let raster = try await pixels(
                .one(processors: [.blur(sigma: sigma)]), from: PNGFile(flat).data)
            // The colour of a translucent pixel is rounded twice on its way through premultiplication.
            let wanted = colour[3] == 255 ? Raster(40, 30, bands: 3) { _, _ in Array(colour[..<3]) } : flat
            #expect(raster.distance(to: wanted) <= (colour[3] == 255 ? 0 : 1), "\(colour)")
        }
    }

    @Test(arguments: [0, -1, 0.01])
    func almostNoSigmaChangesNothing(sigma: Double) async throws {
        let noise = Raster.noise(20, 20, bands: 3)
        #expect(try await pixels(.one(processors: [.blur(sigma: sigma)]), from: PNGFile(noise).data) == noise)
    }

    @Test(arguments: [40.0, 400, 100_000])
    func aSigmaBeyondThePictureIsItsMeanOrAClearError(sigma: Double) async throws {
        let halves = Raster(30, 30, bands: 1) { x, _ in [x < 15 ? 60 : 180] }
        do {
            let raster = try await pixels(.one(processors: [.blur(sigma: sigma)]), from: PNGFile(halves).data)
            // Repeated edges pull towards half and half as well.
            #expect(abs(Int(raster[15, 15][0]) - 120) <= 4)
            #expect(raster[0, 0][0] > 60 && raster[29, 0][0] < 180)
        } catch ImagingError.process(let step, let reason) {
            #expect(step == "blur" && reason.contains("sigma"), "\(reason)")
        }
    }

    @Test func framesDoNotMix() async throws {
        let frames =
            [[UInt8]](repeating: [UInt8](repeating: 0, count: 400), count: 1)
            + [[UInt8](repeating: 1, count: 400)]
        let file = GIFFile(
            width: 20, height: 20, palette: [[255, 0, 0], [0, 0, 255]], frames: frames, delays: [5, 5]
        ).data
        let raster = try await pixels(.one(.gif, processors: [.blur(sigma: 4)]), from: file)
        #expect(raster[10, 19].prefix(3) == [255, 0, 0] && raster[10, 20].prefix(3) == [0, 0, 255])
    }
}
