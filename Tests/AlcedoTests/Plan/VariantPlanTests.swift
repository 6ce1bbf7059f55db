import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest

@Suite struct VariantPlanTests {
    func plan(_ variants: String, focus: FocalPoint? = nil) throws -> VariantPlan {
        VariantPlan(
            variants: try manifest("sources: []\nvariants:\n  v: \(variants)\n").variants, focus: focus)
    }

    /// The sizes and densities of the pictures in a plan for a source of this size.
    func sizes(_ variants: String, _ width: Int, _ height: Int) throws -> [String] {
        let size = PixelSize(width: width, height: height)
        return try plan(variants).pictures(for: ImageFacts(type: .jpeg, width: width, height: height)).map {
            let canvas = $0.request.geometry.layout(for: size).canvas
            #expect($0.request.density == $0.density ?? 1)
            return "\(canvas.width)x\(canvas.height)" + ($0.density.map { "@\($0)" } ?? "")
        }
    }

    @Test func eachWidthIsAPictureAndThoseAboveTheOriginalAreOne() throws {
        let variant = "{ widths: [640, 960, 1280, 1920] }"
        #expect(try sizes(variant, 6000, 4000) == ["640x427", "960x640", "1280x853", "1920x1280"])
        #expect(try sizes(variant, 1000, 500) == ["640x320", "960x480", "1000x500"])
        #expect(try sizes(variant, 960, 500) == ["640x333", "960x500"])
        #expect(try sizes(variant, 10, 10) == ["10x10"])
        #expect(
            try sizes("{ widths: [640, 1280], enlarge: true }", 320, 200) == ["640x400", "1280x800"])
    }

    @Test func oneSideOrBothOrNone() throws {
        #expect(try sizes("{ width: 100 }", 400, 200) == ["100x50"])
        #expect(try sizes("{ height: 100 }", 400, 200) == ["200x100"])
        #expect(try sizes("{ width: 100, height: 100 }", 400, 200) == ["100x100"])
        #expect(try sizes("{ width: 100, height: 100, fit: inside }", 400, 200) == ["100x50"])
        #expect(try sizes("{ width: 300, height: 300 }", 400, 200) == ["200x200"])
        #expect(try sizes("{ quality: 70 }", 400, 200) == ["400x200"])
        #expect(try sizes("{ widths: [100, 200], height: 50, fit: inside }", 400, 400) == ["50x50"])
    }

    @Test func densitiesAboveTheOriginalAreDroppedButTheSmallestStays() throws {
        let variant = "{ width: 400, densities: [1, 2, 3] }"
        #expect(try sizes(variant, 1200, 600) == ["400x200@1.0", "800x400@2.0", "1200x600@3.0"])
        #expect(try sizes(variant, 1199, 600) == ["400x200@1.0", "800x400@2.0"])
        #expect(try sizes(variant, 300, 150) == ["300x150@1.0"])
        #expect(try sizes("{ width: 400, densities: [2, 3] }", 300, 150) == ["300x150@2.0"])
        #expect(
            try sizes("{ width: 100, height: 50, densities: [1, 2] }", 150, 150) == ["100x50@1.0"])
        #expect(
            try sizes("{ width: 400, densities: [1, 2], enlarge: true }", 100, 50)
                == ["400x200@1.0", "800x400@2.0"])
        // 33 × 1.5 = 49.5, rounded half up.
        #expect(try sizes("{ width: 33, densities: [1.5] }", 100, 100) == ["50x50@1.5"])
    }

    // 16:9 of 1500×1000 is 1500×844 (843.75), of 600×1000 it is 600×338 (337.5).
    @Test func anAspectCropsEachWidthAndWhatTheCropCannotGiveIsOne() throws {
        let variant = "{ aspect: 16:9, widths: [320, 640, 1281, 1920, 2560] }"
        #expect(try sizes(variant, 1500, 1000) == ["320x180", "640x360", "1281x721", "1500x844"])
        #expect(try sizes(variant, 600, 1000) == ["320x180", "600x338"])
        #expect(try sizes(variant, 1281, 5000) == ["320x180", "640x360", "1281x721"])
        // The height limits: 16:9 of 3000×450 is 800×450.
        #expect(try sizes(variant, 3000, 450) == ["320x180", "640x360", "800x450"])
        #expect(
            try sizes("{ aspect: 1:1, widths: [100, 300], enlarge: true }", 200, 150) == [
                "100x100", "300x300",
            ])
    }

    @Test func anAspectWithOneSideOrNone() throws {
        #expect(try sizes("{ aspect: 4/3, width: 400 }", 3000, 2000) == ["400x300"])
        #expect(try sizes("{ aspect: 4/3, height: 600 }", 3000, 2000) == ["800x600"])
        #expect(try sizes("{ aspect: 1.5, height: 600 }", 300, 300) == ["300x200"])
        #expect(try sizes("{ aspect: 1:1 }", 400, 200) == ["200x200"])
        #expect(try sizes("{ aspect: 2.35:1 }", 1920, 1080) == ["1920x817"])
        #expect(try sizes("{ aspect: 9:16 }", 1920, 1080) == ["608x1080"])
        // Alone it keeps the scale, also with `enlarge`.
        #expect(try sizes("{ aspect: 1:1, enlarge: true }", 400, 200) == ["200x200"])
        #expect(try sizes("{ aspect: 1:50, width: 3 }", 1, 1) == ["1x1"])
    }

    @Test func anAspectWithDensities() throws {
        let variant = "{ aspect: 3:2, width: 400, densities: [1, 1.5, 2, 3] }"
        #expect(try sizes(variant, 900, 900) == ["400x267@1.0", "600x400@1.5", "800x533@2.0"])
        // The largest 3:2 of 300×300 is 300×200: the smallest density stays, as large as there is.
        #expect(try sizes(variant, 300, 300) == ["300x200@1.0"])
        #expect(
            try sizes("{ aspect: 3:2, height: 100, densities: [1, 2] }", 900, 900) == [
                "150x100@1.0", "300x200@2.0",
            ])
    }

    // The point is at (630, 300): the square of 1000 begins 500 to its left, at 130. 2:1 is 750 high, and begins at the top,
    // because 300 − 375 is outside.
    @Test func anAspectKeepsTheFocalPointOrThePositionInView() throws {
        func corner(_ variant: String, focus: FocalPoint?) throws -> PixelPoint? {
            let facts = ImageFacts(type: .jpeg, width: 1500, height: 1000)
            return try plan(variant, focus: focus).pictures(for: facts)[0].request.geometry.layout(for: facts)
                .cropOrigin
        }
        let focus = FocalPoint(x: 0.42, y: 0.3)
        #expect(try corner("{ aspect: 1:1 }", focus: focus) == PixelPoint(x: 130, y: 0))
        #expect(try corner("{ aspect: 2:1 }", focus: focus) == PixelPoint(x: 0, y: 0))
        #expect(try corner("{ aspect: 1:1 }", focus: nil) == PixelPoint(x: 250, y: 0))
        #expect(try corner("{ aspect: 1:1, position: east }", focus: focus) == PixelPoint(x: 500, y: 0))
        // Where the eye goes is only known from the pixels.
        #expect(try corner("{ aspect: 1:1, position: attention }", focus: nil) == nil)
    }

    @Test func aSourcesAspectReplacesThatOfAVariantThatHasOne() throws {
        let read = try manifest("sources: []\nvariants: { a: { aspect: 16:9, width: 80 }, b: { width: 80 } }")
        let aspects = ["a": PixelSize(width: 4, height: 5), "b": PixelSize(width: 4, height: 5)]
        let plan = VariantPlan(variants: read.variants.map { $0.shaped(by: aspects) }, focus: nil)
        let boxes = plan.pictures(for: ImageFacts(type: .png, width: 200, height: 200)).map(
            \.request.geometry)
        #expect(boxes.map(\.height) == [100, nil])
    }

    @Test func everyPictureKnowsTheFocalPoint() throws {
        let focus = FocalPoint(x: 0.42, y: 0.3)
        let pictures = try plan("{ widths: [10, 20] }", focus: focus)
            .pictures(for: ImageFacts(type: .png, width: 100, height: 100))
        #expect(pictures.map(\.request.geometry.focus) == [focus, focus])
        #expect(pictures.map(\.variant) == ["v", "v"])
    }

    @Test func stepsRunInTheOrderThatTheFormatPromises() throws {
        let text = "{ width: 10, radius: 3, blur: 2, process: [flatten: { color: red }, blur: { sigma: 5 }] }"
        let request = try #require(
            try plan(text).pictures(for: ImageFacts(type: .png, width: 100, height: 100)).first?.request)
        #expect(
            request.processors.map(\.identifier) == [
                ImageProcessors.Flatten(color: SRGBColor(red: 255, green: 0, blue: 0, alpha: 255)).identifier,
                ImageProcessors.Blur(sigma: 5).identifier, ImageProcessors.Blur(sigma: 2).identifier,
                ImageProcessors.RoundCorner(radius: .pixels(3)).identifier,
            ])
    }

    @Test func theRadiusKnowsItsCornersAndBackground() throws {
        let text = "{ width: 10, radius: 50%, corners: [top-left, bottom-right], background: white }"
        let request = try #require(
            try plan(text).pictures(for: ImageFacts(type: .png, width: 100, height: 100)).first?.request)
        let white = SRGBColor(red: 255, green: 255, blue: 255, alpha: 255)
        let expected = ImageProcessors.RoundCorner(
            radius: .fraction(0.5), corners: [.topLeft, .bottomRight], background: white)
        #expect(request.processors.map(\.identifier) == [expected.identifier])
        #expect(request.background == white)
        #expect(try plan("{ width: 10, blur: 0 }").variants[0].processors.isEmpty)
    }

    @Test func aTransparentBackgroundIsLeftToTheEnd() throws {
        let text = "{ width: 10, radius: 50%, background: \"#ff000080\" }"
        let request = try #require(
            try plan(text).pictures(for: ImageFacts(type: .png, width: 100, height: 100)).first?.request)
        // In both places, it would be applied twice.
        #expect(
            request.processors.map(\.identifier) == [
                ImageProcessors.RoundCorner(radius: .fraction(0.5)).identifier
            ])
        #expect(request.background == SRGBColor(red: 255, green: 0, blue: 0, alpha: 128))
    }
}
