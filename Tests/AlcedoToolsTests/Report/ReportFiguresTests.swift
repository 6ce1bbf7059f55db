import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoReport

/// Every expected number is worked out by hand from this index.
struct ReportFiguresTests {
    static func file(_ bytes: Int, _ width: Int, _ height: Int, _ name: String?) -> ImageIndex.File {
        ImageIndex.File(
            bytes: bytes, file: name, height: height, url: name ?? "data:image/webp;base64,AAAA", width: width
        )
    }

    static func format(_ name: String, _ files: [ImageIndex.File]) -> ImageIndex.Format {
        ImageIndex.Format(files: files, format: name, type: "image/\(name)")
    }

    /// 100,000 bytes, of which three formats in two sizes were made.
    static let entry = ImageIndex.Entry(
        source: ImageIndex.Source(
            bytes: 100_000, digest: "sha256-", format: "jpeg", height: 200, path: "a.jpg", width: 400),
        variants: [
            "hero": ImageIndex.Variant(formats: [
                format("avif", [file(1000, 100, 50, "a1.avif"), file(3000, 200, 100, "a2.avif")]),
                format("webp", [file(2500, 100, 50, "a1.webp"), file(2000, 200, 100, "a2.webp")]),
                format("jpeg", [file(2000, 100, 50, "a1.jpg"), file(5000, 200, 100, "a2.jpg")]),
            ]),
            "lqip": ImageIndex.Variant(formats: [format("webp", [file(90, 16, 8, nil)])]),
        ])

    private func row(_ number: Int) throws -> ReportRow {
        let source = ReportSource(id: "a", entry: Self.entry)
        return try #require(source.variants.first { $0.name == "hero" }?.rows[number])
    }

    @Test func filesOfOneSizeStandInOneRow() throws {
        let variant = try #require(ReportSource(id: "a", entry: Self.entry).variants.first)
        #expect(variant.formats == ["avif", "webp", "jpeg"])
        #expect(variant.rows.map { [$0.width, $0.height] } == [[100, 50], [200, 100]])
        #expect(try row(1).files.map { $0?.file.bytes } == [3000, 2000, 5000])
    }

    @Test func bitsPerPixelAreOfTheFile() throws {
        // 1000 · 8 / 5000, 2500 · 8 / 5000, 2000 · 8 / 5000
        #expect(try row(0).files.map { $0?.bitsPerPixel } == [1.6, 4, 3.2])
        // 3000 · 8 / 20000, …
        #expect(try row(1).files.map { $0?.bitsPerPixel } == [1.2, 0.8, 2])
    }

    @Test func partsAreOfTheOriginalFileAndOfTheLargestOfTheSameSize() throws {
        #expect(try row(0).files.map { $0?.partOfOriginal } == [0.01, 0.025, 0.02])
        #expect(try row(0).files.map { $0?.partOfLargest } == [0.4, 1, 0.8])
        #expect(try row(1).files.map { $0?.partOfLargest } == [0.6, 0.4, 1])
    }

    @Test func savingsAreAgainstTheLastFormat() throws {
        #expect(try row(0).files.map { $0?.saving } == [0.5, -0.25, nil])
        #expect(try row(1).files.map { $0?.saving } == [0.4, 0.6, nil])
        #expect(try row(0).files.map { $0?.isLargerThanFallback } == [false, true, false])
        #expect(try row(0).files.map { $0?.isSmallest } == [true, false, false])
        #expect(try row(1).files.map { $0?.isSmallest } == [false, true, false])
    }

    @Test func aSourceSavesWhatItsSmallestFilesSave() {
        let source = ReportSource(id: "a", entry: Self.entry)
        // 1000 + 2000 against 2000 + 5000; the inline file has no counterpart.
        #expect(source.saving == 1 - 3000.0 / 7000)
        #expect(source.bytes == 15_590)
        #expect(source.largerThanFallback == 1)
        var single = Self.entry
        single.variants["hero"]?.formats.removeSubrange(0..<2)
        #expect(ReportSource(id: "a", entry: single).saving == nil)
    }

    @Test func totalsCountAFileOnce() {
        // Another image with the same files, and one file that only it has.
        var other = Self.entry
        other.source.bytes = 50_000
        other.variants["hero"]?.formats[2].files.append(Self.file(700, 20, 10, "b.jpg"))
        let totals = ReportTotals([
            ReportSource(id: "a", entry: Self.entry), ReportSource(id: "b", entry: other),
        ])
        #expect((totals.sources, totals.originalBytes) == (2, 150_000))
        #expect((totals.files, totals.bytes) == (7, 16_200))
        #expect((totals.inlineFiles, totals.inlineBytes) == (2, 180))
        #expect(totals.fallbacks == ["jpeg"])
        #expect(totals.formats.map(\.name) == ["jpeg", "webp", "avif"])
        #expect(totals.formats.map(\.files) == [3, 2, 2])
        #expect(totals.formats.map(\.bytes) == [7700, 4500, 4000])
        // 4500 · 8 / (5000 + 20000), and for JPEG 200 pixels more.
        let bits: [Double] = [61_600.0 / 25_200, 1.44, 1.28]
        #expect(totals.formats.map(\.bitsPerPixel) == bits)
        let savings: [Double?] = [nil, 1 - 4500.0 / 7000, 1 - 4000.0 / 7000]
        #expect(totals.formats.map(\.saving) == savings)
        #expect(totals.formats.map(\.compared) == [0, 2, 2])
        #expect(totals.formats.map(\.larger) == [0, 1, 0])
    }

    @Test func sizesThatOneFormatLacksAreNotCompared() throws {
        var entry = Self.entry
        entry.variants["hero"]?.formats[2].files.removeFirst()
        let row = try #require(ReportSource(id: "a", entry: entry).variants.first?.rows.first)
        #expect(row.files.map { $0?.file.bytes } == [1000, 2500, nil])
        #expect(row.files.map { $0?.saving } == [nil, nil, nil])
        #expect(row.files.map { $0?.partOfLargest } == [0.4, 1, nil])
    }

    @Test func numbersOfAnOddIndexDoNotOverflow() {
        var entry = Self.entry
        entry.source.bytes = .max
        entry.variants["hero"]?.formats[0].files = [
            Self.file(.max, .max, .max, "x"), Self.file(.min, 0, 0, "y"), Self.file(.max, .max, .max, "z"),
        ]
        let source = ReportSource(id: "a", entry: entry)
        let totals = ReportTotals(Array(repeating: source, count: 100))
        #expect(totals.originalBytes == 100 << 40)
        #expect(source.files.allSatisfy { $0.bitsPerPixel.isFinite && $0.partOfLargest.isFinite })
    }
}

struct ReportNumberTests {
    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (11_873, "11.9 kB"), (999_949, "999.9 kB"),
        (999_950, "1.0 MB"), (4_710_233, "4.7 MB"), (2_500_000_000, "2.5 GB"),
    ]) func bytesHaveDecimalUnits(_ bytes: Int, _ text: String) {
        #expect(ReportNumber.bytes(bytes) == text)
    }

    @Test(arguments: [
        (0, "0 %"), (0.0002, "<0.1 %"), (0.0025, "0.2 %"), (0.0251, "2.5 %"), (0.414, "41 %"),
        (0.9951, ">99 %"),
        (1, "100 %"), (1.25, "125 %"),
    ]) func sharesAreNeverRoundedToNothingOrAll(_ part: Double, _ text: String) {
        #expect(ReportNumber.share(part) == text)
    }

    @Test(arguments: [
        (0.41, "−41 %"), (-0.25, "+25 %"), (0, "±0 %"), (-0.0321, "+3.2 %"), (0.0001, "−<0.1 %"),
    ])
    func changesHaveTheirSign(_ saving: Double, _ text: String) {
        #expect(ReportNumber.change(saving) == text)
    }

    @Test func momentsAreInUTC() {
        // RFC 3339's own moment: date -u -d @482196050 says 1985-04-12 23:20:50.
        #expect(ReportNumber.moment(nanoseconds: 482_196_050_520_000_000) == "1985-04-12 23:20:50 UTC")
    }
}
