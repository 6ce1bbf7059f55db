import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct ContainerGIFTests {
    // One pixel: header, screen with a table of two colours, then blocks.
    private let header: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
    private let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
    private let loop: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    private let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
    private let comment: [UInt8] = [0x21, 0xFE, 3, 0x61, 0x3B, 0x2C, 2, 0x21, 0, 0]
    private let foreign: [UInt8] = [0x21, 0xFF, 11] + Array("ADOBE:IR1.0".utf8) + [1, 7, 0]

    @Test func commentsAndForeignExtensionsGo() throws {
        let data = Data(header + loop + comment + foreign + control + picture + comment + picture + [0x3B])
        let expected = Data(header + loop + control + picture + picture + [0x3B])
        #expect(try ContainerCleaner.clean(data, format: .gif, keeping: .all) == expected)
    }

    /// A loop count has one block of three bytes; text is never shown.
    @Test func nothingHidesBesideALoopCount() throws {
        let longer = loop.dropLast() + [4, 0x61, 0x62, 0x63, 0x64, 0]
        let text: [UInt8] = [0x21, 0x01, 12] + [UInt8](repeating: 1, count: 12) + [2, 0x61, 0x62, 0]
        let data = Data(header + longer + control + text + picture + picture + [0x3B])
        let expected = Data(header + loop + control + picture + picture + [0x3B])
        #expect(try ContainerCleaner.clean(data, format: .gif, keeping: .all) == expected)
    }

    @Test func localColourTablesBelongToThePicture() throws {
        var local = picture
        local[9] = 0x81
        local.insert(contentsOf: [UInt8](repeating: 0x3B, count: 12), at: 10)
        let data = Data(header + comment + local + [0x3B])
        #expect(try ContainerCleaner.clean(data, format: .gif, keeping: []) == Data(header + local + [0x3B]))
    }

    @Test func aStillPictureHasNoLoopExtension() throws {
        let still = Data(header + control + picture + [0x3B])
        let data = Data(header + loop + control + picture + loop + [0x3B])
        #expect(try ContainerCleaner.clean(data, format: .gif, keeping: .all) == still)
    }

    @Test func whatFollowsTheTrailerIsDropped() throws {
        let data = Data(header + picture + [0x3B])
        #expect(try ContainerCleaner.clean(data + [1, 2, 3], format: .gif, keeping: []) == data)
    }

    @Test func xmpIsKeptIfRequested() throws {
        let title = Data("Title".utf8)
        let with = try ContainerCleaner.clean(ContainerFixtures.animatedGif, format: .gif, keeping: .xmp)
        let without = try ContainerCleaner.clean(ContainerFixtures.animatedGif, format: .gif, keeping: [])
        #expect(with.range(of: title) != nil)
        #expect(without.range(of: title) == nil)
        #expect(with.range(of: Data("made here".utf8)) == nil)
        #expect(without.range(of: Data("NETSCAPE2.0".utf8)) != nil)
    }

    @Test func aFileWithoutAPictureIsRefused() {
        #expect(throws: ContainerError.self) {
            try ContainerCleaner.clean(Data(header + comment + [0x3B]), format: .gif, keeping: [])
        }
    }
}
