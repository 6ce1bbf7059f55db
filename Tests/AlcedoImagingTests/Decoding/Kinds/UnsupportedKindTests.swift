import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// Intact files of unsupported kinds are named, and never called damaged.
@Suite struct UnsupportedKindTests {
    private func check(_ file: Data, _ words: String..., advice: String = "") async throws {
        let reason = try #require(try await refusal(of: file), "\(words)")
        for word in words + [advice] where !word.isEmpty { #expect(reason.contains(word), "\(reason)") }
        #expect(
            reason.contains("not supported") && !reason.contains("damaged") && !reason.contains("truncated"),
            "\(reason)")
        #expect(!reason.contains("\n"))
    }

    private static func jpeg(_ frame: UInt8, precision: UInt8 = 8, height: Int? = nil, components: Int = 1)
        -> Data
    {
        var file = JPEGFile(
            columns: 2, rows: 2, components: [[Int]](repeating: [1, 2, 3, 4], count: components))
        (file.frame, file.precision, file.height) = (frame, precision, height)
        return file.data
    }

    // ITU-T T.81, table B.1.
    @Test(
        arguments: [
            (0xC3, "lossless"), (0xC5, "hierarchical"), (0xC6, "hierarchical"), (0xC7, "hierarchical"),
            (0xCB, "lossless"),
            (0xCD, "hierarchical"), (0xCE, "hierarchical"), (0xCF, "hierarchical"), (0xF7, "JPEG-LS"),
        ] as [(UInt8, String)])
    func processesOfJPEGAreNamed(frame: UInt8, name: String) async throws {
        try await check(Self.jpeg(frame), name, advice: "save it as")
    }

    @Test func otherVariantsOfJPEGAreNamed() async throws {
        try await check(Self.jpeg(0xC1, precision: 12), "12 bits")
        try await check(Self.jpeg(0xC0, precision: 12), "12 bits")
        try await check(Self.jpeg(0xC0, height: 0), "DNL")
        #expect(try await refusal(of: Self.jpeg(0xC0)) == nil)
    }

    @Test func applesPNGIsNamed() async throws {
        let header = PNGFile.chunk("IHDR", PNGFile.big(4, 4) + PNGFile.big(4, 4) + [8, 6, 0, 0, 0])
        // Apple's own tools leave out the header and the sum of the zlib stream.
        let stream = Array(PNGFile.stored([UInt8](repeating: 0, count: 68)).dropFirst(2).dropLast(4))
        let file =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGFile.chunk("CgBI", [0x50, 0, 0x20, 2])
            + header
            + PNGFile.chunk("IDAT", stream) + PNGFile.chunk("IEND", [])
        try await check(Data(file), "Apple", "CgBI", advice: "original")
    }

    private static func tiff(
        bits: Int = 8, samples: Int = 1, photometric: Int = 1, extra: [UInt16: [Int]] = [:]
    ) -> Data {
        TIFFFile.data(
            width: 16, height: 4, bits: bits, samples: samples, photometric: photometric,
            pixels: [UInt8](repeating: 1, count: 16 * 4 * samples * 8), extra: extra)
    }

    @Test(arguments: [3, 6, 10, 12, 14, 24, 64])
    func depthsOfTIFFAreNamed(bits: Int) async throws {
        try await check(Self.tiff(bits: bits), "\(bits) bits", advice: "8 or 16 bits")
    }

    @Test func otherVariantsOfTIFFAreNamed() async throws {
        try await check(Self.tiff(bits: 12, samples: 3, photometric: 2), "12 bits")
        try await check(Self.tiff(bits: 16, extra: [339: [3]]), "16-bit floating-point")
        try await check(Self.tiff(bits: 64, extra: [339: [3]]), "64-bit floating-point")
        try await check(Self.tiff(bits: 64, extra: [339: [6]]), "complex")
        try await check(Self.tiff(extra: [259: [6]]), "before 1995")
        try await check(Self.tiff(extra: [259: [34712]]), "JPEG 2000", advice: "LZW")
        try await check(Self.tiff(extra: [259: [52546]]), "JPEG XL")
        for number in 33003...33005 {
            try await check(
                Self.tiff(samples: 3, photometric: 2, extra: [259: [number]]), "Aperio", "\(number)",
                advice: "tifffile")
        }
        try await check(
            Self.tiff(samples: 3, photometric: 2, extra: [284: [2], 322: [16], 323: [16]]), "separate planes",
            advice: "tiffcp -p contig")
        for bits in [1, 2, 4, 8, 16] {
            #expect(try await refusal(of: Self.tiff(bits: bits)) == nil, "\(bits)")
        }
    }

    /// Their previews and sensor mosaics must not be used as pictures.
    @Test func rawFilesOfCamerasAreNamed() async throws {
        try await check(Self.tiff(extra: [50706: [1, 4, 0, 0]]), "camera raw", "DNG", advice: "export")
        try await check(Self.tiff(photometric: 32803), "camera raw")
        try await check(Self.tiff(photometric: 34892), "camera raw")
        var canon = Array(Self.tiff())
        // The directory is moved after the marker, which stays.
        let directory = Array(canon[8...])
        canon = [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0] + Array("CR".utf8) + [2, 0, 0, 0, 0, 0] + directory
        try await check(Data(canon), "Canon CR2")
        // A preview in the first directory, and the sensor's data in another directory that it refers to.
        var preview = Self.tiff(extra: [330: [0]])
        let place = preview.count
        preview = Self.tiff(extra: [330: [place]])
        #expect(preview.count == place)
        preview += [1, 0, 0x06, 0x01, 3, 0, 1, 0, 0, 0, 0x23, 0x80, 0, 0, 0, 0, 0, 0]
        try await check(preview, "camera raw")
        // The sensor's data in the next directory, which does not say its size.
        let first = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + Self.directory(20, 20, reduced: 0).dropLast(4)
        let next = [UInt8(first.count + 4), 0, 0, 0]
        try await check(
            Data(first + next + [1, 0, 0x06, 0x01, 3, 0, 1, 0, 0, 0, 0x23, 0x80, 0, 0, 0, 0, 0, 0]),
            "camera raw")
    }

    /// A directory of one picture of this size, little-endian, without pixels.
    private static func directory(_ width: Int, _ height: Int, reduced: Int) -> [UInt8] {
        func entry(_ tag: Int, _ value: Int) -> [UInt8] {
            [
                UInt8(tag & 255), UInt8(tag >> 8), 3, 0, 1, 0, 0, 0, UInt8(value & 255), UInt8(value >> 8), 0,
                0,
            ]
        }
        return [3, 0] + entry(254, reduced) + entry(256, width) + entry(257, height) + [0, 0, 0, 0]
    }

    /// Returns a TIFF of 16×4 pixels and a second directory, which the first one refers to.
    private static func tiff(_ first: [UInt16: [Int]], isPart: Bool, second: [UInt8]) -> Data {
        let count = tiff(extra: isPart ? first.merging([330: [0]]) { $1 } : first).count
        var bytes = Array(tiff(extra: isPart ? first.merging([330: [count]]) { $1 } : first))
        if !isPart {
            let entries = Int(bytes[8]) | Int(bytes[9]) << 8
            for index in 0..<4 { bytes[10 + entries * 12 + index] = UInt8(count >> (8 * index) & 255) }
        }
        return Data(bytes + second)
    }

    /// Cameras do not always name the sensor's data as such. What gives them away is a picture in front of a larger one.
    @Test func aPreviewIsNotTakenForItsPicture() async throws {
        let sensor = Self.directory(4000, 3000, reduced: 0)
        for first in [[254: [1]], [:]] as [[UInt16: [Int]]] {
            try await check(
                Self.tiff(first, isPart: true, second: sensor), "preview (16x4 of 4000x3000", "camera raw",
                advice: "export")
        }
        try await check(Self.tiff([254: [1]], isPart: false, second: sensor), "preview", advice: "export")
        try await check(Self.tiff([255: [2]], isPart: false, second: sensor), "preview", advice: "export")
    }

    @Test func pagesAndPyramidsAreNoPreviews() async throws {
        let page = Self.directory(4000, 3000, reduced: 0)
        let level = Self.directory(8, 2, reduced: 1)
        for file in [
            Self.tiff([:], isPart: false, second: page), Self.tiff([254: [2]], isPart: false, second: page),
            Self.tiff([254: [0]], isPart: true, second: level),
            Self.tiff([254: [0]], isPart: false, second: level),
            // A mask of the same size, and a first page that is marked by mistake.
            Self.tiff([:], isPart: true, second: Self.directory(16, 4, reduced: 4)),
            Self.tiff([254: [1]], isPart: false, second: Self.directory(16, 4, reduced: 0)),
        ] {
            #expect(try await refusal(of: file) == nil)
        }
    }

    private static func box(_ name: String, _ content: [UInt8] = []) -> [UInt8] {
        PNGFile.big(8 + content.count, 4) + Array(name.utf8) + content
    }

    private static func media(_ brands: String..., boxes: [UInt8]) -> Data {
        let type = Array(brands[0].utf8) + [0, 0, 0, 0] + brands.flatMap { Array($0.utf8) }
        return Data(box("ftyp", type) + boxes + box("mdat", [UInt8](repeating: 0, count: 40)))
    }

    @Test func sequencesAndOtherCodecsAreNamed() async throws {
        let track = Self.box("moov", [UInt8](repeating: 0, count: 40))
        try await check(Self.media("avis", "msf1", "iso8", boxes: track), "AVIF", "sequence", advice: "WebP")
        try await check(Self.media("hevc", "msf1", "iso8", boxes: track), "HEIC", "sequence")
        let meta = Self.box("meta", [0, 0, 0, 0])
        try await check(Self.media("avci", "mif1", boxes: meta), "H.264")
        try await check(Self.media("vvic", "mif1", boxes: meta), "H.266")
        try await check(Self.media("j2ki", "mif1", boxes: meta), "JPEG 2000")
    }

    @Test func laterVersionsOfWebPAreNamed() async throws {
        let file = try Raster.photo(32, 32).image.encoded(as: .webp, quality: .lossless)
        let place = try #require(file.range(of: Data("VP8L".utf8))).lowerBound
        try #require(place == 12)
        var later = file
        later[24] |= 0x20
        try await check(later, "newer version")
        var lossy = try Raster.photo(32, 32).image.encoded(as: .webp)
        try #require(lossy.range(of: Data("VP8 ".utf8))?.lowerBound == 12)
        lossy[20] |= 0x0E
        try await check(lossy, "newer version")
    }

    @Test func otherFilesAreNamedInFrontOfWhatIsSupported() async throws {
        for (bytes, name) in [("P3\n1 1\n255\n1 2 3\n", "PPM"), ("qoif", "QOI"), ("%!PS-Adobe-3.0", "EPS")] {
            try await check(Data(bytes.utf8), name, advice: "supported types are JPEG, PNG")
        }
        try await check(
            Self.media("isom", "mp42", boxes: []), "video", advice: "supported types are JPEG, PNG")
    }
}
