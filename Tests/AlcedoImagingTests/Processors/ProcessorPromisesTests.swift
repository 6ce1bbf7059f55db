import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Predictions of processors compared with their results: hundreds of random steps and chains on random pictures.
@Suite struct ProcessorPromisesTests {
    static func color(_ generator: inout SeededGenerator) -> SRGBColor {
        func sample() -> UInt8 { .random(in: 0...255, using: &generator) }
        let alpha: UInt8 = Bool.random(using: &generator) ? 255 : sample()
        return SRGBColor(red: sample(), green: sample(), blue: sample(), alpha: alpha)
    }

    /// A random step of every kind but `trim`, whose size only the pixels tell.
    static func step(_ kind: Int, _ generator: inout SeededGenerator) -> any ImageProcessor {
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
        func side() -> Int? {
            Bool.random(using: &generator) ? Int.random(in: 1...70, using: &generator) : nil
        }
        func length() -> ImageLength? {
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: nil
            case 1: .pixels(number(0.2...60))
            default: .fraction(number(0...1.2))
            }
        }
        func radius() -> ImageLength {
            Bool.random(using: &generator) ? .pixels(number(0...30)) : .fraction(number(0...0.7))
        }
        func point() -> FocalPoint { FocalPoint(x: number(-0.5...1.5), y: number(-0.5...1.5)) }
        func background() -> SRGBColor? { Bool.random(using: &generator) ? color(&generator) : nil }
        func corners() -> ImageCorners { ImageCorners(rawValue: .random(in: 0...15, using: &generator)) }
        func chosen<T>(_ values: [T]) -> T { values[.random(in: 0..<values.count, using: &generator)] }
        switch kind {
        case 0:
            return .resize(
                width: side(), height: side(), fit: chosen(ImageFit.allCases),
                position: chosen(CropPosition.allCases), enlarge: chosen([false, true]))
        case 1: return .crop(width: length(), height: length(), anchor: point())
        case 2: return .circle(anchor: point(), background: background())
        case 3:
            return .rotate(
                angle: chosen([number(-400...400), 90, 180, 270, -90, 0, 45]), background: background())
        case 4: return .flip(chosen(ImageProcessors.Flip.Axis.allCases))
        case 5: return .roundCorner(radius: radius(), corners: corners(), background: background())
        case 6:
            return .border(
                width: number(0...12), color: color(&generator), radius: radius(), corners: corners())
        case 7: return .blur(sigma: number(0...6))
        case 8: return .sharpen(sigma: number(0...3), amount: number(0...2), threshold: number(0...20))
        case 9: return .tint(color(&generator))
        case 10: return .overlay(color(&generator), fraction: number(0...1))
        case 11:
            return .colorControls(
                brightness: number(-1...1), contrast: number(0...3), saturation: number(0...3),
                exposure: number(-2...2))
        case 12: return .blackWhite
        case 13: return .sepia(amount: number(0...1))
        case 14: return .duotone(shadows: color(&generator), highlights: color(&generator))
        case 15: return .flatten(color(&generator))
        case 16:
            return .blend(
                color(&generator), mode: chosen(ImageProcessors.BlendMode.allCases), opacity: number(0...1))
        default:
            let mark = Raster.noise(7, 5, bands: 4, seed: generator.next())
            return .blend(
                PNGFile(mark).data,
                at: .init(
                    anchor: point(), margin: number(0...5), width: length(), tiles: chosen([false, true])),
                mode: chosen(ImageProcessors.BlendMode.allCases), opacity: number(0...1))
        }
    }

    static let kinds = 18

    static func picture(_ generator: inout SeededGenerator) -> Raster {
        .noise(
            .random(in: 1...48, using: &generator), .random(in: 1...48, using: &generator),
            bands: .random(in: 1...4, using: &generator), seed: generator.next())
    }

    static func alphas(_ image: PixelImage) throws -> [UInt8]? {
        guard image.hasAlpha else { return nil }
        let bytes = Array(try image.pixels())
        return stride(from: image.bands - 1, to: bytes.count, by: image.bands).map { bytes[$0] }
    }

    static func check(_ processor: any ImageProcessor, on source: Raster, density: Double) throws {
        let name = "\(source.width)x\(source.height) at \(density): \(processor.identifier)"
        let facts = ImageFacts(type: .png, width: source.width, height: source.height)
        let context = ImageProcessingContext(source: facts, density: density)
        let image = try source.image
        let made = try processor.process(image, context: context).rendered()
        let said = processor.size(of: image.size, density: density)
        #expect(made.size == said, Comment(rawValue: name))
        #expect(made.frames == 1)
        let isOpaque = try alphas(made)?.allSatisfy { $0 == 255 } ?? true
        if source.bands % 2 == 1, !processor.mayAddTransparency {
            #expect(isOpaque, Comment(rawValue: name))
        }
        if processor.removesTransparency { #expect(isOpaque, Comment(rawValue: name)) }
    }

    @Test(arguments: 0..<kinds)
    func aStepGivesTheSizeAndTheTransparencyThatItSays(kind: Int) throws {
        var generator = SeededGenerator(seed: UInt64(kind) + 900)
        for _ in 0..<30 {
            let source = Self.picture(&generator)
            let processor = Self.step(kind, &generator)
            try Self.check(
                processor, on: source, density: [1, 1.5, 2, 3].randomElement(using: &generator) ?? 1)
        }
    }

    @Test(arguments: 0..<6)
    func aChainGivesTheSizeAndTheTransparencyThatItsStepsSay(round: Int) throws {
        var generator = SeededGenerator(seed: UInt64(round) + 4000)
        for _ in 0..<20 {
            let source = Self.picture(&generator)
            let steps = (0..<Int.random(in: 2...4, using: &generator)).map { _ in
                Self.step(.random(in: 0..<Self.kinds, using: &generator), &generator)
            }
            let chain = steps.dropFirst().reduce(steps[0]) { $0 |> $1 }
            try Self.check(chain, on: source, density: 1)
        }
    }

    @Test func sizesAreThoseWorkedOutByHand() {
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<300 {
            let (width, height) = (
                Int.random(in: 1...900, using: &generator), Int.random(in: 1...900, using: &generator)
            )
            let size = PixelSize(width: width, height: height)
            let density: Double = [1, 1.5, 2].randomElement(using: &generator) ?? 1
            func wanted(_ processor: any ImageProcessor, _ across: Double, _ down: Double) {
                let made = processor.size(of: size, density: density)
                let want = [across, down].map { max(1, Int(($0 + 0.5).rounded(.down))) }
                let name = "\(size) \(processor.identifier)"
                #expect([made.width, made.height] == want, Comment(rawValue: name))
            }
            let (short, long) = (Double(min(width, height)), Double(width))
            wanted(.circle(), short, short)
            let part = Double.random(in: 1...1000, using: &generator)
            wanted(.crop(width: .pixels(part)), min(long, part * density), Double(height))
            wanted(
                .crop(width: .pixels(part), height: .fraction(0.25)), min(long, part * density),
                Double(height) / 4)
            let angle = Double.random(in: 1...89, using: &generator) * .pi / 180
            wanted(
                .rotate(angle: angle * 180 / .pi), long * cos(angle) + Double(height) * sin(angle),
                long * sin(angle) + Double(height) * cos(angle))
            wanted(.rotate(angle: 270), Double(height), long)
        }
    }

    @Test(arguments: 0..<kinds)
    func everyFrameOfAnAnimationIsMadeAsIfItWereAlone(kind: Int) throws {
        var generator = SeededGenerator(seed: UInt64(kind) + 60)
        for _ in 0..<4 {
            let rasters = (0..<3).map { Raster.noise(20, 14, bands: 4, seed: UInt64($0) + 8) }
            let animation = try PixelImage.animation(
                frames: rasters.map { try $0.image }, delays: [50, 60, 70])
            var processor = Self.step(kind, &generator)
            // Where attention falls is decided by the first frame for all of them.
            if kind == 0 { processor = .resize(width: 9, height: 11, fit: .cover, position: .east) }
            let context = ImageProcessingContext(
                source: ImageFacts(type: .gif, width: 20, height: 14, frames: 3, hasAlpha: true))
            let name = Comment(rawValue: processor.identifier)
            let made = try processor.process(animation, context: context).rendered()
            try #require(made.frames == 3, name)
            for (index, raster) in rasters.enumerated() {
                let alone = try processor.process(raster.image, context: context).rendered()
                let frame = try made.frame(index).rendered()
                let (have, want) = (try frame.pixels(), try alone.pixels())
                #expect(have == want, name)
            }
        }
    }
}
