import AlcedoBase
import Foundation
import Testing

/// Functions of Foundation that Alcedo has itself, compared with Foundation's.
@Suite struct StringFoundationTests {
    @Test func numbersAreRoundedAsByPrintf() {
        // Ties go to the even neighbour, as the binary value is exact there.
        let values: [Double] = [
            0, 0.05, 0.25, 0.35, 2.5, 3.5, 0.125, 12.25, 99.95, -0.04, -1.005, 1e15, 123_456.789, .infinity,
        ]
        for value in values {
            for places in 0...3 {
                #expect(String(value, places: places) == String(format: "%.\(places)f", value))
            }
        }
    }

    @Test(arguments: [
        "plain", "e\u{301}", "\u{1E9B}\u{323}", "한글", "\u{1112}\u{1161}\u{11AB}", "a\u{315}\u{300}\u{5AE}b",
        "\u{344}", "x\0e\u{301}\0", "\0", "👩‍👩‍👧", "\u{FB01}", "\u{212B}", "",
    ])
    func textsAreNormalized(_ text: String) {
        let scalars = { (text: String) in Array(text.unicodeScalars) }
        #expect(scalars(text.precomposed) == scalars(text.precomposedStringWithCanonicalMapping))
        #expect(
            scalars(text.compatibilityDecomposed) == scalars(text.decomposedStringWithCompatibilityMapping))
    }

    @Test(arguments: [
        "", "a%20b", "%C3%A9", "%c3%a9é", "100%", "%4", "%zz", "%+1", "%-1", "%C3", "%ff", "%00", "a+b",
        "%25%32%35",
    ])
    func percentEncodingIsRemoved(_ text: String) {
        #expect(text.percentDecoded == text.removingPercentEncoding)
    }

    @Test(arguments: [
        "", " ", "a", " a ", "\t a b\u{3000}", "\u{A0}a\u{2003}", "\na\n", "a\u{301} ", " \u{301}a",
    ])
    func spacesAreTrimmed(_ text: String) {
        #expect(Array(text.trimmed.utf8) == Array(text.trimmingCharacters(in: .whitespaces).utf8))
    }
}
