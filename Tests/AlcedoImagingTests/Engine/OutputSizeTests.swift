import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Sizes of hundreds of random pictures, against the manual's rules written down a second time.
@Suite struct OutputSizeTests {
    /// Rounded half up, at least 1.
    static func whole(_ value: Double) -> Int { max(1, Int((value + 0.5).rounded(.down))) }

    /// The size that `docs/manifest.md` promises: "Nothing is enlarged", "a box that a picture is too small for shrinks
    /// and keeps its proportions".
    static func promised(_ geometry: ResizeGeometry, _ size: PixelSize) -> (width: Int, height: Int) {
        let (width, height) = (Double(size.width), Double(size.height))
        func scaled(_ factor: Double, exact: (Int?, Int?) = (nil, nil)) -> (Int, Int) {
            (exact.0 ?? whole(width * factor), exact.1 ?? whole(height * factor))
        }
        switch (geometry.width, geometry.height) {
        case (nil, nil): return (size.width, size.height)
        case (let wanted?, nil):
            if wanted >= size.width, !geometry.enlarge { return (size.width, size.height) }
            return (wanted, whole(height * Double(wanted) / width))
        case (nil, let wanted?):
            if wanted >= size.height, !geometry.enlarge { return (size.width, size.height) }
            return (whole(width * Double(wanted) / height), wanted)
        case (let across?, let down?):
            let (w, h) = (Double(across), Double(down))
            // The factor by which the box shrinks if the picture is too small for it.
            func box(_ numerator: Double, _ denominator: Double) -> (Int, Int) {
                (whole(w * numerator / denominator), whole(h * numerator / denominator))
            }
            let isWider = w * height > h * width
            let isLarger = w > width || h > height
            switch geometry.fit {
            case .fill, .cover:
                if geometry.enlarge || !isLarger { return (across, down) }
                return isWider ? box(width, w) : box(height, h)
            case .contain:
                // Only if the picture would be enlarged: it has room on both sides.
                if geometry.enlarge || !(w > width && h > height) { return (across, down) }
                return isWider ? box(height, h) : box(width, w)
            case .inside, .outside:
                let byHeight = (geometry.fit == .inside) == isWider
                let factor = byHeight ? h / height : w / width
                if factor > 1, !geometry.enlarge { return (size.width, size.height) }
                return byHeight ? (whole(width * h / height), down) : (across, whole(height * w / width))
            }
        }
    }

    static func geometry(most: Int, using generator: inout SeededGenerator) -> ResizeGeometry {
        func side() -> Int? {
            Int.random(in: 0..<5, using: &generator) == 0 ? nil : Int.random(in: 1...most, using: &generator)
        }
        return ResizeGeometry(
            width: side(), height: side(), fit: ImageFit.allCases.randomElement(using: &generator) ?? .cover,
            position: CropPosition.allCases.randomElement(using: &generator) ?? .center,
            focus: Bool.random(using: &generator)
                ? FocalPoint(
                    x: .random(in: 0...1, using: &generator), y: .random(in: 0...1, using: &generator)) : nil,
            enlarge: Bool.random(using: &generator))
    }

    @Test func layoutsHaveThePromisedSizeAndStayWithinThePicture() {
        var generator = SeededGenerator(seed: 301)
        for round in 0..<3000 {
            // Equal sides and proportions are frequent, because rules meet there.
            let most = [6, 40, 700, 9000][round % 4]
            let size = PixelSize(
                width: .random(in: 1...most, using: &generator),
                height: .random(in: 1...most, using: &generator))
            let geometry = Self.geometry(most: most * 3 / 2, using: &generator)
            let layout = geometry.layout(for: size)
            let wanted = Self.promised(geometry, size)
            #expect(
                (layout.canvas.width, layout.canvas.height) == wanted, "\(size) \(geometry)")
            if !geometry.enlarge {
                #expect(layout.scaled.width <= size.width && layout.scaled.height <= size.height)
            }
            #expect(layout.kept.width <= layout.scaled.width && layout.kept.height <= layout.scaled.height)
            if let origin = layout.cropOrigin {
                #expect(origin.x >= 0 && origin.x + layout.kept.width <= layout.scaled.width)
                #expect(origin.y >= 0 && origin.y + layout.kept.height <= layout.scaled.height)
            } else {
                #expect(!geometry.position.isCompassPoint && geometry.focus == nil)
            }
            let place = layout.canvasOrigin
            #expect(place.x >= 0 && place.x + layout.kept.width <= layout.canvas.width)
            #expect(place.y >= 0 && place.y + layout.kept.height <= layout.canvas.height)
        }
    }

    @Test(arguments: 0..<30)
    func filesHaveThePromisedSizeAndAnOpaquePictureStaysOpaque(round: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(round) + 77)
        let size = PixelSize(
            width: .random(in: 1...90, using: &generator), height: .random(in: 1...90, using: &generator))
        let bands = [1, 3, 4][round % 3]
        let source = Raster(size.width, size.height, bands: bands) { x, y in
            [UInt8(x * 2), UInt8(y * 2), 90].suffix(bands == 1 ? 1 : 3) + (bands == 4 ? [255] : [])
        }
        let requests = (0..<10).map { _ in
            var request = ImageRequest.one(.png)
            request.geometry = Self.geometry(most: 120, using: &generator)
            return request
        }
        let outputs = try await makeAll(requests, from: PNGFile(source).data)
        for (index, request) in requests.enumerated() {
            let output = try #require(outputs[ImageJob.OutputID(request: index, format: .png)])
            let wanted = Self.promised(request.geometry, size)
            #expect((output.width, output.height) == wanted, "\(size) \(request.geometry)")
            let raster = try Raster(decoding: output.data)
            #expect((raster.width, raster.height) == wanted)
            let layout = request.geometry.layout(for: size)
            if raster.bands % 2 == 0 {
                // Only what is padded has alpha, and the picture's own pixels are opaque there, too.
                #expect(layout.isPadded, "\(size) \(request.geometry)")
                let place = layout.canvasOrigin
                var opaque = 0
                for index in 0..<raster.width * raster.height {
                    let alpha = raster.bytes[(index + 1) * raster.bands - 1]
                    let (x, y) = (index % raster.width - place.x, index / raster.width - place.y)
                    let isInside =
                        (0..<layout.kept.width).contains(x) && (0..<layout.kept.height).contains(y)
                    if alpha != (isInside ? 255 : 0) { Issue.record("\(x), \(y): \(alpha)") }
                    opaque += isInside ? 1 : 0
                }
                #expect(opaque == layout.kept.width * layout.kept.height)
            } else {
                #expect(!layout.isPadded)
            }
        }
    }

    @Test(arguments: 0..<8)
    func whatElseIsMadeChangesNoSizeAndHardlyAPixel(round: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(round) + 5)
        let size = PixelSize(
            width: .random(in: 60...240, using: &generator), height: .random(in: 60...240, using: &generator))
        let source = PNGFile(Raster.photo(size.width, size.height)).data
        let requests = (0..<5).map { _ in
            var request = ImageRequest.one(.png)
            request.geometry = Self.geometry(most: 260, using: &generator)
            // Where a crop lies may hang on a rounding, which moves it by a pixel.
            request.geometry.position = .center
            return request
        }
        let together = try await makeAll(requests, from: source)
        for (index, request) in requests.enumerated() {
            let alone = try await pixels(request, from: source)
            let beside = try Raster(
                decoding: try #require(together[ImageJob.OutputID(request: index, format: .png)]).data)
            #expect((alone.width, alone.height) == (beside.width, beside.height))
            // Made from a level twice as large instead of from the original: 40 dB is a mean of 2 of 255.
            #expect(alone.psnr(beside) > 40, "\(size) \(request.geometry): \(alone.psnr(beside))")
        }
    }
}
