import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// A custom processor.
private struct Invert: ImageProcessor {
    var identifier = "org.example.invert"

    func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let pixels = Data(try image.pixels().map { 255 - $0 })
        return try PixelImage(pixels: pixels, size: image.size, layout: image.bands == 1 ? .gray8 : .rgb8)
    }
}

private struct Refusing: ImageProcessor {
    struct Reason: Error, CustomStringConvertible { var description: String { "the stars are wrong" } }
    var identifier: String { "org.example.refusing?mood=bad" }
    func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage { throw Reason() }
}

private struct Square: ImageProcessor {
    var identifier: String { "org.example.square" }
    func size(of size: PixelSize, density: Double) -> PixelSize {
        PixelSize(width: min(size.width, size.height), height: min(size.width, size.height))
    }
    func process(_ image: PixelImage, context: ImageProcessingContext) throws -> PixelImage {
        let side = min(image.size.width, image.size.height)
        return try image.cropped(
            to: CropRectangle(origin: PixelPoint(x: 0, y: 0), size: PixelSize(width: side, height: side)))
    }
}

@Suite struct CustomProcessorTests {
    static let file = PNGFile(.plain(12, 6, 10, 100, 250)).data

    @Test func itsPixelsAreTheOnesThatAreWritten() async throws {
        #expect(try await pixels(.one(processors: [Invert()]), from: Self.file) == .plain(12, 6, 245, 155, 5))
    }

    @Test func itsIdentifierIsPartOfTheRecipe() throws {
        let facts = ImageFacts(type: .png, width: 12, height: 6)
        func recipe(_ processors: [any ImageProcessor]) throws -> String {
            let plan = try #require(ImagePlan(facts: facts, requests: [.one(processors: processors)]))
            return try #require(plan.outputs.first).recipe.hex
        }
        #expect(try recipe([Invert()]) == recipe([Invert()]))
        #expect(try recipe([Invert()]) != recipe([Invert(identifier: "org.example.invert?v=2")]))
        #expect(try recipe([Invert()]) != recipe([]))
        #expect(try recipe([Invert(), Square()]) != recipe([Square(), Invert()]))
    }

    @Test func whatItThrowsIsReportedWithItsNameAndStopsNothingElse() async throws {
        let job = ImageJob(
            data: Self.file, requests: [.one(processors: [Refusing()]), .one(), .one(.jpeg)])
        let result = try await InProcessEngine(threads: 1).run(job)
        #expect(
            result.failures == [
                0: .process(step: "org.example.refusing?mood=bad", reason: "the stars are wrong")
            ])
        #expect(result.outputs.keys.map(\.request).sorted() == [1, 2])
        #expect(result.failures[0]?.description == "org.example.refusing?mood=bad: the stars are wrong")
    }

    @Test func stepsRunInTheOrderInWhichTheyAreWritten() async throws {
        let red = SRGBColor(red: 255, green: 0, blue: 0)
        let veil = PNGFile(.plain(6, 6, 0, 0, 0, 0)).data
        let flattened = try await pixels(.one(processors: [.flatten(red), Invert()]), from: veil)
        #expect(flattened == .plain(6, 6, 0, 255, 255))
    }

    @Test func theSizeItSaysIsTheSizeThatIsMade() async throws {
        let output = try await make(.one(processors: [Square()]), from: Self.file)
        #expect(output.width == 6 && output.height == 6)
        let facts = ImageFacts(type: .png, width: 12, height: 6)
        let plan = try #require(ImagePlan(facts: facts, requests: [.one(processors: [Square()])]))
        #expect(plan.outputs.map(\.width) == [6])
    }

    @Test func aPictureOfTheWrongNumberOfBytesIsRefused() async throws {
        #expect(throws: ImagingError.self) {
            try PixelImage(pixels: Data(count: 11), size: PixelSize(width: 2, height: 2), layout: .rgb8)
        }
        #expect(throws: ImagingError.self) {
            try PixelImage(pixels: Data(), size: PixelSize(width: 0, height: 2), layout: .rgb8)
        }
    }

    @Test func chainsAreOneProcessor() async throws {
        let chain = ImageProcessors.Blur(sigma: 1) |> Invert()
        let one = try await pixels(.one(processors: [chain]), from: Self.file)
        let two = try await pixels(.one(processors: [.blur(sigma: 1), Invert()]), from: Self.file)
        #expect(one == two)
    }
}
