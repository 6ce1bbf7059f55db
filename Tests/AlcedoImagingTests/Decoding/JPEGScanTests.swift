import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct JPEGScanTests {
    private func end(_ bytes: [UInt8], from start: Int = 0) -> Int? {
        bytes.withUnsafeBytes { JPEGScan.end(in: $0, from: start) }
    }

    // ITU-T T.81, B.1.1.2 (fill bytes), B.1.1.5 (stuffed zeros) and B.2.1 (restarts).
    @Test func codedDataEndAtTheFirstForeignMarker() {
        #expect(end([1, 2, 0xFF, 0xD9]) == 2)
        #expect(end([1, 0xFF, 0, 2, 0xFF, 0xDA]) == 4)
        #expect(end([0xFF, 0xD0, 0xFF, 0xD7, 5, 0xFF, 0xC4]) == 5)
        #expect(end([7, 0xFF, 0xFF, 0xFF, 0xD9]) == 1)
        #expect(end([7, 0xFF, 0xFF, 0, 8, 0xFF, 0xD9]) == 5)
        #expect(end([0xFF, 0xD9, 3, 0xFF, 0xDA], from: 2) == 3)
    }

    @Test func codedDataWithoutAMarkerHaveNoEnd() {
        #expect(end([]) == nil)
        #expect(end([1, 2, 3]) == nil)
        #expect(end([1, 0xFF]) == nil)
        #expect(end([1, 0xFF, 0xFF]) == nil)
        #expect(end([1, 0xFF, 0]) == nil)
        #expect(end([1, 2], from: 2) == nil)
    }
}
