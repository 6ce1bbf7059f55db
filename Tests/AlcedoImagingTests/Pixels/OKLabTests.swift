import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct OKLabTests {
    // The colours of CSS Color 4 in OKLab, as that specification's sample code gives them.
    static let known: [(color: SRGBColor, lab: SIMD3<Double>)] = [
        (SRGBColor(red: 0, green: 0, blue: 0), SIMD3(0, 0, 0)),
        (SRGBColor(red: 255, green: 255, blue: 255), SIMD3(1, 0, 0)),
        (SRGBColor(red: 255, green: 0, blue: 0), SIMD3(0.62796, 0.22486, 0.12585)),
        (SRGBColor(red: 0, green: 255, blue: 0), SIMD3(0.86644, -0.23389, 0.17950)),
        (SRGBColor(red: 0, green: 0, blue: 255), SIMD3(0.45201, -0.03246, -0.31153)),
    ]

    @Test(arguments: known.indices)
    func knownColoursHaveTheirPlace(index: Int) {
        let (color, lab) = Self.known[index]
        #expect(OKLab(color).distance(to: OKLab(lab)) < 0.0001)
    }

    @Test func everyColourComesBack() {
        for red in stride(from: 0, through: 255, by: 17) {
            for green in stride(from: 0, through: 255, by: 15) {
                for blue in stride(from: 0, through: 255, by: 5) {
                    let color = SRGBColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    #expect(OKLab(color).color == color)
                }
            }
        }
    }
}
