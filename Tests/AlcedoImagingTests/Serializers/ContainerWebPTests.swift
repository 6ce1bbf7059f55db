import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct ContainerWebPTests {
    private func clean(_ data: Data, _ parts: ContainerParts = []) throws -> ContainerListing {
        .webP(try ContainerCleaner.clean(data, format: .webp, keeping: parts))
    }

    @Test func aPlaceholderIsReducedToTheSimpleFormat() throws {
        let before = ContainerListing.webP(ContainerFixtures.placeholderWebp)
        #expect(before.names == ["VP8X", "VP8 ", "EXIF"])
        let data = try ContainerCleaner.clean(ContainerFixtures.placeholderWebp, format: .webp, keeping: [])
        let after = ContainerListing.webP(data)
        #expect(after.names == ["VP8 "])
        #expect(after.content("VP8 ") == before.content("VP8 "))
        // RIFF header 12, chunk header 8, and the picture.
        let picture = before.content("VP8 ")?.count ?? 0
        #expect(data.count == 20 + picture + picture % 2)
    }

    @Test func losslessTransparencyNeedsNoExtendedFormat() throws {
        let before = ContainerListing.webP(ContainerFixtures.losslessWebp)
        let after = try clean(ContainerFixtures.losslessWebp)
        #expect(after.names == ["VP8L"])
        #expect(after.content("VP8L") == before.content("VP8L"))
    }

    @Test func lossyTransparencyKeepsItsPlaneAndTheFlag() throws {
        let before = ContainerListing.webP(ContainerFixtures.alphaWebp)
        let after = try clean(ContainerFixtures.alphaWebp)
        #expect(after.names == ["VP8X", "ALPH", "VP8 "])
        // Flags: alpha only. Canvas: 16 - 1 and 11 - 1.
        #expect(after.content("VP8X") == [0x10, 0, 0, 0, 15, 0, 0, 10, 0, 0])
        #expect(after.content("ALPH") == before.content("ALPH"))
    }

    @Test func anAnimationKeepsItsFrames() throws {
        let before = ContainerListing.webP(ContainerFixtures.animatedWebp)
        let after = try clean(ContainerFixtures.animatedWebp)
        #expect(after.names == ["VP8X", "ANIM", "ANMF", "ANMF"])
        #expect(after.content("VP8X").map { $0[0] & 0x02 } == 0x02)
        #expect(after.content("VP8X").map { $0[0] & 0x2C } == 0)
        #expect(after.content("ANMF") == before.content("ANMF"))
    }

    @Test(arguments: [
        (ContainerParts.colorProfile, ["VP8X", "ICCP", "VP8 "], 0x20 as UInt8),
        (.exif, ["VP8X", "VP8 ", "EXIF"], 0x08), (.xmp, ["VP8X", "VP8 ", "XMP "], 0x04),
        (.all, ["VP8X", "ICCP", "VP8 ", "EXIF", "XMP "], 0x2C),
    ])
    func requestedPartsAreKept(parts: ContainerParts, names: [String], flags: UInt8) throws {
        let after = try clean(ContainerFixtures.opaqueWebp, parts)
        #expect(after.names == names)
        #expect(after.content("VP8X") == [flags, 0, 0, 0, 15, 0, 0, 10, 0, 0])
    }

    @Test func positionsAreGone() throws {
        let data = try ContainerCleaner.clean(
            ContainerFixtures.opaqueWebp, format: .webp, keeping: .colorProfile)
        #expect(data.range(of: Data("Ada".utf8)) == nil)
        #expect(data.range(of: Data("Title".utf8)) == nil)
    }

    @Test func aSimpleFileIsExtendedForEXIF() throws {
        let simple = try ContainerCleaner.clean(ContainerFixtures.losslessWebp, format: .webp, keeping: [])
        let block = Data("Exif\0\0".utf8) + [0x4D, 0x4D, 0, 0x2A, 0, 0, 0]
        let listing = ContainerListing.webP(
            try ContainerCleaner.inserting(exif: block, into: simple, format: .webp))
        #expect(listing.names == ["VP8X", "VP8L", "EXIF"])
        // EXIF and, from the VP8L header, alpha.
        #expect(listing.content("VP8X") == [0x18, 0, 0, 0, 15, 0, 0, 10, 0, 0])
        #expect(listing.content("EXIF") == [0x4D, 0x4D, 0, 0x2A, 0, 0, 0])
    }

    @Test func anEXIFBlockReplacesTheOldOne() throws {
        let data = try ContainerCleaner.inserting(
            exif: Data([1, 2]), into: ContainerFixtures.opaqueWebp, format: .webp)
        let listing = ContainerListing.webP(data)
        #expect(listing.names == ["VP8X", "ICCP", "VP8 ", "EXIF", "XMP "])
        #expect(listing.content("EXIF") == [1, 2])
    }

    @Test func aPictureThatDoesNotFillItsCanvasIsRefused() {
        var data = ContainerFixtures.placeholderWebp
        data[24] = 99
        #expect(throws: ContainerError.self) {
            try ContainerCleaner.clean(data, format: .webp, keeping: [])
        }
    }
}
