import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Foundation
import Testing

@Suite struct ExifPositionTests {
    typealias Position = ImageMetadata.Position

    private func position(bigEndian: Bool = true, _ gps: (ExifBytes) -> [UInt16: ExifBytes.Value])
        -> Position?
    {
        var bytes = ExifBytes(isBigEndian: bigEndian)
        bytes.gps = gps(bytes)
        return ImageMetadata(exif: bytes.block).position
    }

    /// Rio de Janeiro: 22 + 54/60 + 30/3600 south, 43 + 10/60 + 12/3600 west.
    private static let rio = Position(latitude: -22.908333, longitude: -43.17)

    @Test(arguments: [true, false]) func signedFractionsAreNumbersToo(bigEndian: Bool) {
        let found = position(bigEndian: bigEndian) {
            [
                1: $0.ascii("S"), 2: $0.signed((22, 1), (54, 1), (30, 1)), 3: $0.ascii("W"),
                4: $0.signed((43, 1), (10, 1), (12, 1)), 5: $0.raw(1, [0]), 6: $0.signed((385, 10)),
            ]
        }
        #expect(found == Position(latitude: -22.908333, longitude: -43.17, altitude: 38.5))
    }

    @Test func theSideCountsWhereNumbersHaveSignsAsWell() {
        #expect(
            position {
                [
                    1: $0.ascii("S"), 2: $0.signed((-22, 1), (54, 1), (30, 1)), 3: $0.ascii("W"),
                    4: $0.signed((-43, 1), (10, 1), (12, 1)),
                ]
            } == Self.rio)
    }

    @Test func signsAreEnoughWithoutASide() {
        #expect(
            position {
                [2: $0.signed((-22, 1), (54, 1), (30, 1)), 4: $0.signed((-4317, 100))]
            } == Self.rio)
        let east = position { [2: $0.signed((22, 1)), 4: $0.signed((4317, 100))] }
        #expect(east == Position(latitude: 22, longitude: 43.17))
        // Without a sign it may be either half of the world.
        #expect(position { [2: $0.fraction((22, 1)), 4: $0.fraction((4317, 100))] } == nil)
    }

    @Test func degreesMayHaveTheFractionThemselves() {
        #expect(
            position {
                [
                    1: $0.ascii("S"), 2: $0.fraction((22_908_333, 1_000_000)), 3: $0.ascii("W"),
                    4: $0.fraction((43, 1), (102, 10)),
                ]
            } == Self.rio)
    }

    @Test(arguments: ["s", "South", "S ", "s\0\0"]) func sidesAreRecognisedByTheirLetter(side: String) {
        #expect(
            position {
                [
                    1: $0.ascii(side), 2: $0.fraction((22, 1), (54, 1), (30, 1)), 3: $0.ascii("w"),
                    4: $0.fraction((43, 1), (10, 1), (12, 1)),
                ]
            } == Self.rio)
    }

    @Test(arguments: [
        ("22.9083333", "43.17", "S", "W"), ("22 54 30", "43,10,12", "S", "W"),
        ("22,54.5S", "43,10.2W", nil, nil),
        ("-22.9083333", "-43.17", nil, nil), ("22° 54' 30\" S", "43° 10' 12\" W", nil, nil),
    ])
    func textsAreNumbers(latitude: String, longitude: String, north: String?, east: String?) {
        let found = position { bytes in
            var gps = [UInt16(2): bytes.ascii(latitude), 4: bytes.ascii(longitude)]
            gps[1] = north.map(bytes.ascii)
            gps[3] = east.map(bytes.ascii)
            return gps
        }
        #expect(found == Self.rio)
    }

    @Test(arguments: ["", "unknown", "22/1 54/1", "1.2.3", "N", "1e9", "nan"])
    func invalidTextsAreNotNumbers(text: String) {
        #expect(
            position { [1: $0.ascii("S"), 2: $0.ascii(text), 3: $0.ascii("W"), 4: $0.ascii("43")] } == nil)
    }

    @Test func wholeNumbersAndFloatingPointAreNumbers() {
        #expect(
            position {
                [
                    1: $0.ascii("S"), 2: ExifBytes.Value(format: 3, count: 3, bytes: [0, 22, 0, 54, 0, 30]),
                    3: $0.ascii("W"), 4: $0.raw(1, [43, 10, 12]),
                ]
            } == Self.rio)
        // IEEE 754, by hand: -22.5 is -1.40625 * 2^4, 43.25 is 1.3515625 * 2^5.
        #expect(
            position { _ in
                [
                    2: ExifBytes.Value(format: 11, count: 1, bytes: [0xC1, 0xB4, 0, 0]),
                    4: ExifBytes.Value(format: 12, count: 1, bytes: [0x40, 0x45, 0xA0, 0, 0, 0, 0, 0]),
                ]
            } == Position(latitude: -22.5, longitude: 43.25))
    }

    @Test func zeroOverZeroIsNotAPosition() {
        func at(_ seconds: (Int, Int)) -> Position? {
            position {
                [
                    1: $0.ascii("S"), 2: $0.signed((22, 1), (54, 1), seconds), 3: $0.ascii("W"),
                    4: $0.signed((43, 1), (10, 1), (12, 1)),
                ]
            }
        }
        #expect(at((30, 1)) == Self.rio)
        #expect(at((0, 0)) == nil && at((30, 0)) == nil)
    }

    @Test(arguments: [
        (1, 430, -430), (0, 430, 430), (1, -430, -430), (0, -430, -430), (2, 430, 430), (3, 430, -430),
    ])
    func altitudesBelowTheSeaAreBelowZero(reference: UInt8, stored: Int, metres: Double) {
        let found = position {
            [
                1: $0.ascii("N"), 2: $0.fraction((31, 1)), 3: $0.ascii("E"), 4: $0.fraction((35, 1)),
                5: $0.raw(1, [reference]), 6: $0.signed((stored, 1)),
            ]
        }
        #expect(found?.altitude == metres)
        let unknown = position { bytes in
            [
                1: bytes.ascii("N"), 2: bytes.fraction((31, 1)), 3: bytes.ascii("E"),
                4: bytes.fraction((35, 1)),
                6: bytes.fraction((0, 0)),
            ]
        }
        #expect(unknown == Position(latitude: 31, longitude: 35))
    }
}

extension ExifBytes {
    /// SRATIONAL, type 10.
    func signed(_ values: (Int, Int)...) -> Value {
        Value(format: 10, count: values.count, bytes: values.flatMap { number($0.0, 4) + number($0.1, 4) })
    }
}
