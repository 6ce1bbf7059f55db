import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Testing

@testable import AlcedoManifest

/// The examples and tables of YAML 1.2.2, section 10.3.2.
@Suite struct YAMLScalarTests {
    @Test(arguments: ["", "~", "null", "Null", "NULL"])
    func nothingIsNull(text: String) {
        #expect(YAMLScalar(plain: text) == .null)
    }

    @Test(arguments: [("true", true), ("True", true), ("TRUE", true), ("false", false), ("FALSE", false)])
    func truthHasThreeSpellings(text: String, value: Bool) {
        #expect(YAMLScalar(plain: text) == .bool(value))
    }

    @Test(arguments: [
        "yes", "no", "on", "off", "Y", "tRUE", "nUll", "1_000", "12:30", "0b11", "1.2.3", "+", "-", ".",
    ])
    func whatEarlierVersionsReadOtherwiseIsText(text: String) {
        #expect(YAMLScalar(plain: text) == .string(text))
    }

    @Test(arguments: [
        ("0", 0), ("-19", -19), ("+12", 12), ("0o7", 7), ("0o14", 12), ("0x3A", 58), ("007", 7),
    ])
    func integersHaveThreeBases(text: String, value: Int) {
        #expect(YAMLScalar(plain: text) == .int(value))
    }

    @Test(arguments: [
        ("0.", 0.0), ("-0.0", -0.0), (".5", 0.5), ("+12e03", 12000), ("-2E+05", -200_000),
        (".inf", .infinity),
        ("-.Inf", -.infinity), ("+.INF", .infinity), ("99999999999999999999", 1e20),
    ])
    func floatsAreRead(text: String, value: Double) {
        #expect(YAMLScalar(plain: text) == .float(value))
    }

    @Test(arguments: ["0o8", "0xg", "0x-1", "0o", "1e", "1e+", "--1", ".e5", "inf", "nan", "0x1.8p3"])
    func almostNumbersAreText(text: String) {
        #expect(YAMLScalar(plain: text) == .string(text))
    }
}
