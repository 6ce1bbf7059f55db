import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Pictures made of components are compared with those that libvips decodes, through libjpeg's own conversion.
@Suite struct JPEGPlanesTests {
    enum Kind: CaseIterable {
        case quarter, full, progressive

        func file(_ raster: Raster, quality: Double = 90) throws -> Data {
            var options = EncoderOptions()
            options.chroma = self == .full ? .full : .quarter
            options.progressive = self == .progressive
            return try raster.image.encoded(as: .jpeg, quality: .lossy(Int(quality)), options: options)
        }
    }

    /// What both ways make of a file; `nil` if components do not apply.
    private func both(_ file: Data, _ size: PixelSize? = nil) throws -> (planes: Raster?, decoded: Raster) {
        try file.withUnsafeBytes { bytes in
            let reader = try SourceReader(bytes: bytes, type: .jpeg, truncation: .fail)
            let opened = try reader.open(frames: 1)
            let target = ResampleTarget(size ?? opened.size)
            let usesPlanes = opened.direct?.planes(of: opened) != nil
            let planes = try opened.resampled(to: [target])[0]
            let decoded = try reader.open(frames: 1).rendered().resampled(to: [target])[0]
            return (usesPlanes ? try Self.raster(planes) : nil, try Self.raster(decoded))
        }
    }

    private static func raster(_ image: PixelImage) throws -> Raster {
        var raster = Raster(0, 0, bands: image.bands) { _, _ in [] }
        (raster.width, raster.height) = (image.size.width, image.size.height)
        raster.bytes = [UInt8](try image.pixels())
        return raster
    }

    /// libjpeg enlarges chroma linearly and rounds it; here nothing is rounded before the color.
    @Test(arguments: Kind.allCases, [(64, 48), (63, 47), (33, 17), (17, 1), (7, 19), (5, 5)])
    func atItsOwnSizeAPictureIsWhatLibjpegDecodes(kind: Kind, size: (Int, Int)) throws {
        let file = try kind.file(.photo(size.0, size.1))
        let made = try both(file)
        let planes = try #require(made.planes)
        #expect(planes.distance(to: made.decoded) <= 2, "\(planes.distance(to: made.decoded))")
        // Half of a step of chroma, times up to 1.772, for an average of a quarter of a step.
        #expect(planes.meanDistance(to: made.decoded) < (kind == .full ? 0.1 : 0.45))
    }

    @Test(arguments: Kind.allCases, [150, 101, 60, 37, 9, 1])
    func aSmallerOneIsWhatTheDecodedPictureGives(kind: Kind, width: Int) throws {
        let file = try kind.file(.photo(299, 203))
        let size = PixelSize(width: width, height: max(1, width * 2 / 3))
        let made = try both(file, size)
        let planes = try #require(made.planes)
        // Both are rounded once, from the same value but for what was rounded in the decoded picture.
        #expect(planes.distance(to: made.decoded) <= 1, "\(planes.distance(to: made.decoded))")
    }

    /// Whether components gave a complete picture.
    private func isMadeOfComponents(_ file: Data, _ size: PixelSize) throws -> Bool {
        try file.withUnsafeBytes { bytes in
            let opened = try SourceReader(bytes: bytes, type: .jpeg, truncation: .fail).open(frames: 1)
            let target = ResampleTarget(size)
            var memory = [UInt8](repeating: 0, count: 3 * size.width * size.height)
            let planes = try #require(opened.direct?.planes(of: opened))
            return memory.withUnsafeMutableBytes { planes.resample(to: [target], into: [$0.baseAddress]) }
        }
    }

    /// Saturated stripes one pixel wide: chroma of both sides mixes, and much is out of range, which decoding cuts
    /// off. What has any weight is resampled after that.
    @Test(arguments: Kind.allCases, [8, 1])
    func saturatedEdgesAreThoseOfTheDecodedPicture(kind: Kind, stripes: Int) throws {
        let raster = Raster(384, 96, bands: 3) { x, _ in
            x % 8 == 0 && x < 48 * stripes ? [255, 0, 40] : [0, 0, 0]
        }
        // Without smaller chroma and at this quality little is out of range.
        let file = try kind.file(raster, quality: kind == .full ? 30 : 95)
        let size = PixelSize(width: 192, height: 48)
        #expect(try !isMadeOfComponents(file, size))
        let made = try both(file, size)
        #expect(made.planes == made.decoded)
    }

    /// A few such pixels do not matter, nor do colors on the edge of the range.
    @Test(arguments: Kind.allCases)
    func fewPixelsOutOfRangeAreNoReason(kind: Kind) throws {
        let raster = Raster(384, 96, bands: 3) { x, y in
            x == 200 && y < 8 ? [255, 0, 40] : (x / 128) % 2 == 0 ? [255, 255, 255] : [0, 0, 0]
        }
        #expect(try isMadeOfComponents(kind.file(raster), PixelSize(width: 192, height: 48)))
    }

    @Test func otherKindsAreLeftToLibvips() throws {
        let gray = Raster(20, 20, bands: 1) { x, y in [UInt8(x * y / 2)] }
        #expect(try both(gray.image.encoded(as: .jpeg)).planes == nil)
        // libjpeg repeats chroma of so few columns.
        #expect(try both(Kind.quarter.file(.photo(4, 9))).planes == nil)
        let sound = try Kind.quarter.file(.photo(64, 64))
        let image = try Raster.photo(64, 64).image
        for broken in [sound.prefix(30), Data(sound.dropFirst(2)), Data()] {
            let planes = broken.withUnsafeBytes { DirectSource(bytes: $0, type: .jpeg)?.planes(of: image) }
            #expect(planes == nil)
        }
    }

    enum Damage: CaseIterable {
        case cut, endless, garbage

        func applied(to file: Data) -> Data {
            let middle = file.count / 2
            return switch self {
            case .cut: file.prefix(file.count * 2 / 3)
            case .endless: file.dropLast(2)
            case .garbage: file[..<middle] + [0xFF, 0x55, 0xFF, 0xD9] + file[middle...]
            }
        }
    }

    /// Whatever is wrong with the data, libvips decodes it again and says what it has always said.
    @Test(arguments: Damage.allCases)
    func damageIsFound(damage: Damage) throws {
        let file = damage.applied(to: try Kind.quarter.file(.noise(160, 160, bands: 3)))
        try file.withUnsafeBytes { bytes in
            let reader = try SourceReader(bytes: bytes, type: .jpeg, truncation: .allow)
            let opened = try reader.open(frames: 1)
            var memory = [UInt8](repeating: 0, count: 3 * 160 * 160)
            let isComplete = memory.withUnsafeMutableBytes { pixels in
                opened.direct?.planes(of: opened)?.resample(
                    to: [ResampleTarget(opened.size)], into: [pixels.baseAddress])
            }
            #expect(isComplete == false)
            let planes = try Self.raster(opened.resampled(to: [ResampleTarget(opened.size)])[0])
            #expect(try planes == Self.raster(reader.open(frames: 1).rendered()))
        }
    }

    @Test func samplesAreThoseOfTheDecodedPicture() throws {
        let file = try Kind.quarter.file(.photo(600, 401))
        try file.withUnsafeBytes { bytes in
            let reader = try SourceReader(bytes: bytes, type: .jpeg, truncation: .fail)
            let samples = try [true, false].map { usesPlanes in
                let decoding = Decoding(reader: reader)
                return try withExtendedLifetime(decoding) {
                    let watched = try decoding.watched(reader.open(frames: 1))
                    if !usesPlanes { watched.direct = nil }
                    _ = try watched.resampled(to: [])
                    return try Self.raster(#require(decoding.samples()))
                }
            }
            #expect(samples[0].width == 256)
            // Chroma is that of the nearest sample.
            #expect(samples[0].meanDistance(to: samples[1]) < 1)
            #expect(samples[0].distance(to: samples[1]) < 12)
        }
    }
}
