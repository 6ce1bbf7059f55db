import AlcedoBase
import AlcedoContainers
import AlcedoImaging
import AlcedoManifest
import AlcedoRecipes
import AlcedoWorkers
import Testing

@testable import Alcedo

struct VideoFileTests {
    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(value >> (8 * $0) & 0xFF) }
    }

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(name.utf8) + content
    }

    /// ISO/IEC 14496-12, 8.2.2: version and flags, two dates, the time scale and the duration; 8.5.2 and 12.1.3: the sample entry, whose
    /// size stands behind 24 bytes.
    private static func mp4(entry: String = "avc1") -> [UInt8] {
        let header = box("mvhd", [UInt8](repeating: 0, count: 12) + number(1000, 4) + number(3000, 4))
        let sample = box(entry, [UInt8](repeating: 0, count: 24) + number(240, 2) + number(134, 2))
        let table = box("stbl", box("stsd", number(0, 4) + number(1, 4) + sample))
        let track = box("trak", box("tkhd", []) + box("mdia", box("minf", table)))
        return box("ftyp", Array("isom".utf8)) + box("moov", header + track) + box("mdat", [1, 2, 3])
    }

    @Test func anMP4SaysItsSizeAndDuration() {
        let file = VideoFile(Data(Self.mp4()), .mp4)
        #expect(file?.size == PixelSize(width: 240, height: 134))
        #expect(file?.milliseconds == 3000)
    }

    @Test func anMP4ThatIsNotWholeIsRefused() {
        let whole = Self.mp4()
        for length in 0..<whole.count { #expect(VideoFile(Data(whole.prefix(length)), .mp4) == nil) }
        #expect(VideoFile(Data(whole + [0]), .mp4) == nil)
        #expect(VideoFile(Data(Self.mp4(entry: "hvc1")), .mp4) == nil)
        #expect(VideoFile(Data(whole), .webm) == nil)
    }

    private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        // RFC 8794, 4.1: the length in eight bytes.
        id + [1] + number(content.count, 7) + content
    }

    /// RFC 9559: 820.0 is 0x4089A00000000000 (IEEE 754), and the scale is in nanoseconds.
    private static func webM(codec: String = "V_VP9", scale: Int = 1_000_000) -> [UInt8] {
        let size = element([0xB0], number(240, 2)) + element([0xBA], number(134, 1))
        let track = element([0xAE], element([0x86], Array(codec.utf8)) + element([0xE0], size))
        let length = [0x40, 0x89, 0xA0, 0, 0, 0, 0, 0] as [UInt8]
        let info = element([0x2A, 0xD7, 0xB1], number(scale, 4)) + element([0x44, 0x89], length)
        let parts =
            element([0x15, 0x49, 0xA9, 0x66], info) + element([0x16, 0x54, 0xAE, 0x6B], track)
            + element([0x1F, 0x43, 0xB6, 0x75], [1, 2, 3])
        return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("webm".utf8)))
            + element([0x18, 0x53, 0x80, 0x67], parts)
    }

    @Test func aWebMSaysItsSizeAndDuration() {
        let file = VideoFile(Data(Self.webM()), .webm)
        #expect(file?.size == PixelSize(width: 240, height: 134))
        #expect(file?.milliseconds == 820)
        #expect(VideoFile(Data(Self.webM(scale: 2_000_000)), .webm)?.milliseconds == 1640)
    }

    @Test func aWebMThatIsNotWholeIsRefused() {
        let whole = Self.webM()
        for length in 0..<whole.count { #expect(VideoFile(Data(whole.prefix(length)), .webm) == nil) }
        #expect(VideoFile(Data(Self.webM(codec: "V_VP8")), .webm) == nil)
        #expect(VideoFile(Data(whole), .mp4) == nil)
    }

    @Test(arguments: 0..<200) func randomBytesAreNoVideo(_: Int) {
        let bytes = Data((0..<Int.random(in: 0...300)).map { _ in UInt8.random(in: 0...255) })
        #expect(VideoFile(bytes, .mp4) == nil)
        #expect(VideoFile(bytes, .webm) == nil)
        // Damaged ones may be refused or not, but have to be read without a crash.
        for (whole, format) in [(Self.mp4(), .mp4), (Self.webM(), .webm)] as [([UInt8], Variant.VideoFormat)]
        {
            var damaged = whole
            damaged[Int.random(in: damaged.indices)] = UInt8.random(in: 0...255)
            _ = VideoFile(Data(damaged), format)
        }
    }
}
