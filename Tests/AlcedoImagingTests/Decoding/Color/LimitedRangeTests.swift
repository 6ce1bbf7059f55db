import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Black at 16 and white at 235 become 0 and 255, once.
@Suite struct LimitedRangeTests {
    /// The pixels of the files in avifdec 0.11, with one level of rounding: the steps of the original picture.
    private static let steps = (0..<16).map { 17 * $0 }

    @Test(arguments: [8, 10, 12])
    func lightnessOnlyIsExpanded(depth: Int) async throws {
        let file = try #require(CodedFiles.limitedGrey[depth])
        for data in [file, withoutCodePoints(file)] {
            let raster = try await pixels(.one(.png), from: data)
            let row = (0..<16).map { Int(raster[2 * $0, 8][0]) }
            #expect(zip(row, Self.steps).allSatisfy { abs($0 - $1) <= 1 }, "\(row)")
        }
    }

    @Test(arguments: [8, 10, 12])
    func alphaIsExpandedAndColoursStay(depth: Int) async throws {
        let raster = try await pixels(.one(.png), from: try #require(CodedFiles.limitedAlpha[depth]))
        let row = (0..<16).map { Int(raster[2 * $0, 8][3]) }
        #expect(zip(row, Self.steps).allSatisfy { abs($0 - $1) <= 1 }, "\(row)")
        let opaque = Array(raster[31, 8].prefix(3))
        #expect(zip(opaque, [200, 100, 50]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(opaque)")
    }

    /// Alcedo's own files have full range and must be read unchanged.
    @Test func fullRangeStays() async throws {
        let grey = PNGFile(Raster(32, 16, bands: 1) { x, _ in [UInt8(x / 2 * 17)] })
        let avif = try await make(.one(.avif, quality: .lossy(100)), from: grey.data).data
        let raster = try await pixels(.one(.png), from: avif)
        for x in 0..<16 { #expect(abs(Int(raster[2 * x, 8][0]) - 17 * x) <= 2) }
    }

    /// The box with the code points under an unknown name; then the coded data has the same.
    private func withoutCodePoints(_ file: Data) -> Data {
        guard let box = file.range(of: Data("colrnclx".utf8)) else { return file }
        var changed = file
        changed.replaceSubrange(box, with: Data("freenclx".utf8))
        return changed
    }
}
