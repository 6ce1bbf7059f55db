import Testing

@testable import AlcedoManifest

@Suite struct VariantNamesTests {
    @Test func namesAreInTheOrderOfTheManifestOnce() {
        let names = VariantNames(["small", "large", "thumb"])
        #expect(names.sorted(["thumb", "none", "small", "thumb"]) == ["small", "thumb"])
        #expect(names.contains("large") && !names.contains("none"))
    }

    /// With thousands of variants, a list of them in each message would take gigabytes.
    @Test func adviceStaysShort() {
        #expect(VariantNames([]).advice(on: "a", several: nil) == "there are no variants")
        #expect(VariantNames(["small"]).advice(on: "smal", several: nil) == "did you mean 'small'?")
        #expect(VariantNames(["small"]).advice(on: "x y", several: "write [x, y]") == "write [x, y]")
        #expect(VariantNames(["small", "b"]).advice(on: "zzz", several: nil) == "the variants are small, b")
        let many = VariantNames((0..<1000).map { "v\($0)" })
        #expect(many.advice(on: "v5x", several: nil) == nil)
    }
}
