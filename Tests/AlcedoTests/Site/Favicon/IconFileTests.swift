import AlcedoBase
import Testing

@testable import Alcedo

struct IconFileTests {
    @Test func theDirectoryIsMicrosofts() {
        let pictures: [(side: Int, png: Data)] = [(16, Data([1, 2, 3])), (256, Data([4, 5]))]
        // Written by hand from the description of ICONDIR and ICONDIRENTRY.
        let expected: [UInt8] = [
            0, 0, 1, 0, 2, 0,
            16, 16, 0, 0, 1, 0, 32, 0, 3, 0, 0, 0, 38, 0, 0, 0,
            0, 0, 0, 0, 1, 0, 32, 0, 2, 0, 0, 0, 41, 0, 0, 0,
            1, 2, 3, 4, 5,
        ]
        #expect(IconFile.bytes(of: pictures) == Data(expected))
    }
}
