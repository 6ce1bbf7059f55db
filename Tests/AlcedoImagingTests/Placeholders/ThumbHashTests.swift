import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct ThumbHashTests {
    // `thumbhash-python` 1.0.1, by make-placeholder-vectors.py.
    static let pictures: [(picture: Raster, hash: String)] = [
        (.bent(64, 43), "H/gBDYACADJEQnRVVFVWV/6YqApI"),
        (.bent(43, 64), "HvgBFQABIUZURkRmVVVmdu+pt30J"),
        (.bent(60, 60), "H/gBDwARABNFQ2VURHVFNUZn5p+Jy0oA"),
        (.bent(100, 40), "H/gBC4AiABFUJVRV35i3KAY="),
        (.gray, "GwgGBYAgM1RQdphhmDmYhAAAAAAA"),
        (.glass, "KBiCFIYlwofQhl13CD280I8CdweKeHiHBw=="),
        (
            Raster(33, 64, bands: 4) { x, y in Raster.bent(33, 64)[x, y] + [UInt8(255 - x * y / 9)] },
            "XviBEwAcATVEY1X/udhnC394T3eHiHc="
        ),
        (.plain(20, 30, 1, 2, 9, 0), "AAiCAwAAAAAAAAAAAAAAAAAAAAAAAAA="),
    ]

    @Test(arguments: pictures.indices)
    func picturesHaveTheHashOfAnotherImplementation(index: Int) throws {
        let (picture, hash) = Self.pictures[index]
        let own = try ThumbHash.of(picture.image).base64EncodedString()
        #expect(own == hash)
    }

    @Test func aPictureOfFewPixelsIsHashedAsIfItWereLarger() throws {
        let large = Raster(32, 32, bands: 3) { x, y in Raster.corners[x / 16, y / 16] }
        #expect(try ThumbHash.of(Raster.corners.image) == ThumbHash.of(large.image))
    }

    @Test func theDecoderOfTheseTestsAgreesWithAnotherOne() throws {
        // `thumbhash.decode.thumbhash_to_rgba` of thumbhash-python 1.0.1, at a base size of 4.
        let opaque: [UInt8] = [
            110, 140, 202, 255, 107, 135, 191, 255, 131, 150, 193, 255, 141, 152, 181, 255,
            84, 92, 97, 255, 82, 88, 92, 255, 138, 140, 137, 255, 170, 165, 153, 255,
            96, 85, 42, 255, 77, 66, 28, 255, 88, 75, 37, 255, 97, 80, 37, 255,
        ]
        let alpha: [UInt8] = [
            219, 87, 73, 21, 134, 112, 128, 132, 140, 166, 136, 172, 199, 186, 59, 49,
            218, 84, 76, 222, 129, 103, 124, 255, 140, 162, 135, 255, 222, 203, 79, 212,
            234, 57, 48, 212, 142, 71, 90, 255, 144, 118, 88, 255, 229, 161, 33, 220,
            255, 45, 30, 66, 199, 67, 80, 202, 195, 107, 69, 205, 255, 140, 4, 71,
        ]
        for (hash, height, expected) in [
            ("3PcNNYSFeXh/d3eld0iHZoZgVwh2", 3, opaque), ("YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==", 4, alpha),
        ] {
            let bytes = try #require(Data(base64Encoded: hash))
            let decoded = try #require(ThumbHashDecoder(bytes, boost: 1.25)).raster(4, height)
            #expect(zip(decoded.bytes, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
    }

    // Of each quarter, the resolution of a hash.
    @Test(arguments: [(64, 48), (48, 64), (56, 56)])
    func whatIsUnpackedHasTheColoursOfThePicture(width: Int, height: Int) throws {
        let source = Raster.photo(width, height)
        let decoder = try #require(ThumbHashDecoder(try ThumbHash.of(source.image)))
        #expect(!decoder.hasAlpha)
        let decoded = decoder.raster(width, height)
        for (x, y) in [(0, 0), (width - 24, 0), (0, height - 24), (width - 24, height - 24)] {
            for (one, other) in zip(source.mean(x, y, side: 24), decoded.mean(x, y, side: 24)) {
                #expect(abs(one - other) < 14)
            }
        }
    }

    @Test func alphaComesBack() throws {
        // Opaque on the left, transparent on the right, with invisible colours below.
        let source = Raster(64, 48, bands: 4) { x, _ in x < 32 ? [30, 160, 90, 255] : [255, 0, 255, 0] }
        let decoder = try #require(ThumbHashDecoder(try ThumbHash.of(source.image)))
        #expect(decoder.hasAlpha)
        let decoded = decoder.raster(64, 48)
        let left = decoded.mean(4, 12, side: 20)
        #expect(left[3] > 235)
        #expect(decoded.mean(40, 12, side: 20)[3] < 20)
        // 6 bits for each mean: half a step is 2 in lightness and 4 in the others.
        for (mean, sample) in zip(left, [30.0, 160, 90]) { #expect(abs(mean - sample) < 8) }
    }

    @Test(arguments: [(1, 1), (1, 40), (40, 1), (2, 3), (64, 64)])
    func oneColourComesBackWhateverTheSize(width: Int, height: Int) throws {
        let hash = try ThumbHash.of(Raster.plain(width, height, 200, 100, 50).image)
        let decoder = try #require(ThumbHashDecoder(hash))
        #expect(decoder.isLandscape == (width > height))
        #expect((decoder.countX > decoder.countY) == (width > height))
        let decoded = decoder.raster(8, 8)
        for y in 0..<8 {
            for x in 0..<8 {
                for (sample, own) in zip([200, 100, 50], decoded[x, y]) {
                    #expect(abs(sample - Int(own)) < 8)
                }
            }
        }
    }

    @Test func aFullyTransparentPictureIsTransparent() throws {
        let hash = try ThumbHash.of(Raster.plain(20, 30, 1, 2, 9, 0).image)
        let decoded = try #require(ThumbHashDecoder(hash)).raster(6, 9)
        for y in 0..<9 { for x in 0..<6 { #expect(decoded[x, y][3] == 0) } }
    }

    @Test func everyHashIsShort() throws {
        for picture in Self.pictures {
            #expect(try (14...30).contains(ThumbHash.of(picture.picture.image).count))
        }
    }
}
