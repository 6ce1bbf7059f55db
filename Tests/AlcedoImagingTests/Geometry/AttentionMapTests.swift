import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// What `attention` keeps of drawn pictures in which there is only one thing to keep.
@Suite struct AttentionMapTests {
    private static let skin: [UInt8] = [224, 172, 140]

    /// A face: skin with eyes and a mouth, `radius` pixels from its center to its sides.
    private static func face(_ x: Int, _ y: Int, _ radius: Int) -> [UInt8]? {
        guard x * x * 4 + y * y * 3 < radius * radius * 4 else { return nil }
        let isEye = abs(abs(x) - radius * 3 / 8) < radius / 7 && abs(y + radius / 5) < radius / 9
        let isMouth = abs(x) < radius / 3 && abs(y - radius / 2) < radius / 10
        return isEye ? [30, 30, 40] : isMouth ? [150, 50, 60] : skin
    }

    /// Noise around a color, the same for the same seed.
    private static func noise(_ color: [UInt8], by strength: Int, seed: UInt64) -> (Int, Int) -> [UInt8] {
        { x, y in
            var value = seed &+ UInt64(x) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(y) &* 0xC2B2_AE3D_27D4_EB4F
            value ^= value >> 31
            value &*= 0xBF58_476D_1CE4_E5B9
            value ^= value >> 29
            let change = Int(value % UInt64(2 * strength + 1)) - strength
            return color.map { UInt8(min(255, max(0, Int($0) + change))) }
        }
    }

    private func origin(_ raster: Raster, _ width: Int, _ height: Int, faces: [FaceRegion] = []) throws
        -> PixelPoint
    {
        try AttentionMap(PlaceholderPixels(raster.image)).origin(
            of: PixelSize(width: width, height: height), faces: faces)
    }

    @Test(arguments: [40, 128, 210], [false, true])
    func aFaceIsKept(center: Int, isUpright: Bool) throws {
        let ground = Self.noise([96, 120, 80], by: 40, seed: 1)
        let raster = Raster(isUpright ? 120 : 256, isUpright ? 256 : 120, bands: 3) { x, y in
            let (along, across) = isUpright ? (y, x) : (x, y)
            let (right, down) = (along - center, across - 60)
            return Self.face(isUpright ? down : right, isUpright ? right : down, 26) ?? ground(x, y)
        }
        let found = try origin(raster, isUpright ? 120 : 90, isUpright ? 90 : 120)
        let start = isUpright ? found.y : found.x
        #expect(start <= center - 26 && start + 90 >= center + 26, "\(start)")
    }

    @Test(arguments: [30, 220])
    func aDarkBirdInTheSkyIsKept(center: Int) throws {
        let raster = Raster(256, 160, bands: 3) { x, y in
            let isBird = abs(x - center) + 2 * abs(y - 50) < 16
            return isBird ? [25, 25, 32] : [UInt8(120 + y / 3), UInt8(160 + y / 4), 230]
        }
        let start = try origin(raster, 120, 160).x
        #expect(start <= center - 16 && start + 120 >= center + 16, "\(start)")
    }

    @Test func aPlainThingOnATexturedGroundIsKept() throws {
        // Detail alone would keep the straw.
        let straw = Self.noise([184, 154, 100], by: 50, seed: 2)
        let raster = Raster(256, 120, bands: 3) { x, y in
            (190..<236).contains(x) && (30..<90).contains(y) ? [50, 60, 150] : straw(x, y)
        }
        let start = try origin(raster, 100, 120).x
        #expect(start <= 190 && start + 100 >= 236, "\(start)")
    }

    @Test func whatIsAlongTheWholePictureDecidesNothing() throws {
        // The strip below has more detail than all the rest, but every crop has its part of it.
        let plants = Self.noise([70, 120, 50], by: 60, seed: 3)
        let raster = Raster(256, 160, bands: 3) { x, y in
            if y >= 136 { return plants(x, y) }
            return (40..<64).contains(x) && (70..<110).contains(y) ? [48, 48, 52] : [210, 202, 188]
        }
        let start = try origin(raster, 120, 160).x
        #expect(start <= 40 && start + 120 >= 64, "\(start)")
    }

    @Test func ofSomethingTooHighTheTopIsKept() throws {
        // As of a person: the head is above.
        let raster = Raster(120, 256, bands: 3) { x, y in
            (40..<80).contains(x) && (30..<240).contains(y) ? [60, 70, 160] : [200, 200, 190]
        }
        let start = try origin(raster, 120, 90).y
        #expect(start <= 30 && start + 90 > 60, "\(start)")
    }

    @Test(arguments: [1, 2, 3, 17, 256])
    func ofAnEmptyPictureTheMiddleIsKept(side: Int) throws {
        let raster = Raster.plain(side, side, 77, 77, 77)
        let half = max(1, side / 2)
        #expect(try origin(raster, half, side) == PixelPoint(x: (side - half) / 2, y: 0))
        #expect(try origin(raster, side, half) == PixelPoint(x: 0, y: (side - half) / 2))
    }

    @Test func hiddenColorsDecideNothing() throws {
        // Transparent pixels with much to see, and one opaque disc.
        let hidden = Self.noise([128, 60, 60], by: 120, seed: 4)
        let raster = Raster(240, 80, bands: 4) { x, y in
            let isDisc = (x - 190) * (x - 190) + (y - 40) * (y - 40) < 400
            return isDisc ? [40, 90, 200, 255] : hidden(x, y) + [0]
        }
        let start = try origin(raster, 80, 80).x
        #expect(start <= 170 && start + 80 >= 210, "\(start)")
    }

    @Test func aMarkedFaceOutweighsWhatIsSeen() throws {
        let raster = Raster(256, 120, bands: 3) { x, y in
            (20..<60).contains(x) && (40..<80).contains(y) ? [230, 30, 40] : [150, 155, 160]
        }
        #expect(try origin(raster, 100, 120).x <= 20)
        let face = FaceRegion(x: 0.8, y: 0.5, width: 0.1, height: 0.3)
        let start = try origin(raster, 100, 120, faces: [face]).x
        // 0.75 and 0.85 of 256.
        #expect(start <= 192 && start + 100 >= 218, "\(start)")
    }

    @Test func facesOutsideOfThePictureAreHarmless() throws {
        let raster = Raster.plain(60, 30, 90, 90, 90)
        for face in [
            FaceRegion(x: 1, y: 1, width: 1, height: 1), FaceRegion(x: 0, y: 0, width: 0.001, height: 1),
        ] {
            let start = try origin(raster, 30, 30, faces: [face]).x
            #expect((0...30).contains(start))
        }
    }

    /// The bytes of a source decide, with all eight orientations: the face is in the stored picture.
    @Test(arguments: 1...8)
    func facesOfTheSourceAreTurnedUpright(orientation: Int) async throws {
        // Upright, the face is at 0.85 of the width and 0.3 of the height; nothing else is to be seen.
        let (x, y, w, h) = (0.85, 0.3, 0.1, 0.2)
        // Exif 2.3, 4.6.4 A: where that is in the stored picture.
        let stored: (Double, Double) =
            switch orientation {
            case 2: (1 - x, y)
            case 3: (1 - x, 1 - y)
            case 4: (x, 1 - y)
            case 5: (y, x)
            case 6: (y, 1 - x)
            case 7: (1 - y, 1 - x)
            case 8: (1 - y, x)
            default: (x, y)
            }
        let isTurned = orientation >= 5
        let upright = Raster(120, 40, bands: 3) { x, _ in [UInt8(100 + x / 10), 120, 120] }
        let raster = Raster(isTurned ? 40 : 120, isTurned ? 120 : 40, bands: 3) { x, y in
            switch orientation {
            case 2: upright[119 - x, y]
            case 3: upright[119 - x, 39 - y]
            case 4: upright[x, 39 - y]
            case 5: upright[y, x]
            case 6: upright[119 - y, x]
            case 7: upright[119 - y, 39 - x]
            case 8: upright[y, 39 - x]
            default: upright[x, y]
            }
        }
        var file = PNGFile(raster)
        let area = (stored.0, stored.1, isTurned ? h : w, isTurned ? w : h)
        let packet = FaceRegionTests.packet(FaceRegionTests.attributes([area]))
        file.extras = [
            ("eXIf", Array(ExifBytes.orientation(orientation))),
            ("iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array(packet)),
        ]
        let crop = try await pixels(.one(width: 40, height: 40, position: .attention), from: file.data)
        // The face ends at 0.9 of 120: the crop has columns 80 and up, whose red is 108 and more.
        #expect(crop[20, 20][0] >= 108, "\(crop[20, 20])")
        // The focus decides alone, as ever.
        let focused = try await pixels(
            .one(width: 40, height: 40, position: .attention, focus: FocalPoint(x: 0, y: 0)), from: file.data)
        #expect(focused[0, 0][0] == 100)
    }
}
