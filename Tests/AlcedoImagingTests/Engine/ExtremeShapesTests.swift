import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Pictures that are nearly a line.
@Suite struct ExtremeShapesTests {
    @Test(arguments: [(1, 30_000), (30_000, 1), (2, 9001), (9001, 2)], ImageFit.allCases)
    func aLineIsMadeOrRefusedInClearWords(size: (Int, Int), fit: ImageFit) async throws {
        let line = Raster(size.0, size.1, bands: 3) { x, y in
            [UInt8(200 * x / size.0 + 20), UInt8(200 * y / size.1 + 20), 70]
        }
        let file = PNGFile(line).data
        let boxes = [(1, 1), (1, 7), (7, 1), (100, 100), (640, 3), (20_000, 20_000)]
        for enlarge in [false, true] {
            let requests = boxes.map {
                ImageRequest.one(width: $0.0, height: $0.1, fit: fit, enlarge: enlarge)
            }
            let limits = ImageLimits(pixels: 20_000_000)
            let result = try await InProcessEngine(threads: 1).run(
                ImageJob(data: file, requests: requests, limits: limits))
            for (index, request) in requests.enumerated() {
                let layout = request.geometry.layout(for: PixelSize(width: size.0, height: size.1))
                let output = result.outputs[ImageJob.OutputID(request: index, format: .png)]
                if layout.canvas.width * layout.canvas.height > limits.pixels {
                    let reason = try #require(result.failures[index]).description
                    #expect(reason.contains("more than the limit of 20000000"), "\(reason)")
                } else {
                    #expect(
                        output?.file.width == layout.canvas.width
                            && output?.file.height == layout.canvas.height)
                    #expect(result.failures[index] == nil, "\(boxes[index]) \(enlarge)")
                }
            }
        }
    }

    @Test(arguments: [(1, 30_000), (30_000, 1), (1, 10_000)])
    func aLineKeepsItsSlopeWhenItIsMadeShort(size: (Int, Int)) async throws {
        let length = max(size.0, size.1)
        let line = Raster(size.0, size.1, bands: 1) { x, y in [UInt8(max(x, y) * 255 / length)] }
        let file = PNGFile(line).data
        let isWide = size.0 > 1
        for side in [1, 2, 10, 100, 3000] {
            let raster = try await pixels(
                .one(width: isWide ? side : 1, height: isWide ? 1 : side, fit: .fill), from: file)
            #expect(max(raster.width, raster.height) == side)
            for (index, value) in raster.bytes.enumerated() {
                let wanted = (Double(index) + 0.5) / Double(side) * 255
                // Lanczos repeats the edge, which bends the ends.
                let isEnd = index < 3 || index >= side - 3
                #expect(abs(Double(value) - wanted) < (isEnd ? 14 : 2), "\(side): \(index)")
            }
        }
    }

    @Test func aLineIsSmallAtOneWidthAmongOthers() async throws {
        for size in [(30_000, 3), (3, 30_000)] {
            let file = PNGFile(.plain(size.0, size.1, 10, 120, 230)).data
            let outputs = try await makeAll(
                [.one(width: 1), .one(height: 1), .one(width: 2000), .one(height: 2000), .one(width: 2)],
                from: file)
            #expect(outputs.count == 5)
            for output in outputs.values {
                let raster = try Raster(decoding: output.data)
                #expect(raster == .plain(raster.width, raster.height, 10, 120, 230))
            }
        }
    }

    @Test(arguments: OutputFormat.allCases)
    func onePixelIsAPictureInEveryFormat(format: OutputFormat) async throws {
        let file = PNGFile(.plain(1, 1, 200, 100, 50)).data
        let output = try await make(.one(format), from: file)
        #expect(output.width == 1 && output.height == 1)
        let raster = try Raster(decoding: output.data)
        for (have, want) in zip(raster[0, 0], [200, 100, 50]) { #expect(abs(Int(have) - want) <= 8) }
    }

    @Test func aProcessorMayReduceByAnyFactor() async throws {
        let file = PNGFile(.plain(2000, 1000, 30, 60, 90)).data
        let raster = try await pixels(.one(processors: [.resize(width: 10)]), from: file)
        #expect(raster == .plain(10, 5, 30, 60, 90))
    }

    @Test func aStepOfAChainIsRefusedBeforeItIsMade() async throws {
        let steps: [(any ImageProcessor, String)] = [
            (.resize(width: 60_000, height: 50_000, enlarge: true), "resize: 60000x50000 pixels"),
            (
                .resize(width: 60_000, height: 50_000, fit: .contain, enlarge: true),
                "resize: 60000x50000 pixels"
            ),
        ]
        for (step, reason) in steps {
            let result = try await InProcessEngine(threads: 1).run(
                ImageJob(
                    data: PNGFile(.plain(6, 5, 1, 2, 3)).data, requests: [.one(processors: [step]), .one()],
                    limits: ImageLimits(pixels: 1_000_000)))
            #expect(
                "\(try #require(result.failures[0]))".contains(reason + " are more than the limit of 1000000")
            )
            #expect(result.failures.count == 1 && result.outputs.count == 1)
        }
    }

    @Test(arguments: [CropPosition.center, .south, .attention, .entropy])
    func aChainCutsALineOutOfWhatNoMemoryHolds(position: CropPosition) async throws {
        // The whole picture would be 60,000 x 1,800,000,000 pixels.
        let file = PNGFile(.plain(1, 30_000, 10, 120, 230)).data
        let raster = try await pixels(
            .one(processors: [.resize(width: 60_000, height: 2, position: position, enlarge: true)]),
            from: file)
        #expect(raster == .plain(60_000, 2, 10, 120, 230))
    }
}
