import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Rows that libdeflate decompresses are those of libvips, and of files that are not read, libvips says why.
@Suite struct PNGRowsTests {
    static let colorTypes = [0, 2, 4, 6]
    private static let channels = [0: 1, 2: 3, 4: 2, 6: 4]

    private static func file(
        _ width: Int, _ height: Int, depth: Int = 8, colorType: Int, filters: [UInt8] = [0, 1, 2, 3, 4]
    ) -> PNGFile {
        var generator = SeededGenerator(seed: UInt64(width * 1000 + height * 10 + colorType + depth))
        let bytes = width * (channels[colorType] ?? 0) * depth / 8
        let rows = (0..<height).map { y -> [UInt8] in
            var noise: UInt64 = 0
            return (0..<bytes).map { x in
                noise = x % 8 == 0 ? generator.next() : noise >> 8
                return UInt8(truncatingIfNeeded: x * 3 + y * 5 + Int(noise & 31))
            }
        }
        var file = PNGFile(width: width, height: height, depth: depth, colorType: colorType, rows: rows)
        file.filters = filters
        return file
    }

    private final class Rows {
        var bytes = Data()
        let row: Int

        init(row: Int) { self.row = row }

        func take(_ bytes: UnsafeRawPointer, stride: Int, y: Int, count: Int) {
            #expect(self.bytes.count == y * row)
            for line in 0..<count { self.bytes += Data(bytes: bytes + line * stride, count: row) }
        }
    }

    /// The rows without libvips; `nil` if they are not read.
    private func rows(of data: Data) throws -> Data? {
        try data.withUnsafeBytes { bytes in
            try Vips.start()
            let reader = try SourceReader(bytes: bytes, type: .png, truncation: .fail)
            let image = try reader.open(frames: 1)
            guard let direct = image.direct?.rows(of: image) else { return nil }
            let rows = Rows(row: image.size.width * image.bands * (image.is8Bit ? 1 : 2))
            direct.read(
                { context, bytes, stride, y, count in
                    guard let context, let bytes else { return }
                    Unmanaged<Rows>.fromOpaque(context).takeUnretainedValue()
                        .take(bytes, stride: stride, y: Int(y), count: Int(count))
                }, Unmanaged.passUnretained(rows).toOpaque())
            return rows.bytes
        }
    }

    private func pixelsByLibvips(_ data: Data) throws -> Data {
        try data.withUnsafeBytes { bytes in
            try Vips.start()
            return try SourceReader(bytes: bytes, type: .png, truncation: .fail).open(frames: 1).pixels()
        }
    }

    @Test(arguments: colorTypes, [8, 16])
    func rowsAreThoseOfLibvips(colorType: Int, depth: Int) throws {
        for side in 1...40 {
            let file = Self.file(side, 41 - side, depth: depth, colorType: colorType).data
            #expect(try rows(of: file) == pixelsByLibvips(file), "\(side)")
        }
        for filter in 0...4 as ClosedRange<UInt8> {
            let file = Self.file(131, 77, depth: depth, colorType: colorType, filters: [filter]).data
            let pixels = try #require(try rows(of: file))
            #expect(try pixels == pixelsByLibvips(file), "filter \(filter)")
        }
    }

    @Test func rowsAreTheSamplesOfTheFile() throws {
        for filter in [[0], [4], [1, 3]] as [[UInt8]] {
            var file = PNGFile(.photo(203, 150))
            file.filters = filter
            #expect(try rows(of: file.data) == Data(Raster.photo(203, 150).bytes))
        }
    }

    /// Resampled pictures, opacity and samples are the same through libvips.
    @Test(arguments: colorTypes, [8, 16])
    func whatIsMadeOfRowsIsTheSame(colorType: Int, depth: Int) throws {
        for isOpaque in [true, false] {
            var file = Self.file(300, 270, depth: depth, colorType: colorType)
            if isOpaque, colorType >= 4 {
                let pixel = (Self.channels[colorType] ?? 1) * depth / 8
                for (y, x) in (0..<270).flatMap({ y in (0..<300).map { (y, $0) } }) {
                    for byte in 1...depth / 8 { file.rows[y][(x + 1) * pixel - byte] = 255 }
                }
            }
            let data = file.data
            try data.withUnsafeBytes { bytes in
                try Vips.start()
                let reader = try SourceReader(bytes: bytes, type: .png, truncation: .fail)
                let targets = [300, 170, 64].map { ResampleTarget(PixelSize(width: $0, height: $0)) }
                let (decoding, other) = (Decoding(reader: reader), Decoding(reader: reader))
                try withExtendedLifetime((decoding, other)) {
                    let image = try decoding.watched(reader.open(frames: 1))
                    #expect(image.direct?.rows(of: image) != nil)
                    let image2 = try other.watched(reader.open(frames: 1))
                    image2.direct = nil
                    let made = try image.resampled(to: targets).map { try $0.pixels() }
                    #expect(try made == image2.resampled(to: targets).map { try $0.pixels() })
                    #expect(decoding.isOpaque == other.isOpaque)
                    #expect(decoding.isOpaque == (colorType >= 4 ? isOpaque : nil))
                    let samples = try #require(decoding.samples())
                    #expect(try samples.pixels() == other.samples()?.pixels())
                }
            }
        }
    }

    static let others: [(String, PNGFile)] = {
        var transparent = file(9, 7, colorType: 2)
        transparent.extras = [("tRNS", [0, 1, 0, 2, 0, 3])]
        let one = PNGFile(width: 8, height: 1, depth: 1, colorType: 0, rows: [[0b1010_0111]])
        var palette = PNGFile(width: 2, height: 1, colorType: 3, rows: [[0, 1]])
        palette.extras = [("PLTE", [1, 2, 3, 4, 5, 6])]
        return [("tRNS", transparent), ("1 bit", one), ("palette", palette)]
    }()

    @Test(arguments: others.indices)
    func otherKindsAreForLibvips(index: Int) throws {
        let (name, file) = Self.others[index]
        #expect(try rows(of: file.data) == nil, "\(name)")
        #expect(throws: Never.self) { try PixelImage(decoding: file.data) }
    }

    /// Each leads to the words that libvips has for it.
    static let damages: [(String, @Sendable (inout PNGFile) -> Void, @Sendable (Data) -> Data)] = [
        ("filter", { $0.filters = [0, 5] }, { $0 }),
        ("row missing", { $0.rows.removeLast() }, { $0 }),
        ("checksum of the pixels", { _ in }, { changed($0, $0.count - 12 - 3) }),
        ("pixel", { _ in }, { changed($0, $0.count - 200) }),
        ("cut", { _ in }, { $0.prefix($0.count - 300) }),
        ("no end", { _ in }, { $0.prefix($0.count - 12) }),
    ]

    private static func changed(_ data: Data, _ index: Int) -> Data {
        var data = data
        data[data.startIndex + index] ^= 0x55
        return data
    }

    @Test(arguments: damages.indices)
    func damageIsNotRead(index: Int) async throws {
        let (name, change, damage) = Self.damages[index]
        var file = Self.file(40, 30, colorType: 6)
        change(&file)
        let data = damage(file.data)
        #expect(try rows(of: data) == nil, "\(name)")
        var reason: String?
        do {
            _ = try PixelImage(decoding: data)
        } catch ImagingError.decode(_, let text) {
            reason = text
        }
        #expect(try await refusal(of: data) == reason, "\(name)")
    }

    @Test func whatLibvipsWarnsAboutIsReported() async throws {
        var file = Self.file(40, 30, colorType: 6)
        file.extras = [PNGFile.profile(ICCProfile.nameless), ("tEXt", Array("Comment\0text".utf8))]
        let sound = file.data
        let place = try #require(sound.firstRange(of: Data("iCCP".utf8)))
        let text = try #require(sound.firstRange(of: Data("Comment".utf8)))
        func warnings(_ data: Data) async throws -> [String] {
            try await InProcessEngine(threads: 1)
                .run(ImageJob(data: data, requests: [.one(.png, width: 8)])).warnings
        }
        #expect(try rows(of: sound) != nil)
        #expect(try await warnings(sound).isEmpty)
        let damaged = Self.changed(sound, place.upperBound + 20)
        #expect(try rows(of: damaged) == nil)
        #expect(try await warnings(damaged).contains { $0.contains("CRC") })
        // No pixel comes from a text.
        #expect(try await warnings(Self.changed(sound, text.lowerBound)).isEmpty)
    }

    /// The samples of an HDR picture are not those of its rows; a profile changes none.
    @Test func onlyUnchangedPixelsAreRead() throws {
        func isDirect(_ extras: [(name: String, content: [UInt8])]) throws -> Bool {
            var file = Self.file(20, 20, colorType: 2)
            file.extras = extras
            return try rows(of: file.data) != nil
        }
        // Code points of Rec. ITU-T H.273: BT.2020 with PQ, and Display P3.
        #expect(try !isDirect([("cICP", [9, 16, 0, 1])]))
        #expect(try isDirect([("cICP", [12, 13, 0, 1])]))
        #expect(try isDirect([PNGFile.profile(ICCProfile.adobeRGB)]))
        #expect(try isDirect([("gAMA", PNGFile.big(45_455, 4))]))
    }

    @Test func anOpenFileIsPartOfTheEstimate() {
        func estimate(_ file: PNGFile) -> Double { file.data.withUnsafeBytes { PNGRows.memory($0) } }
        let file = Self.file(100, 50, colorType: 6)
        #expect(estimate(file) >= Double(50 * 401 + file.data.count))
        #expect(estimate(file) < Double(3 * (50 * 401 + file.data.count)))
        // More than 64 MB are read by libvips, row by row.
        var large = file
        (large.width, large.height) = (5000, 5000)
        #expect(estimate(large) == 0)
    }
}
