import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

/// The part of the pixels that a crop keeps.
@Suite struct CropPixelsTests {
    /// 90 × 90 in nine cells, each of its own grey: 20, 40 … 180 from the top left, row by row.
    static let cells = PNGFile(Raster(90, 90, bands: 1) { x, y in [UInt8(20 * (y / 30 * 3 + x / 30 + 1))] })
        .data
    /// 90 × 30: three cells of 20, 40, 60.
    static let row = PNGFile(Raster(90, 30, bands: 1) { x, _ in [UInt8(20 * (x / 30 + 1))] }).data
    /// 30 × 90: three cells of 20, 40, 60.
    static let column = PNGFile(Raster(30, 90, bands: 1) { _, y in [UInt8(20 * (y / 30 + 1))] }).data

    @Test(arguments: [
        (CropPosition.center, 40, 40), (.north, 40, 20), (.northeast, 60, 20), (.east, 60, 40),
        (.southeast, 60, 60), (.south, 40, 60), (.southwest, 20, 60), (.west, 20, 40), (.northwest, 20, 20),
    ])
    func aCompassPointKeepsItsSide(position: CropPosition, across: UInt8, down: UInt8) async throws {
        // A cover crops along one side at a time: a wide picture shows left and right, a tall one above and below.
        let request = ImageRequest.one(width: 30, height: 30, position: position)
        #expect(try await pixels(request, from: Self.row) == .plain(30, 30, across))
        #expect(try await pixels(request, from: Self.column) == .plain(30, 30, down))
    }

    @Test(arguments: [(0.0, 20), (0.1, 20), (0.5, 40), (0.9, 60), (1.0, 60)])
    func theFocalPointIsKeptInView(at: Double, cell: UInt8) async throws {
        let focus = FocalPoint(x: at, y: at)
        let request = ImageRequest.one(width: 30, height: 30, focus: focus)
        #expect(try await pixels(request, from: Self.row) == .plain(30, 30, cell))
        #expect(try await pixels(request, from: Self.column) == .plain(30, 30, cell))
    }

    @Test func theFocalPointIsInTheMiddleWhereThereIsRoom() async throws {
        // 0.4 of 90 is 36: the crop begins at 36 - 15 = 21.
        let request = ImageRequest.one(width: 30, height: 30, focus: FocalPoint(x: 0.4, y: 0.4))
        let raster = try await pixels(request, from: Self.row)
        #expect(raster == Raster(30, 30, bands: 1) { x, _ in [x < 9 ? 20 : 40] })
    }

    @Test func aCompassPointWinsOverTheFocusAndTheFocusOverTheRest() async throws {
        let focus = FocalPoint(x: 0.99, y: 0.99)
        func grey(_ position: CropPosition) async throws -> UInt8 {
            try await pixels(.one(width: 30, height: 30, position: position, focus: focus), from: Self.row)[
                15, 15][0]
        }
        #expect(try await grey(.west) == 20)
        #expect(try await grey(.center) == 60)
        #expect(try await grey(.attention) == 60)
        #expect(try await grey(.entropy) == 60)
    }

    /// A grey field with something in one place.
    static func field(_ width: Int, _ height: Int, at left: Int, _ top: Int, _ thing: Raster) -> Data {
        PNGFile(
            Raster(width, height, bands: 3) { x, y in
                let inside = (left..<left + thing.width).contains(x) && (top..<top + thing.height).contains(y)
                return inside ? thing[x - left, y - top] : [128, 128, 128]
            }
        ).data
    }

    @Test(arguments: [CropPosition.attention, .entropy], [0, 1, 2])
    func attentionAndEntropyFindWhatThereIsToSee(position: CropPosition, place: Int) async throws {
        // Saturated stripes at one end or in the middle of a picture three times as wide as high.
        let stripes = Raster(60, 60, bands: 3) { x, y in
            (x / 5 + y / 5) % 2 == 0 ? [230, 40, 30] : [20, 20, 90]
        }
        let file = Self.field(480, 160, at: [10, 210, 410][place], 50, stripes)
        let raster = try await pixels(.one(width: 160, height: 160, position: position), from: file)
        let seen = (0..<160 * 160).filter { raster[$0 % 160, $0 / 160] != [128, 128, 128] }.count
        // All of it, except at the edge of the coarse search.
        #expect(Double(seen) > 0.85 * 60 * 60, "\(seen)")
        let other: CropPosition = place == 0 ? .east : .west
        let away = try await pixels(.one(width: 160, height: 160, position: other), from: file)
        #expect(place == 1 || away.bytes.allSatisfy { $0 == 128 })
    }

    @Test func theSamePartIsFoundAtEverySize() async throws {
        let file = Self.field(900, 300, at: 650, 100, .noise(100, 100, bands: 3))
        let sides = [300, 150, 60]
        let outputs = try await makeAll(
            sides.map { .one(width: $0, height: $0, position: .attention) }, from: file)
        var centres: [Double] = []
        for (index, side) in sides.enumerated() {
            let output = try #require(outputs[ImageJob.OutputID(request: index, format: .png)])
            let raster = try Raster(decoding: output.data)
            let seen = (0..<side).filter { x in abs(Int(raster[x, side / 2][0]) - 128) > 8 }
            centres.append(Double(seen.reduce(0, +)) / Double(max(1, seen.count)) / Double(side))
        }
        for centre in centres { #expect(abs(centre - centres[0]) < 0.05, "\(centres)") }
    }

    @Test func aCropOfAnAnimationIsTheSameInEveryFrame() async throws {
        let frames = [1, 2].map { shade in (0..<60 * 20).map { $0 % 60 < 40 ? 0 : UInt8(shade) } }
        let file = GIFFile(
            width: 60, height: 20, palette: [[0, 0, 0], [255, 0, 0], [0, 255, 0]], frames: frames,
            delays: [5, 5]
        ).data
        let raster = try await pixels(.one(.gif, width: 20, height: 20, position: .east), from: file)
        #expect(raster.width == 20 && raster.height == 40)
        #expect(raster[10, 10].prefix(3) == [255, 0, 0] && raster[10, 30].prefix(3) == [0, 255, 0])
    }
}
