import AlcedoBase
import Testing

@testable import Alcedo

struct VideoLengthTests {
    /// ISO/IEC 14496-12, 8.2.2: version and flags, two dates, the time scale and the duration.
    @Test func anMP4SaysItInItsMovieHeader() {
        var header = Array("mvhd".utf8) + [0, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
        header += [0, 0, 3, 0xE8, 0, 0, 0x0B, 0xB8]
        #expect(VideoLength.milliseconds(Data([0, 0, 0, 108] + header), .mp4) == 3000)
        #expect(VideoLength.milliseconds(Data(header.dropLast()), .mp4) == nil)
    }

    /// RFC 9559: element 0x4489 of 8 bytes; 820.0 is 0x4089A00000000000 (IEEE 754).
    @Test func aWebMSaysItInAFloat() {
        let element: [UInt8] = [0x44, 0x89, 0x88, 0x40, 0x89, 0xA0, 0, 0, 0, 0, 0]
        #expect(VideoLength.milliseconds(Data([0x1A, 0x45, 0xDF, 0xA3] + element), .webm) == 820)
        #expect(VideoLength.milliseconds(Data(element.dropLast()), .webm) == nil)
    }
}
