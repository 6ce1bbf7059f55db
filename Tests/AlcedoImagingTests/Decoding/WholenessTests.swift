import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Files that end as they should and lack what comes before: rows that a decoder filled in are an error, a few blocks a
/// warning.
@Suite struct WholenessTests {
    private static let photo = Raster.photo(256, 192)

    private func jpeg(progressive: Bool) throws -> Data {
        var options = EncoderOptions()
        options.progressive = progressive
        return try Self.photo.image.encoded(as: .jpeg, quality: .lossy(85), options: options)
    }

    private func warnings(of data: Data, truncation: TruncationPolicy = .fail) async throws -> [String] {
        let job = ImageJob(data: data, requests: [.one(.png, width: 32)], truncation: truncation)
        return try await InProcessEngine(threads: 1).run(job).warnings
    }

    @Test(arguments: [0.3, 0.5, 0.9], [false, true])
    func aJPEGThatIsCutAndClosedIsRefused(part: Double, progressive: Bool) async throws {
        let file = try jpeg(progressive: progressive)
        var end = Int(Double(file.count) * part)
        // Within a Huffman table, which is another mistake, it is cut in the scan behind it.
        if let table = file.range(of: Data([0xFF, 0xC4]), options: .backwards, in: 0..<end),
            let scan = file.range(of: Data([0xFF, 0xDA]), in: table.upperBound..<file.count),
            scan.upperBound > end
        {
            end = scan.upperBound + 40
        }
        let cut = file.prefix(end) + [0xFF, 0xD9]
        let reason = try #require(try await refusal(of: cut))
        #expect(reason.contains("truncated") && reason.contains("missing"), "\(reason)")
        #expect(!reason.contains("\n"))
        let said = try await warnings(of: cut, truncation: .allow)
        #expect(said.count == 1 && said[0].contains("missing"), "\(said)")
    }

    @Test func rowsThatAreMissingAreCounted() async throws {
        let means = (0..<1024).map { $0 % 2 == 0 ? 64 : 0 }
        var file = JPEGFile(columns: 32, rows: 32, components: [means])
        // Twelve bits for each block: ten rows of blocks are 480 bytes.
        file.edit = { _, _, data in Array(data.prefix(480)) }
        let reason = try #require(try await refusal(of: file.data))
        #expect(reason.contains("176 of 256 rows are missing"), "\(reason)")
        #expect(reason.contains("truncated: allow"))
        let said = try await warnings(of: file.data, truncation: .allow)
        #expect(said == ["the JPEG is incomplete (176 of 256 rows are missing)"])
    }

    @Test func aStrayMarkerInTheMiddleIsACut() async throws {
        let file = try jpeg(progressive: false)
        for marker: UInt8 in [0x02, 0xC5, 0xD3, 0xDA, 0xFE] {
            let cut = file.prefix(file.count / 2) + [0xFF, marker] + file.dropFirst(file.count / 2)
            let reason = try await refusal(of: cut)
            #expect(reason?.contains("truncated") ?? false, "\(marker): \(reason ?? "")")
        }
    }

    /// The decoder reports no problem: each present scan is complete.
    @Test(arguments: [1, 2, 4, 9])
    func aProgressiveJPEGWithoutItsLastScansIsRefused(scans: Int) async throws {
        let file = try jpeg(progressive: true)
        var starts: [Int] = []
        var at = file.startIndex
        while let found = file.range(of: Data([0xFF, 0xDA]), in: at..<file.endIndex) {
            starts.append(found.lowerBound)
            at = found.upperBound
        }
        #expect(starts.count == 10)
        let tables = try #require(
            file.range(of: Data([0xFF, 0xC4]), options: .backwards, in: 0..<starts[scans]))
        let end = tables.lowerBound > starts[scans - 1] ? tables.lowerBound : starts[scans]
        let cut = file[..<end] + [0xFF, 0xD9]
        let reason = try await refusal(of: cut)
        #expect(reason?.contains("missing") ?? false, "\(reason ?? "")")
        let said = try await warnings(of: cut, truncation: .allow)
        #expect(said.count == 1 && said[0].contains("missing"), "\(said)")
        #expect(try await refusal(of: file) == nil)
        #expect(try await warnings(of: file) == [])
    }

    @Test func aFewMissingBlocksAreAWarningThatSaysHowMuch() async throws {
        let means = (0..<1024).map { $0 % 2 == 0 ? 64 : 0 }
        var file = JPEGFile(columns: 32, rows: 32, components: [means], restartInterval: 16)
        file.edit = { _, interval, data in interval == 4 ? Array(data.prefix(12)) : data }
        #expect(
            try await warnings(of: file.data) == [
                "the JPEG data is damaged in places (less than 1 % of it is missing)"
            ])
    }

    @Test func garbageAfterTheEndOrBeforeARestartIsNotDamage() async throws {
        let file = try jpeg(progressive: false)
        #expect(try await warnings(of: file + Data(repeating: 7, count: 500)) == [])
        let means = (0..<1024).map { $0 % 2 == 0 ? 64 : 0 }
        var restarts = JPEGFile(columns: 32, rows: 32, components: [means], restartInterval: 16)
        restarts.edit = { _, interval, data in interval == 4 ? data + [0x12, 0x34] : data }
        #expect(try await refusal(of: restarts.data) == nil)
    }

    @Test func aPictureToLayOnOthersHasToBeWhole() async throws {
        let file = try jpeg(progressive: false)
        let cut = file.prefix(file.count / 2) + [0xFF, 0xD9]
        _ = try await pixels(.one(processors: [.blend(file)]), from: file)
        await #expect(throws: ImagingError.self) {
            try await pixels(.one(processors: [.blend(cut)]), from: file)
        }
    }

    /// 64 × 64 grey pixels of slopes and squares, as `cjpeg -arithmetic -quality 40` of libjpeg-turbo writes them.
    private static let arithmetic = Data(
        base64Encoded: """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhl\
            bXd7gYKBTmCNl4x9lnN+gXz/yQALCABAAEABAREA/8wABgAQEAX/2gAIAQEAAD8A/wB4dowXH06lkGx3IdUZ3zPEZNaA0mJf\
            1ZBpsqaHPYljJdfI9awD4G9z0Tz+VJx8rf4Lcl000odRQErMawFVy6U7Fq3c42cNm05dPLE6XYePe8bMqGdLzY7OjN0ToioO\
            /wBWU9VGcF3btcRkpIndk3NutgycPr2HSAut1YMAKLRS6A6vfFKNFReFN3fr1d+Upf8AjQ63bI25BC+bgztei+IJAzxrc1j/\
            ANHvspV5VqzkU6g5okfUMv7faERGRCtYq2wzl2mF9FzYu/D7bbBljNpRWxjI6GOSeEIc1b5i3TTkb8ZSlM3gRz43CBC4O7ZX\
            2i1/l1tmU17pim619uhpPA6l3n6kFKkhbunEvfZb/F2y9bD4Lob6sdt19BMWjTs9RDSpAm+ly9SfCJZ3bFcO6s8PIL8dZPS7\
            7JWbR3rwRDzu9aZupb/6r3724PZEogGSbNouSXlpyjXdAwIuQCyzZ+OrBT3zVtDs3+YwU0esUi2wuvywtLNNCqczZUzF5wWs\
            UPnoQLpe3ofBdXf9FGxb1ZYH9+N2zv02c59euQ+a5mV6KMfXFG/jyEHFZa2GvirC+SF+O5b7pnS1cpVJm4wbQ1T0xzR6/9k=
            """)

    /// Its decoder fills in zeros, and reports no problem.
    @Test func aJPEGWithArithmeticCodingIsMeasuredByOtherBytesInPlaceOfWhatIsMissing() async throws {
        let file = try #require(Self.arithmetic)
        #expect(try await refusal(of: file) == nil)
        #expect(try await warnings(of: file) == [])
        let start = try #require(file.range(of: Data([0xFF, 0xDA]))).upperBound + 8
        for part in [0.3, 0.6] {
            let cut = file.prefix(start + Int(Double(file.count - start) * part)) + [0xFF, 0xD9]
            let reason = try #require(try await refusal(of: cut))
            #expect(reason.contains("of 64 rows are missing"), "\(reason)")
        }
    }

    /// A marker in the data, where decoders stop.
    @Test func restartsWithoutAnIntervalEndArithmeticData() async throws {
        let file = try #require(Self.arithmetic)
        let start = try #require(file.range(of: Data([0xFF, 0xDA]))).upperBound + 8
        let place = start + (file.count - start) / 3
        let reason = try await refusal(of: file.prefix(place) + [0xFF, 0xD3] + file.dropFirst(place))
        #expect(reason?.contains("of 64 rows are missing") ?? false, "\(reason ?? "")")
    }

    /// 64 × 80 grey pixels, as `cjpeg -grayscale -arithmetic -progressive -quality 20` writes them. Measuring it makes
    /// warnings of its own.
    @Test func aProgressiveJPEGWithArithmeticCodingIsWhole() async throws {
        let file = try #require(
            Data(
                base64Encoded: """
                    /9j/4AAQSkZJRgABAQAAAQABAAD/2wCDEAAoABwAHgAjAB4AGQAoACMAIQAjAC0AKwAoADAAPABkAEEAPAA3ADcAPAB7AFgAXQBJ
                    AGQAkQCAAJkAlgCPAIAAjACKAKAAtADmAMMAoACqANoArQCKAIwAyAERAMsA2gDuAPUBAgEEAQIAmwDBARsBLwEYAPoBLADmAP0B
                    AgD4/8oACwgAUABAAQERAP/MAAQAEP/aAAgBAQAAAAH9nvaVnnuieMPYHDiNW9S/Jgp7PFu/YP/MAAQQBf/aAAgBAQABBQKsbWOs
                    nz7/zAAEEAX/2gAIAQEABj8CrGes52mg/8wABBAF/9oACAEBAAE/IclBLa1PBKmWsEw3STBLWYqEXOOW/tb0HzGEiqD/2gAIAQEA
                    AAAQbqf61gvPtIVyVP/MAAQQBf/aAAgBAQABPxAAiV/KLe8EgFbEhiHRfvkfR3OZGZKf1jIsf5d9P86/PHPZt827DpZ4xAu1owq6
                    w7VZUYyH3ltcZWmuIs/oQ8eFcHuK1eAU0wzpRHnHz2sqOiaCme5WGocMKZxMFMrmftro0kT/2Q==
                    """, options: .ignoreUnknownCharacters))
        #expect(try await warnings(of: file) == [])
    }

    /// 64 × 80 grey pixels of `cjpeg -grayscale -quality 20` without the usual Huffman tables, as in Motion JPEG, which
    /// decoders know. With a marker at byte 178, djpeg leaves 64 rows grey.
    @Test func rowsThatAreGreyAfterAStrayMarkerAreMissing() async throws {
        let file = try #require(
            Data(
                base64Encoded: """
                    /9j/2wCDEAAoABwAHgAjAB4AGQAoACMAIQAjAC0AKwAoADAAPABkAEEAPAA3ADcAPAB7AFgAXQBJAGQAkQCAAJkAlgCPAIAAjACK
                    AKAAtADmAMMAoACqANoArQCKAIwAyAERAMsA2gDuAPUBAgEEAQIAmwDBARsBLwEYAPoBLADmAP0BAgD4/8EACwgAUABAAQERAP/a
                    AAgBAQAAPwDLApwA9KdjpTwMU4CngetOApwWqQHNOC+tPA9qcBTgKeB+FOAp4H41R2kU4DFPApwGacFzT8dqcFp4HeqIFPApwWng
                    U4DinAU8DinBcGqIHftTwtOC808CnAZp4ApwHNOx3qkB9KcBTgPangcU8DtTgP8AJpwX2p4FUQKcBx708CnAYFOUU8LTgO9OAqkB
                    TwKcBTgKeBzTse1OAp4GKpbeKcFpwFPApwWnBacBSuxQbgjMM87ew9f/ANVVAtKBTwvNPApwHHFOAqOa4EMZYI0h+6oTnc3PH4Y5
                    qrdXKRSFQVCxLlY8hckEevbHQY55I7Gv/9k=
                    """, options: .ignoreUnknownCharacters))
        #expect(try await warnings(of: file) == [])
        let cut = file.prefix(178) + [0xFF, 0x01] + file.dropFirst(178)
        let reason = try #require(try await refusal(of: cut))
        #expect(reason.contains("64 of 80 rows are missing"), "\(reason)")
        let said = try await warnings(of: cut, truncation: .allow)
        #expect(said == ["the JPEG is incomplete (64 of 80 rows are missing)"])
    }

    private func gif(frames: Int, edit: (inout Data) -> Void = { _ in }) -> Data {
        let frame = (0..<1200).map { UInt8($0 % 7) }
        var data = GIFFile(
            width: 40, height: 30, palette: (0..<7).map { [$0 * 30, 9, 80] },
            frames: [[UInt8]](repeating: frame, count: frames), delays: [Int](repeating: 10, count: frames)
        ).data
        edit(&data)
        return data
    }

    @Test func aGIFWithoutItsLastRowsIsRefused() async throws {
        #expect(try await refusal(of: gif(frames: 1)) == nil)
        // 1,200 pixels are 1,213 codes of one byte, in blocks of 255. Without the last two blocks, of 194 and 256 bytes, 765
        // codes are left, eight of which give nothing: 757 pixels are 18 rows and a part of the 19th.
        let cut = gif(frames: 1) { $0.removeSubrange(($0.count - 2 - 450)..<($0.count - 2)) }
        let reason = try #require(try await refusal(of: cut))
        #expect(reason.contains("11 of 30 rows are missing") && reason.contains("truncated"), "\(reason)")
        let second = gif(frames: 2) { $0.removeSubrange(($0.count - 2 - 450)..<($0.count - 2)) }
        let said = try await warnings(of: second, truncation: .allow)
        #expect(said.count == 1 && said[0].contains("frame 2"), "\(said)")
    }

    /// Chunks and fields that are damaged or contradict others, and from which no pixel comes.
    @Test func whatOnlyDescribesAPictureDamagesNoPixel() async throws {
        let picture = PNGFile(Raster.photo(16, 16))
        let chunks: [(name: String, content: [UInt8])] = [
            ("tIME", [7, 232, 0, 0, 0, 0, 0]), ("sBIT", [9, 9, 9]), ("bKGD", [0]), ("hIST", [0, 1]),
            ("gAMA", [0, 0, 0x27, 0x10]), ("pHYs", [1]), ("iTXt", [0x61, 0, 1, 0, 0, 0, 7]),
        ]
        for chunk in chunks {
            var file = picture
            file.extras = [("sRGB", [0]), chunk]
            #expect(try await warnings(of: file.data) == [], "\(chunk.name)")
        }
        // Three colours and a fourth sample that no field explains.
        let rgba = TIFFFile.data(
            width: 2, height: 1, bits: 8, samples: 4, photometric: 2, pixels: [9, 8, 7, 255, 6, 5, 4, 128])
        #expect(try await warnings(of: rgba) == [])
    }

    @Test func aTIFFWithAMissingStripIsRefused() async throws {
        func file(_ places: [Int]) -> Data {
            TIFFFile.data(
                width: 8, height: 8, bits: 8, samples: 1, photometric: 1,
                pixels: [UInt8](repeating: 9, count: 64),
                extra: [0x111: places])
        }
        let reason = try await refusal(of: file([0]))
        #expect(reason?.contains("1 of 1 strips are missing") ?? false, "\(reason ?? "")")
    }
}
