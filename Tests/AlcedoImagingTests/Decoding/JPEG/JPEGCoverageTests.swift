import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// The present parts of a JPEG, in files with known places of all blocks.
@Suite struct JPEGCoverageTests {
    /// 32 × 32 blocks whose means differ from one another by 64 or 65 steps: seven bits after a code of four, and one for
    /// the end, so 12 bits each.
    private static let means = (0..<1024).map { $0 % 2 == 0 ? 64 + $0 % 3 % 2 : 0 }
    private let gray = JPEGFile(columns: 32, rows: 32, components: [means])

    private func coverage(_ file: JPEGFile, followsCodes: Bool = true) throws -> JPEGCoverage {
        try #require(file.data.withUnsafeBytes { JPEGCoverage($0, followsCodes: followsCodes) })
    }

    @Test func nothingIsMissingOfAWholeFile() throws {
        for split in [false, true] {
            for interval in [0, 5, 32] {
                let file = JPEGFile(
                    columns: 32, rows: 32, components: [Self.means, Self.means.reversed(), Self.means],
                    restartInterval: interval, isSplit: split)
                let found = try coverage(file)
                #expect(found.description == nil && !found.isCut, "\(split) \(interval)")
            }
        }
    }

    @Test func blocksBehindTheLastByteAreMissing() throws {
        var file = gray
        // 480 bytes are 3,840 bits: 320 blocks, which are ten rows of blocks.
        file.edit = { _, _, data in Array(data.prefix(480)) }
        let found = try coverage(file)
        #expect(found.pixels.rows == 256 - 80)
        #expect(abs(found.pixels.share - 704.0 / 1024) < 0.001)
        #expect(found.isCut)
        #expect(found.description == "176 of 256 rows are missing")
    }

    @Test func aMarkerInTheMiddleEndsTheData() throws {
        for marker: UInt8 in [0x01, 0xA0, 0xC5, 0xD3, 0xDA, 0xE0, 0xFE] {
            var file = gray
            file.edit = { _, _, data in data.prefix(480) + [0xFF, marker] + data.dropFirst(480) }
            #expect(try coverage(file).pixels.rows == 176, "\(marker)")
        }
    }

    @Test func lessThanARowIsDamageNotTruncation() throws {
        var file = gray
        // Sixteen blocks are 24 bytes.
        file.edit = { _, _, data in Array(data.dropLast(24)) }
        let found = try coverage(file)
        #expect(abs(found.pixels.share - 16.0 / 1024) < 0.001)
        #expect(!found.isCut)
        #expect(found.description == "2 % of it is missing")
    }

    @Test func aMissingLastRowIsTruncation() throws {
        var file = gray
        file.edit = { _, _, data in Array(data.dropLast(48)) }
        #expect(try coverage(file).isCut)
        #expect(try coverage(file).description == "8 of 256 rows are missing")
    }

    @Test func restartsBoundWhatADamagedPlaceLeavesOut() throws {
        var file = gray
        file.restartInterval = 16
        // Sixteen blocks are 24 bytes; of the fifth interval eight are left.
        file.edit = { _, interval, data in interval == 4 ? Array(data.prefix(12)) : data }
        let found = try coverage(file)
        #expect(abs(found.pixels.share - 8.0 / 1024) < 0.001)
        #expect(found.description == "less than 1 % of it is missing" && !found.isCut)
    }

    @Test func rubbishBeforeARestartChangesNothing() throws {
        var file = gray
        file.restartInterval = 16
        file.edit = { _, interval, data in interval == 4 ? data + [0x12, 0x34, 0xFF, 0, 0x56] : data }
        #expect(try coverage(file).description == nil)
    }

    @Test func codesThatDoNotExistLeaveARestOfDoubt() throws {
        var file = gray
        file.restartInterval = 16
        // The 4-bit codes 12 to 15 are unused.
        file.edit = { _, interval, data in
            guard interval == 3 else { return data }
            return data.prefix(12) + [UInt8](repeating: 0xDD, count: 3) + data.dropFirst(15)
        }
        let found = try coverage(file)
        // The eight blocks of twelve bytes are right, all others of the interval may be wrong.
        #expect(abs(found.doubtfulShare + found.pixels.share - 8.0 / 1024) < 0.001)
        #expect(found.description?.contains("less than 1 % of it may be wrong") ?? false)
        #expect(!found.isCut)
    }

    @Test func aComponentWithoutItsScanIsSeenWithoutFollowingCodes() throws {
        let file = JPEGFile(
            columns: 4, rows: 4, components: [[Int]](repeating: [Int](repeating: 3, count: 16), count: 3),
            isSplit: true
        ).data
        let last = try #require(file.range(of: Data([0xFF, 0xDA]), options: .backwards))
        let cut = file[..<last.lowerBound] + [0xFF, 0xD9]
        let found = try #require(Data(cut).withUnsafeBytes { JPEGCoverage($0, followsCodes: false) })
        #expect(found.isCut && found.description == "a whole colour component is missing")
    }

    @Test func otherKindsAreNotFollowed() throws {
        var file = gray
        file.frame = 0xC3
        #expect(file.data.withUnsafeBytes { JPEGCoverage($0, followsCodes: true) } == nil)
        // Only the headers of the scans of an arithmetic-coded file are read.
        file.frame = 0xC9
        file.edit = { _, _, data in Array(data.prefix(10)) }
        #expect(try coverage(file).description == nil)
        (file.components, file.isSplit) = ([Self.means, Self.means], true)
        let last = try #require(file.data.range(of: Data([0xFF, 0xDA]), options: .backwards)).lowerBound
        let cut = Data(file.data[..<last] + [0xFF, 0xD9])
        #expect(cut.withUnsafeBytes { JPEGCoverage($0, followsCodes: true) }?.lacksComponent == true)
        #expect(
            Data([0xFF, 0xD8, 0xFF, 0xC0]).withUnsafeBytes { JPEGCoverage($0, followsCodes: true) } == nil)
    }
}
