import Testing

@testable import AlcedoBase

struct FiguresTests {
    @Test func digitsStandInThrees() {
        #expect(
            [0, 999, 1000, 123_456, -1_234_567, Int.min].map(Figures.grouped) == [
                "0", "999", "1,000", "123,456", "-1,234,567", "-9,223,372,036,854,775,808",
            ])
    }

    @Test func oneIsSingular() {
        #expect(Figures.counted(1, "file") == "1 file")
        #expect(Figures.counted(0, "file") == "0 files")
        #expect(Figures.counted(12_000, "entry", "entries") == "12,000 entries")
    }

    @Test(arguments: [
        (999, nil), (1000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
        (2_500_000_000_000_000, "2500.0 TB"),
    ]) func bytesHaveDecimalUnits(_ bytes: Int, _ text: String?) {
        #expect(Figures.bytes(bytes) == text)
    }
}
