import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// A file that speaks of something which is not in it is never published.
@Suite struct ContainerCheckTests {
    private func fault(_ data: Data, _ format: OutputFormat) -> String? {
        do {
            try format.container.check(data)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: ContainerCleanerTests.files)
    func cleanedFilesAreWhole(format: OutputFormat, data: Data) throws {
        for parts: ContainerParts in [[], .colorProfile, .all] {
            let file = try ContainerCleaner.clean(data, format: format, keeping: parts)
            #expect(fault(file, format) == nil)
            // A byte less, or two more.
            #expect(fault(file.dropLast(), format) != nil)
            #expect(fault(file + [0, 0], format) != nil || format == .jxl)
        }
    }

    // MARK: AVIF

    @Test func theBrandOfAGainMapGoesWithTheMap() throws {
        var file = GridFile()
        file.brands += ["tmap"]
        file.other = "tmap"
        #expect(fault(file.data, .avif) == nil)
        let cleaned = try ContainerCleaner.clean(file.data, format: .avif, keeping: [])
        #expect(fault(cleaned, .avif) == nil)
        #expect(cleaned.firstRange(of: Data("tmap".utf8)) == nil)
        // All others stay, in their order.
        #expect(cleaned.dropFirst(16).starts(with: "avifmif1miafMA1A".utf8))
        file.other = nil
        #expect(fault(file.data, .avif)?.contains("brand 'tmap'") == true)
    }

    @Test func aBrandThatIsNotTrueIsFound() {
        for brand in ["MA1B", "avis", "msf1"] {
            var file = GridFile()
            file.brands.append(brand)
            #expect(fault(file.data, .avif)?.contains("brand '\(brand)'") == true)
        }
    }

    /// Changes the bytes after a mark, at a distance from it.
    private static func changed(_ data: Data, after mark: String, at distance: Int, to bytes: [UInt8]) throws
        -> Data
    {
        var data = data
        let start = try #require(data.firstRange(of: Data(mark.utf8))).upperBound + distance
        data.replaceSubrange(start..<start + bytes.count, with: bytes)
        return data
    }

    /// The main item, an item of a reference, a place and its end, a property, and a member of a group.
    @Test(
        arguments: [
            ("pitm", 4, [0, 9]), ("dimg", 4, [0, 9]), ("iloc", 8, [0, 9]), ("iloc", 18, [0, 1, 0, 0]),
            ("ipma", 11, [99]), ("altr", 12, [0, 0, 0, 9]),
        ] as [(String, Int, [UInt8])])
    func aReferenceToNothingIsFoundInAnAVIF(mark: String, distance: Int, bytes: [UInt8]) throws {
        var file = GridFile()
        file.other = "tmap"
        #expect(fault(file.data, .avif) == nil)
        #expect(fault(try Self.changed(file.data, after: mark, at: distance, to: bytes), .avif) != nil)
    }

    @Test func cellsThatDoNotCoverThePictureAreFound() {
        var file = GridFile()
        file.canvas = (130, 8)
        #expect(fault(file.data, .avif)?.contains("cover") == true)
    }

    // MARK: JPEG

    private static func jpeg(_ marker: UInt8, _ payload: String) -> Data {
        let photo = ContainerFixtures.photoJpg
        let bytes = Array(payload.utf8)
        return photo.prefix(2) + Data([0xFF, marker, 0, UInt8(bytes.count + 2)] + bytes) + photo.dropFirst(2)
    }

    @Test(
        arguments: [
            (0xE2, "MPF\0II*\0", "MPF"), (0xE2, "urn:iso:std:iso:ts:21496:-1\0", "gain map"),
            (0xE1, "http://ns.adobe.com/xap/1.0/\0<x hdrgm:Version='1.0'/>", "gain map"),
            (0xE2, "ICC_PROFILE\0\u{2}\u{2}x", "profile"),
        ] as [(UInt8, String, String)])
    func aJPEGThatSpeaksOfMissingPartsIsFound(marker: UInt8, payload: String, word: String) {
        let plain = ContainerFixtures.photoJpg
        #expect(fault(plain, .jpeg) == nil)
        #expect(fault(Self.jpeg(marker, payload), .jpeg)?.contains(word) == true)
    }

    @Test func aScanOfAMissingComponentIsFound() throws {
        let file = ContainerFixtures.photoJpg
        let scan = try #require(file.firstRange(of: Data([0xFF, 0xDA]))).upperBound
        var other = file
        other[scan + 3] = 99
        #expect(fault(other, .jpeg)?.contains("component") == true)
    }

    // MARK: PNG

    @Test func aWrongChecksumIsFoundInAPNG() throws {
        var file = ContainerFixtures.alphaPng
        let pixels = try #require(file.firstRange(of: Data("IDAT".utf8))).upperBound
        file[pixels + 4] ^= 1
        #expect(fault(file, .png)?.contains("checksum of IDAT") == true)
    }

    @Test func framesOfAPNGAreCounted() throws {
        let header = PNGFile.chunk("acTL", PNGFile.big(2, 4) + PNGFile.big(0, 4))
        var file = ContainerFixtures.alphaPng
        let pixels = try #require(file.firstRange(of: Data("IDAT".utf8))).lowerBound - 4
        file.insert(contentsOf: header, at: pixels)
        #expect(fault(file, .png)?.contains("frames") == true)
    }

    @Test func thePaletteOfAPNGIsNeeded() throws {
        var file = ContainerFixtures.palettePng
        let palette = try #require(file.firstRange(of: Data("PLTE".utf8)))
        let length = file[palette.lowerBound - 4..<palette.lowerBound].reduce(0) { $0 << 8 | Int($1) }
        file.removeSubrange(palette.lowerBound - 4..<palette.upperBound + length + 4)
        #expect(fault(file, .png)?.contains("palette") == true)
    }

    // MARK: WebP

    @Test func flagsOfAWebPAnnounceItsParts() throws {
        for file in [ContainerFixtures.alphaWebp, ContainerFixtures.animatedWebp] {
            let flags = try #require(file.firstRange(of: Data("VP8X".utf8))).upperBound + 4
            let cleaned = try ContainerCleaner.clean(file, format: .webp, keeping: [])
            #expect(fault(cleaned, .webp) == nil)
            guard let place = cleaned.firstRange(of: Data("VP8X".utf8)) else { continue }
            // Profile, XMP, EXIF, animation.
            for flag: UInt8 in [0x20, 0x04, 0x08, 0x02] {
                var other = cleaned
                other[place.upperBound + 4] ^= flag
                #expect(fault(other, .webp) != nil, "\(flag)")
            }
            #expect(flags > 0)
        }
    }

    @Test func framesOfAWebPAreWithinIt() throws {
        var file = try ContainerCleaner.clean(ContainerFixtures.animatedWebp, format: .webp, keeping: [])
        let frame = try #require(file.firstRange(of: Data("ANMF".utf8))).upperBound + 4
        file[frame + 2] = 1
        #expect(fault(file, .webp)?.contains("outside") == true)
    }

    // MARK: JPEG XL

    @Test func partsOfAJPEGXLAreNumbered() {
        let start =
            GridFile.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
            + GridFile.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
        func file(_ parts: [(Int, [UInt8])]) -> Data {
            Data(start + parts.flatMap { GridFile.box("jxlp", GridFile.big($0.0, 4) + $0.1) })
        }
        let last = 1 << 31
        #expect(fault(file([(0, [0xFF, 0x0A, 1]), (1 | last, [2])]), .jxl) == nil)
        #expect(fault(file([(0, [0xFF, 0x0A, 1]), (1, [2])]), .jxl) != nil)
        #expect(fault(file([(1, [0xFF, 0x0A, 1]), (0 | last, [2])]), .jxl) != nil)
        #expect(fault(file([(0, [0xFF, 0x0A, 1]), (2 | last, [2])]), .jxl) != nil)
        #expect(fault(file([(0 | last, [1, 2, 3])]), .jxl) != nil)
        #expect(fault(Data(start), .jxl) != nil)
    }
}
