import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Placeholders as a job makes them.
@Suite struct ImagePlaceholdersTests {
    static let all = Set(PlaceholderKind.allCases)

    func placeholders(
        of data: Data, _ kinds: Set<PlaceholderKind> = all, _ requests: [ImageRequest] = [.one(width: 8)]
    ) async throws -> ImagePlaceholders {
        let job = ImageJob(data: data, requests: requests, placeholders: kinds)
        return try #require(try await InProcessEngine(threads: 1).run(job).placeholders)
    }

    @Test func onlyTheRequestedKindsAreMade() async throws {
        let data = PNGFile(Raster.photo(90, 60)).data
        for kind in PlaceholderKind.allCases {
            #expect(try await placeholders(of: data, [kind]).kinds == [kind])
        }
        #expect(try await placeholders(of: data, [.palette, .thumbhash]).kinds == [.palette, .thumbhash])
        #expect(try await placeholders(of: data).kinds == Self.all)
        let none = ImageJob(data: data, requests: [.one(width: 8)])
        #expect(try await InProcessEngine(threads: 1).run(none).placeholders == nil)
    }

    @Test func placeholdersAreMadeFromTheSmallLevel() async throws {
        // Too small to be resampled.
        let source = Raster.bent(64, 43)
        let made = try await placeholders(of: PNGFile(source).data, Self.all, [.one(width: 64)])
        #expect(made.blurhash == (try BlurHash.of(source.image)))
        #expect(made.thumbhash?.base64EncodedString() == "H/gBDYACADJEQnRVVFVWV/6YqApI")
        #expect(made.averageColor == (try AverageColor.of(source.image)))
        #expect(made.palette == (try Palette.of(source.image)))
    }

    /// Detail as fine as the pixels, mixed in light (IEC 61966-2-1): half of it is 188, two fifths are 170, a fifth is
    /// 124, and three quarters are 225.
    @Test(arguments: [1, 8, 400])
    func fineDetailIsMixedInLight(width: Int) async throws {
        let pictures: [(Raster, [Int])] = [
            (
                Raster(512, 512, bands: 3) { x, y in (x + y) % 2 == 0 ? [0, 0, 0] : [255, 255, 255] },
                [188, 188, 188]
            ),
            (Raster(600, 600, bands: 3) { x, _ in x % 2 == 0 ? [255, 0, 0] : [0, 0, 255] }, [188, 0, 188]),
            (Raster(900, 301, bands: 3) { _, y in y % 4 == 0 ? [0, 255, 0] : [255, 0, 0] }, [225, 137, 0]),
            (
                Raster(1000, 70, bands: 3) { x, _ in
                    x % 5 < 2 ? [255, 255, 255] : x % 5 == 2 ? [0, 0, 255] : [0, 0, 0]
                },
                [170, 170, 203]
            ),
        ]
        for (raster, expected) in pictures {
            let made = try await placeholders(of: PNGFile(raster).data, [.averageColor], [.one(width: width)])
            let color = try #require(made.averageColor)
            for (have, want) in zip([color.red, color.green, color.blue], expected) {
                #expect(abs(Int(have) - want) <= 2, "\(raster.width): \(color)")
            }
        }
    }

    @Test func whatIsFineAndTransparentHasItsMeanToo() async throws {
        // Two thirds of what is seen are white: 1.055 × (2/3)^(1/2.4) - 0.055 = 0.8361, of 255 213.2.
        let raster = Raster(600, 500, bands: 4) { x, _ in
            [[255, 255, 255, 255], [0, 0, 0, 255], [255, 255, 255, 255], [90, 200, 17, 0]][x % 4]
        }
        let color = try #require(
            try await placeholders(of: PNGFile(raster).data, [.averageColor]).averageColor)
        for sample in [color.red, color.green, color.blue] {
            #expect(abs(Int(sample) - 213) <= 2, "\(color)")
        }
    }

    @Test func anAnimationHasThoseOfItsFirstFrame() async throws {
        let gif = GIFFile(
            width: 8, height: 6, palette: [[200, 30, 40], [0, 0, 255]],
            frames: [[UInt8](repeating: 0, count: 48), [UInt8](repeating: 1, count: 48)], delays: [5, 5],
            loop: 0)
        let made = try await placeholders(of: gif.data, Self.all, [.one(.gif, width: 8)])
        let red = SRGBColor(red: 200, green: 30, blue: 40)
        #expect(made.dominantColor == red && made.averageColor == red && made.palette == [red])
        #expect(made.blurhash == (try BlurHash.of(Raster.plain(8, 6, 200, 30, 40).image)))
        #expect(made.thumbhash == (try ThumbHash.of(Raster.plain(8, 6, 200, 30, 40).image)))
    }

    @Test func sixteenBitsGiveTheSameAsEight() async throws {
        let samples: [UInt8] = [255, 0, 17, 80, 160, 200, 3, 90, 40]
        let narrow = PNGFile(width: 3, height: 1, colorType: 2, rows: [samples])
        let wide = PNGFile(
            width: 3, height: 1, depth: 16, colorType: 2, rows: [samples.flatMap { [$0, $0] }])
        #expect(try await placeholders(of: wide.data) == placeholders(of: narrow.data))
    }

    @Test func aTurnedPictureHasThemUpright() async throws {
        let landscape = try Raster.photo(120, 60).image.encoded(as: .jpeg, quality: .lossy(90))
        let turned = jpeg(landscape, exif: ExifBytes.orientation(6))
        let hash = try #require(try await placeholders(of: turned).thumbhash)
        let decoder = try #require(ThumbHashDecoder(hash))
        #expect(!decoder.isLandscape && decoder.countY == 7 && decoder.countX == 4)
        #expect(try await placeholders(of: turned).blurhash?.first == "T")
    }

    @Test(arguments: [(1, 1), (1, 300), (300, 1), (3, 2)])
    func thinAndTinyPicturesHaveAllOfThem(width: Int, height: Int) async throws {
        let color = SRGBColor(red: 200, green: 100, blue: 50)
        let made = try await placeholders(of: PNGFile(.plain(width, height, 200, 100, 50)).data)
        #expect(made.dominantColor == color && made.averageColor == color && made.palette == [color])
        let hash = try #require(made.thumbhash.flatMap { ThumbHashDecoder($0) })
        for (sample, own) in zip([200, 100, 50], hash.raster(1, 1)[0, 0]) {
            #expect(abs(sample - Int(own)) < 8)
        }
        #expect(made.blurhash.flatMap { BlurHashDecoder($0) } != nil)
    }

    @Test func aFullyTransparentPictureHasAllOfThem() async throws {
        let made = try await placeholders(of: PNGFile(.plain(20, 10, 9, 9, 9, 0)).data)
        #expect(made.kinds == Self.all)
        #expect(made.dominantColor == .transparent && made.averageColor == .transparent)
        #expect(made.palette == [])
    }

    @Test func mergingTakesWhatIsMissing() {
        let one = ImagePlaceholders([.dominantColor: .color(.transparent), .blurhash: .text("a")])
        let other = ImagePlaceholders([.palette: .colors([.transparent]), .blurhash: .text("b")])
        let both = one.merging(other)
        #expect(both.kinds == [.dominantColor, .palette, .blurhash])
        #expect(both.dominantColor == .transparent && both.palette == [.transparent] && both.blurhash == "a")
        #expect(both.only([.palette]) == ImagePlaceholders([.palette: .colors([.transparent])]))
    }
}
