import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct ContainerPNGTests {
    private func clean(_ data: Data, _ parts: ContainerParts = []) throws -> ContainerListing {
        .png(try ContainerCleaner.clean(data, format: .png, keeping: parts))
    }

    @Test func onlyThePictureStays() throws {
        let before = ContainerListing.png(ContainerFixtures.alphaPng)
        #expect(Set(before.names).isSuperset(of: ["iCCP", "eXIf", "iTXt", "tEXt", "tIME", "pHYs"]))
        let after = try clean(ContainerFixtures.alphaPng)
        #expect(after.names == ["IHDR", "IDAT", "IEND"])
        // Content and checksum.
        #expect(after.content("IDAT") == before.content("IDAT"))
        #expect(after.content("IHDR") == before.content("IHDR"))
    }

    @Test func aPaletteKeepsItsTransparency() throws {
        let after = try clean(ContainerFixtures.palettePng)
        #expect(after.names == ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"])
    }

    @Test(arguments: [
        (ContainerParts.colorProfile, "iCCP"), (.exif, "eXIf"), (.xmp, "iTXt"),
    ])
    func requestedPartsAreKept(parts: ContainerParts, name: String) throws {
        let after = try clean(ContainerFixtures.alphaPng, parts)
        #expect(Set(after.names).subtracting(["IHDR", "IDAT", "IEND"]) == [name])
    }

    @Test func framesOfAnAnimationStay() throws {
        let clean = try ContainerCleaner.clean(ContainerFixtures.alphaPng, format: .png, keeping: [])
        let control = Data([0, 0, 0, 0]) + Data("acTL".utf8) + [0, 0, 0, 0]
        let animated = clean.prefix(33) + control + clean.dropFirst(33)
        #expect(try ContainerCleaner.clean(animated, format: .png, keeping: []) == animated)
    }

    @Test func anEXIFChunkHasAProperChecksum() throws {
        // The TIFF header "MM\0*" and an offset; the checksum is what zlib's crc32() gives for "eXIf" and these.
        let block: [UInt8] = [0x4D, 0x4D, 0x00, 0x2A, 0x00, 0x00, 0x00, 0x08]
        let data = try ContainerCleaner.inserting(
            exif: Data(block), into: ContainerFixtures.palettePng, format: .png)
        let listing = ContainerListing.png(data)
        #expect(listing.names == ["IHDR", "PLTE", "tRNS", "eXIf", "IDAT", "IEND"])
        #expect(listing.content("eXIf") == block + [0x56, 0x61, 0x49, 0x40])
    }
}
