import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct BlurHashTests {
    // `blurhash` 1.1.5 for Python, by make-placeholder-vectors.py.
    static let slopes: [(width: Int, height: Int, x: Int, y: Int, hash: String)] = [
        (64, 43, 4, 3, "L$HVC.2X$2Sdl_atjsf9gYfkfVfg"),
        (43, 64, 3, 4, "T$HeqG2o$6hravjrgWfffTi^b2jv"),
        (60, 60, 4, 4, "U$HV9t2V$6Sghravjqf6gXfefUfki_b1jxfO"),
        (
            60, 60, 9, 9,
            "|$HV9t2V$6Sgo1bHa|j[a|hravjqf6fOf7fPf6fPgXfefUfkfRfkfQfkfQi_b1jxfOfRfPfRfPfRf#fSfMfNfRfPfRfPfQjYa}"
                + "jrfTfSfQfRfQfRf8fRfSfSfNfPfPfPfPj?a_jtfOfOfTfRfRfQf8fQfSfQfTfRfOfQfP"
        ),
        (60, 60, 1, 1, "00HV9t"),
    ]

    @Test(arguments: slopes)
    func slopesHaveTheHashOfAnotherImplementation(
        width: Int, height: Int, x: Int, y: Int, hash: String
    ) throws {
        #expect(try BlurHash.of(Raster.slopes(width, height).image, components: .init(x: x, y: y)) == hash)
    }

    // The same program looks at all of the pixels, a job at 64 of them on the longer side.
    @Test func aLargePictureHasTheHashOfItsOwnSize() async throws {
        func hash(_ raster: Raster) async throws -> String? {
            let job = ImageJob(
                data: PNGFile(raster).data, requests: [.one(width: 8)], placeholders: [.blurhash])
            return try await InProcessEngine(threads: 1).run(job).placeholders?.blurhash
        }
        #expect(try await hash(.plain(640, 480, 200, 100, 50)) == "L0M|T9$ifQ$i-9fQfQfQfQfQfQfQ")
        let slopes = Raster(640, 480, bands: 3) { x, y in
            [UInt8(x * 255 / 639), UInt8(y * 255 / 479), UInt8((x + y) * 255 / 1118)]
        }
        #expect(try await hash(slopes) == "L%HV9l27$8SKhifTfPfRgefPfQfQ")
    }

    @Test func greyHasTheHashOfAnotherImplementation() throws {
        #expect(try BlurHash.of(Raster.gray.image) == "L9F$Y700009F00D%Rjj[00Rjxu%M")
    }

    @Test func whatIsTransparentTakesTheMeanOfWhatCanBeSeen() throws {
        // The script lays the pixels over their mean before it hands them on.
        #expect(try BlurHash.of(Raster.glass.image) == "LHK-F27N{{S~u]%EK4oLYcm;WEn%")
    }

    @Test func aPictureOfFewPixelsIsHashedAsIfItWereLarger() throws {
        #expect(try BlurHash.of(Raster.corners.image) == "U~Lqe9l}eqpYoU[qsBJ%fNsTjta{ojJAazso")
        #expect(
            try BlurHash.of(Raster.plain(1, 1, 200, 100, 50).image) == "U5M|T9}XfQ}X}XoKfQoKfQfQfQfQ}XoKfQoK")
    }

    // 1.1547 is the square root of 4:3.
    @Test(arguments: [
        (640, 480, 4, 3), (480, 640, 3, 4), (100, 100, 4, 4), (115, 100, 4, 4), (116, 100, 4, 3),
        (100, 115, 4, 4), (100, 116, 3, 4), (1, 1, 4, 4), (1, 900, 3, 4), (900, 1, 4, 3),
    ])
    func componentsFollowTheProportions(width: Int, height: Int, x: Int, y: Int) {
        let components = BlurHash.Components(for: PixelSize(width: width, height: height))
        #expect(components == BlurHash.Components(x: x, y: y))
    }

    @Test func componentsOutsideTheFormatAreBroughtInside() {
        #expect(BlurHash.Components(x: 0, y: 10) == BlurHash.Components(x: 1, y: 9))
    }

    @Test func theDecoderOfTheseTestsAgreesWithAnotherOne() throws {
        // `blurhash.decode` of 1.1.5 for Python. It may round another way: 1 of 255.
        let expected: [UInt8] = [
            170, 134, 82, 176, 133, 84, 169, 125, 61, 176, 131, 76,
            193, 144, 97, 185, 126, 70, 200, 127, 71, 204, 136, 86,
            195, 137, 86, 200, 121, 50, 216, 128, 57, 208, 139, 86,
        ]
        let decoder = try #require(BlurHashDecoder("UBMOZfK1GG%LBBNG,;Rj2skq=eE1s9n4S5Na"))
        let decoded = decoder.raster(4, 3)
        #expect(zip(decoded.bytes, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    // Twelve or sixteen waves cannot show more than slopes, so the means of quarters are compared.
    @Test(arguments: [(64, 48), (48, 64), (56, 56)])
    func whatIsUnpackedHasTheColoursOfThePicture(width: Int, height: Int) throws {
        let source = Raster.photo(width, height)
        let decoder = try #require(BlurHashDecoder(try BlurHash.of(source.image)))
        let decoded = decoder.raster(width, height)
        for (x, y) in [(0, 0), (width - 24, 0), (0, height - 24), (width - 24, height - 24)] {
            for (one, other) in zip(source.mean(x, y, side: 24), decoded.mean(x, y, side: 24)) {
                #expect(abs(one - other) < 12)
            }
        }
    }

    @Test(arguments: [(1, 1), (1, 40), (40, 1), (2, 3), (64, 64)])
    func oneColourComesBackWhateverTheSize(width: Int, height: Int) throws {
        let hash = try BlurHash.of(Raster.plain(width, height, 200, 100, 50).image)
        let decoded = try #require(BlurHashDecoder(hash)).raster(32, 32)
        // The format samples its waves at the start of a pixel: a flat colour gets lighter towards a corner.
        for (mean, sample) in zip(decoded.mean(0, 0, side: 32), [200.0, 100, 50]) {
            #expect(abs(mean - sample) < 6)
        }
        for (mean, sample) in zip(decoded.mean(16, 16, side: 16), [200.0, 100, 50]) {
            #expect(abs(mean - sample) < 12)
        }
    }

    @Test func greyStaysGrey() throws {
        let decoded = try #require(BlurHashDecoder(try BlurHash.of(Raster.gray.image))).raster(12, 9)
        for y in 0..<9 { for x in 0..<12 { #expect(Set(decoded[x, y]).count == 1) } }
    }

    @Test func aFullyTransparentPictureIsWhite() throws {
        let hash = try BlurHash.of(Raster.plain(20, 10, 0, 0, 0, 0).image)
        let decoded = try #require(BlurHashDecoder(hash)).raster(16, 8)
        #expect(decoded.bytes.allSatisfy { $0 > 225 })
    }

    @Test func whatLiesBelowTransparencyChangesNothing() throws {
        func picture(_ hidden: [UInt8]) throws -> PixelImage {
            try Raster(40, 30, bands: 4) { x, y in
                x < 20 ? [UInt8(x * 9), UInt8(y * 8), 60, 255] : hidden + [0]
            }.image
        }
        #expect(try BlurHash.of(picture([255, 255, 0])) == BlurHash.of(picture([0, 0, 0])))
    }
}
