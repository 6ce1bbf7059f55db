import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct ContainerCleanerTests {
    static let files: [(format: OutputFormat, data: Data)] = [
        (.webp, ContainerFixtures.placeholderWebp), (.webp, ContainerFixtures.opaqueWebp),
        (.webp, ContainerFixtures.alphaWebp), (.webp, ContainerFixtures.losslessWebp),
        (.webp, ContainerFixtures.animatedWebp), (.gif, ContainerFixtures.animatedGif),
        (.jpeg, ContainerFixtures.photoJpg), (.jpeg, ContainerFixtures.progressiveJpg),
        (.jpeg, ContainerFixtures.cmykJpg), (.png, ContainerFixtures.alphaPng),
        (.png, ContainerFixtures.palettePng), (.avif, CodedFiles.gridAVIF), (.jxl, CodedFiles.pqJXL),
    ]

    @Test(arguments: files)
    func cleaningTwiceChangesNothingMore(format: OutputFormat, data: Data) throws {
        for parts: ContainerParts in [[], .colorProfile, .all] {
            let once = try ContainerCleaner.clean(data, format: format, keeping: parts)
            #expect(try ContainerCleaner.clean(once, format: format, keeping: parts) == once)
            #expect(once.count <= data.count)
        }
    }

    @Test(arguments: [
        (OutputFormat.jpeg, ContainerFixtures.photoJpg), (.png, ContainerFixtures.alphaPng),
        (.webp, ContainerFixtures.alphaWebp),
    ])
    func anOriginalForOtherEyesKeepsItsOrientationOnly(format: OutputFormat, data: Data) throws {
        let upright = try ContainerCleaner.clean(data, format: format, keeping: .colorProfile)
        #expect(try ContainerCleaner.showable(data, format: format) == upright)
        for orientation in 1...9 {
            let block = try #require(ExifBlock(isBigEndian: false))
            block.set(ExifTagNumber.orientation, short: UInt16(orientation), in: .image)
            block.set(ExifTagNumber.artist, text: "Ada", in: .image)
            let turned = try ContainerCleaner.inserting(
                exif: block.encoded(), xmp: Data("Ada".utf8), into: data, format: format)
            let shown = try ContainerCleaner.showable(turned, format: format)
            #expect(shown.firstRange(of: Data("Ada".utf8)) == nil)
            let exif = try format.container.exif(in: shown).map { ImageMetadata(exif: $0) }
            #expect(exif?.orientation == (2...8 ~= orientation ? orientation : nil))
            #expect(try ContainerCleaner.clean(shown, format: format, keeping: .colorProfile) == upright)
        }
    }

    @Test(arguments: files)
    func aSliceIsReadLikeTheWhole(format: OutputFormat, data: Data) throws {
        let slice = (Data([1, 2, 3]) + data + [4]).dropFirst(3).dropLast()
        #expect(
            try ContainerCleaner.clean(slice, format: format, keeping: [])
                == ContainerCleaner.clean(data, format: format, keeping: []))
    }

    @Test(arguments: files)
    func everyFileCutShortIsRefused(format: OutputFormat, data: Data) {
        for count in 0..<data.count {
            #expect(throws: ContainerError.self, "\(count) of \(data.count) bytes") {
                try ContainerCleaner.clean(data.prefix(count), format: format, keeping: [])
            }
        }
    }

    @Test(arguments: files)
    func damagedFilesAreRefusedOrStayClean(format: OutputFormat, data: Data) throws {
        var random = SeededGenerator(seed: UInt64(data.count))
        for _ in 0..<2000 {
            var damaged = data
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<data.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            // What is accepted must be a file of that format again.
            let cleaned: Data
            do {
                cleaned = try ContainerCleaner.clean(damaged, format: format, keeping: [])
            } catch {
                continue
            }
            #expect(try ContainerCleaner.clean(cleaned, format: format, keeping: []) == cleaned)
        }
    }

    @Test(arguments: files)
    func filesOfAnotherFormatAreRefused(format: OutputFormat, data: Data) {
        for other in OutputFormat.allCases where other != format {
            let error = #expect(throws: ContainerError.self) {
                try ContainerCleaner.clean(data, format: other, keeping: [])
            }
            #expect(error?.description.hasPrefix("\(other.name): there is no ") == true)
        }
    }
}
