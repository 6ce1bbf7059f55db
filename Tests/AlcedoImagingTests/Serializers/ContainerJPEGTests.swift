import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct ContainerJPEGTests {
    private func clean(_ data: Data, _ parts: ContainerParts = []) throws -> ContainerListing {
        .jpeg(try ContainerCleaner.clean(data, format: .jpeg, keeping: parts))
    }

    private func isApplicationOrComment(_ name: String) -> Bool { name.hasPrefix("e") || name == "fe" }

    @Test func descriptionsGoAndThePictureStays() throws {
        let before = ContainerListing.jpeg(ContainerFixtures.photoJpg)
        #expect(Set(before.names).isSuperset(of: ["e1", "e2", "ed", "fe"]))
        let after = try clean(ContainerFixtures.photoJpg)
        #expect(!after.names.contains { isApplicationOrComment($0) && $0 != "e0" })
        #expect(after.content("scan") == before.content("scan"))
        #expect(
            after.names.filter { !isApplicationOrComment($0) }
                == before.names.filter { !isApplicationOrComment($0) })
    }

    @Test(arguments: [
        (ContainerParts.exif, "Exif\0\0"), (.xmp, "http://ns.adobe.com/xap/1.0/\0"),
        (.iptc, "Photoshop 3.0\0"),
        (.colorProfile, "ICC_PROFILE\0"),
    ])
    func requestedPartsAreKept(parts: ContainerParts, signature: String) throws {
        let after = try clean(ContainerFixtures.photoJpg, parts)
        let extras = after.parts.filter { isApplicationOrComment($0.name) && $0.name != "e0" }
        #expect(extras.count == 1)
        #expect(extras.first?.content.starts(with: signature.utf8) == true)
    }

    @Test func theAdobeMarkerStaysBecauseItDecidesColours() throws {
        let before = ContainerListing.jpeg(ContainerFixtures.cmykJpg)
        let after = try clean(ContainerFixtures.cmykJpg)
        #expect(before.names.contains("ee"))
        #expect(after.content("ee") == before.content("ee"))
    }

    @Test func scansWithRestartMarkersAreCopiedWhole() throws {
        let before = ContainerListing.jpeg(ContainerFixtures.progressiveJpg)
        // Two restart markers at least, and several scans.
        let scan = Data(before.content("scan") ?? [])
        #expect(scan.range(of: Data([0xFF, 0xD0])) != nil)
        #expect(scan.dropFirst().range(of: Data([0xFF, 0xDA])) != nil)
        let after = try clean(ContainerFixtures.progressiveJpg)
        #expect(after.content("scan") == before.content("scan"))
    }

    @Test func whatFollowsTheEndOfTheImageIsDropped() throws {
        let clean = try ContainerCleaner.clean(ContainerFixtures.photoJpg, format: .jpeg, keeping: [])
        let longer = ContainerFixtures.photoJpg + Data("MPF: a second picture".utf8)
        #expect(try ContainerCleaner.clean(longer, format: .jpeg, keeping: []) == clean)
    }

    @Test func segmentsBetweenScansAreCleanedToo() throws {
        // SOI, a scan with three bytes, a comment, a second scan, EOI.
        let scan: [UInt8] = [0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 2]
        let comment: [UInt8] = [0xFF, 0xFE, 0, 5, 0x61, 0x62, 0x63]
        let data = Data([0xFF, 0xD8] + scan + comment + scan + [0xFF, 0xFF, 0xD9])
        let expected = Data([0xFF, 0xD8] + scan + scan + [0xFF, 0xD9])
        #expect(try ContainerCleaner.clean(data, format: .jpeg, keeping: .all) == expected)
    }

    @Test func segmentsWithoutMeaningGo() throws {
        let scan: [UInt8] = [0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 2]
        let unknown: [UInt8] = [0xFF, 0xF5, 0, 5, 0x61, 0x62, 0x63, 0xFF, 0xC8, 0, 3, 0x61]
        // A number of lines with more than its two bytes.
        let lines: [UInt8] = [0xFF, 0xDC, 0, 7, 0, 9, 0x61, 0x62, 0x63]
        let data = Data([0xFF, 0xD8] + unknown + scan + lines + unknown + [0xFF, 0xD9])
        let expected = Data([0xFF, 0xD8] + scan + [0xFF, 0xDC, 0, 4, 0, 9, 0xFF, 0xD9])
        #expect(try ContainerCleaner.clean(data, format: .jpeg, keeping: .all) == expected)
    }

    @Test func anEXIFBlockComesAfterJFIF() throws {
        let block = Data([0x4D, 0x4D, 0, 0x2A])
        let data = try ContainerCleaner.inserting(
            exif: block, into: ContainerFixtures.progressiveJpg, format: .jpeg)
        let listing = ContainerListing.jpeg(data)
        #expect(listing.parts.filter { $0.name == "e1" }.map(\.content) == [Array("Exif\0\0".utf8) + block])
        let clean = try ContainerCleaner.clean(ContainerFixtures.photoJpg, format: .jpeg, keeping: [])
        let start = try ContainerCleaner.inserting(exif: block, into: clean, format: .jpeg).prefix(4)
        let hasJFIF = ContainerListing.jpeg(clean).names.first == "e0"
        #expect(start == Data([0xFF, 0xD8, 0xFF, hasJFIF ? 0xE0 : 0xE1]))
    }

    @Test func anEXIFBlockThatDoesNotFitIsRefused() {
        #expect(throws: ContainerError.self) {
            try ContainerCleaner.inserting(
                exif: Data(count: 65_528), into: ContainerFixtures.photoJpg, format: .jpeg)
        }
        #expect(throws: Never.self) {
            try ContainerCleaner.inserting(
                exif: Data(count: 65_527), into: ContainerFixtures.photoJpg, format: .jpeg)
        }
    }
}
