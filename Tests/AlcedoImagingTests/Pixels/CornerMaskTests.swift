import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct CornerMaskTests {
    // Row y, column x.
    private func mask(_ width: Int, _ height: Int, _ radii: CornerRadii) -> [[UInt8]] {
        let data = CornerMask.coverage(width: width, height: height, radii: radii)
        return (0..<height).map { y in Array(data[y * width..<(y + 1) * width]) }
    }

    @Test func withoutRadiusEverythingIsInside() {
        let data = CornerMask.coverage(width: 5, height: 3, radii: CornerRadii(0))
        #expect(data == Data(repeating: 255, count: 15))
    }

    @Test func aDiscOfOnePixelRadiusCoversAQuarterOfPiInEachPixel() {
        // 255 π/4 = 200.28
        #expect(mask(2, 2, CornerRadii(1)) == [[200, 200], [200, 200]])
    }

    @Test func coverageIsTheAreaBelowTheArc() {
        // With r = 2: the corner pixel holds π/3 - √3 + 1 = 0.31515, its neighbours √3/2 + π/3 - 1 = 0.91322
        // (integrals of sqrt(4 - u²) over 1…√3 and 0…1), the inner one everything.
        #expect(
            mask(4, 4, CornerRadii(2)) == [
                [80, 233, 233, 80], [233, 255, 255, 233], [233, 255, 255, 233], [80, 233, 233, 80],
            ])
    }

    @Test func fractionalRadiiCutTheirPartOfAPixel() {
        // r = 1/2 leaves 1 - (1 - π/4)/4 = 0.94635 of the corner pixel.
        let rounded = mask(3, 3, CornerRadii(0.5))
        #expect(rounded == [[241, 255, 241], [255, 255, 255], [241, 255, 241]])
        // r = 3/2: 1 - 9/4 (1 - π/4) is left of the corner's four pixels together, 4 - 0.48285 = 3.51715.
        let corner = mask(8, 8, CornerRadii(1.5, corners: .topLeft))
        let sum = Int(corner[0][0]) + Int(corner[0][1]) + Int(corner[1][0]) + Int(corner[1][1])
        #expect(abs(Double(sum) - 255 * 3.51715) <= 2)
        #expect(corner[0][2] == 255 && corner[2][0] == 255 && corner[1][1] == 255)
    }

    @Test func onePixelCutByFourArcsLosesWhatAllFourCut() {
        // A disc of diameter 1 covers π/4 of its pixel.
        #expect(mask(1, 1, CornerRadii(0.5)) == [[200]])
        #expect(mask(1, 1, CornerRadii(100)) == [[200]])
    }

    @Test func anOddDiscIsWholeInTheMiddle() {
        // r = 3/2 in 3 × 3: corner pixels share what is left of 9π/4 after five pixels, four of them cut at the
        // middle of a side by two arcs each.
        let disc = mask(3, 3, CornerRadii(1.5))
        #expect(disc[1][1] == 255)
        #expect(disc[0][1] == disc[1][0] && disc[0][1] == disc[1][2] && disc[0][1] == disc[2][1])
        let area = disc.joined().reduce(0) { $0 + Double($1) } / 255
        #expect(abs(area - 2.25 * .pi) < 0.02)
    }

    @Test(arguments: [64, 101, 256, 1000])
    func aDiscHasTheAreaOfACircle(size: Int) {
        let data = CornerMask.coverage(width: size, height: size, radii: CornerRadii(Double(size) / 2))
        let area = data.reduce(0) { $0 + Int($1) }
        let expected = Double.pi * Double(size * size) / 4
        #expect(abs(Double(area) / 255 - expected) < expected / 1000)
        #expect(data.first == 0)
        #expect(data.last == 0)
        #expect(data[size / 2 * size + size / 2] == 255)
    }

    @Test(arguments: [7.0, 7.3, 12.5, 20])
    func allCornersAreMirrorImages(radius: Double) {
        let rows = mask(41, 40, CornerRadii(radius))
        #expect(rows == rows.reversed())
        #expect(rows == rows.map { Array($0.reversed()) })
        // Each corner is its own mirror image along the diagonal.
        for y in 0..<20 {
            for x in 0..<20 { #expect(rows[y][x] == rows[x][y]) }
        }
    }

    @Test func eachCornerHasItsOwnRadius() {
        let rows = mask(12, 10, CornerRadii(topLeft: 0, topRight: 1, bottomRight: 2, bottomLeft: 4))
        #expect(rows[0][0] == 255)
        #expect(rows[0][11] == 200)
        #expect(rows[9][11] == 80)
        #expect(rows[9][10] == 233)
        #expect(rows[9][0] == 0)
        #expect(rows[8][1] > 0)
        #expect(rows[5][0] == 255)
    }

    @Test func onlyTheChosenCornersAreRounded() {
        let rows = mask(6, 6, CornerRadii(2, corners: [.topLeft, .bottomRight]))
        #expect([rows[0][0], rows[0][5], rows[5][0], rows[5][5]] == [80, 255, 255, 80])
    }

    @Test func radiiThatDoNotFitAreScaledTogether() {
        // 8 + 4 on a side of 6 halves all of them.
        let radii = CornerRadii(topLeft: 8, topRight: 4, bottomRight: 2, bottomLeft: 0).fitted(
            width: 6, height: 100)
        #expect(radii == CornerRadii(topLeft: 4, topRight: 2, bottomRight: 1, bottomLeft: 0))
        // The tightest side decides: 6 + 6 on 6 across, 6 + 6 on 3 down.
        #expect(CornerRadii(6).fitted(width: 6, height: 3) == CornerRadii(1.5))
        #expect(CornerRadii(2).fitted(width: 6, height: 4) == CornerRadii(2))
    }

    @Test func invalidAndNegativeRadiiCountAsZero() {
        let odd = CornerRadii(topLeft: .nan, topRight: -3, bottomRight: -.infinity, bottomLeft: 0)
        #expect(odd.fitted(width: 9, height: 9) == CornerRadii(0))
        #expect(CornerRadii(.infinity).fitted(width: 10, height: 10) == CornerRadii(5))
    }

    @Test func aPillHasRoundEnds() {
        let rows = mask(20, 4, CornerRadii(1000))
        #expect(Array(rows[0][..<3]) == [80, 233, 255])
        #expect(Array(rows[3][17...]) == [255, 233, 80])
    }

    @Test func nothingHasNoMask() {
        #expect(CornerMask.coverage(width: 0, height: 5, radii: CornerRadii(1)).isEmpty)
        #expect(CornerMask.coverage(width: 5, height: -1, radii: CornerRadii(1)).isEmpty)
    }
}
