import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Testing

/// Sizes worked out by hand from the rules: in proportion, half up, at least 1, never larger unless asked.
@Suite struct ResizeLayoutTests {
    struct Case: Sendable, CustomStringConvertible {
        var from: (Int, Int)
        var width: Int?
        var height: Int?
        var fit = ImageFit.cover
        var enlarge = false
        var scaled: (Int, Int)
        /// Equal to `scaled` where not said.
        var result: (Int, Int)?

        var description: String {
            let box = "\(width.map { String($0) } ?? "-")x\(height.map { String($0) } ?? "-")"
            return "\(from.0)x\(from.1) \(fit) \(box)\(enlarge ? " enlarged" : "")"
        }
    }

    static let cases: [Case] = [
        // No side, one side.
        Case(from: (640, 480), scaled: (640, 480)),
        Case(from: (640, 480), enlarge: true, scaled: (640, 480)),
        Case(from: (640, 480), width: 320, scaled: (320, 240)),
        Case(from: (640, 480), height: 120, scaled: (160, 120)),
        Case(from: (640, 480), width: 1280, scaled: (640, 480)),
        Case(from: (640, 480), width: 1280, enlarge: true, scaled: (1280, 960)),
        Case(from: (640, 480), height: 960, enlarge: true, scaled: (1280, 960)),
        // 3 × 100 / 200 = 1.5, up; 5 × 50 / 200 = 1.25, down; 1 × 1 / 1000, at least one.
        Case(from: (200, 3), width: 100, scaled: (100, 2)),
        Case(from: (200, 5), width: 50, scaled: (50, 1)),
        Case(from: (1000, 1), width: 1, scaled: (1, 1)),
        // inside: the tighter side decides. 3450 × 400 / 5250 = 262.86.
        Case(from: (5250, 3450), width: 400, height: 300, fit: .inside, scaled: (400, 263)),
        Case(from: (5250, 3450), width: 4000, height: 4000, fit: .inside, scaled: (4000, 2629)),
        Case(from: (64, 64), width: 100, height: 50, fit: .inside, scaled: (50, 50)),
        Case(from: (64, 64), width: 20, height: 40, fit: .inside, scaled: (20, 20)),
        Case(from: (64, 64), width: 100, height: 100, fit: .inside, scaled: (64, 64)),
        Case(from: (64, 64), width: 100, height: 100, fit: .inside, enlarge: true, scaled: (100, 100)),
        Case(from: (1, 1000), width: 50, height: 50, fit: .inside, scaled: (1, 50)),
        Case(from: (1000, 1), width: 50, height: 50, fit: .inside, scaled: (50, 1)),
        // outside: the looser side decides.
        Case(from: (64, 64), width: 40, height: 20, fit: .outside, scaled: (40, 40)),
        Case(from: (64, 64), width: 100, height: 50, fit: .outside, scaled: (64, 64)),
        Case(from: (64, 64), width: 100, height: 50, fit: .outside, enlarge: true, scaled: (100, 100)),
        Case(from: (640, 480), width: 100, height: 100, fit: .outside, scaled: (133, 100)),
        // fill: stretched; too large a box shrinks in its own proportions.
        Case(from: (640, 480), width: 100, height: 100, fit: .fill, scaled: (100, 100)),
        Case(from: (64, 64), width: 128, height: 32, fit: .fill, scaled: (64, 16)),
        Case(from: (64, 64), width: 128, height: 32, fit: .fill, enlarge: true, scaled: (128, 32)),
        Case(from: (64, 64), width: 100, height: 50, fit: .fill, enlarge: true, scaled: (100, 50)),
        // cover: 640 × 240 / 480 = 320 fits exactly; 640 × 100 / 480 = 133.3 stands over.
        Case(from: (640, 480), width: 320, height: 240, scaled: (320, 240)),
        Case(from: (640, 480), width: 100, height: 100, scaled: (133, 100), result: (100, 100)),
        Case(from: (480, 640), width: 100, height: 100, scaled: (100, 133), result: (100, 100)),
        Case(from: (64, 64), width: 100, height: 50, scaled: (64, 64), result: (64, 32)),
        Case(from: (64, 64), width: 100, height: 50, enlarge: true, scaled: (100, 100), result: (100, 50)),
        Case(from: (300, 100), width: 200, height: 200, scaled: (300, 100), result: (100, 100)),
        Case(from: (1, 1000), width: 50, height: 50, scaled: (1, 1000), result: (1, 1)),
        // contain: the box stays, unless the picture would have to grow in it.
        Case(from: (640, 480), width: 100, height: 100, fit: .contain, scaled: (100, 75), result: (100, 100)),
        Case(from: (480, 640), width: 100, height: 100, fit: .contain, scaled: (75, 100), result: (100, 100)),
        Case(from: (64, 64), width: 256, height: 128, fit: .contain, scaled: (64, 64), result: (128, 64)),
        Case(
            from: (64, 64), width: 256, height: 128, fit: .contain, enlarge: true, scaled: (128, 128),
            result: (256, 128)),
        Case(from: (1, 1000), width: 50, height: 50, fit: .contain, scaled: (1, 50), result: (50, 50)),
        // As SDWebImage's aspect fit, whose result has exactly the size asked for.
        Case(
            from: (300, 300), width: 2000, height: 1000, fit: .contain, enlarge: true, scaled: (1000, 1000),
            result: (2000, 1000)),
    ]

    @Test(arguments: cases)
    func theSizeIsTheOneWorkedOutByHand(_ expected: Case) {
        let geometry = ResizeGeometry(
            width: expected.width, height: expected.height, fit: expected.fit, enlarge: expected.enlarge)
        let layout = geometry.layout(for: PixelSize(width: expected.from.0, height: expected.from.1))
        #expect(layout.scaled == PixelSize(width: expected.scaled.0, height: expected.scaled.1))
        let result = expected.result ?? expected.scaled
        #expect(layout.canvas == PixelSize(width: result.0, height: result.1))
    }

    @Test func noSizeOverflowsOrVanishes() {
        let sides = [1, 2, 3, 7, 1000, 65_535, 1 << 31, Int.max / 2]
        for width in sides {
            for height in sides {
                for box in sides {
                    for fit in ImageFit.allCases {
                        let size = PixelSize(width: width, height: height)
                        let layout = ResizeGeometry(width: box, height: box, fit: fit).layout(for: size)
                        for part in [layout.scaled, layout.kept, layout.canvas] {
                            #expect(part.width >= 1 && part.height >= 1)
                        }
                        #expect(layout.scaled.width <= width && layout.scaled.height <= height)
                    }
                }
            }
        }
    }

    @Test func boxesBelowOnePixelAreOnePixel() {
        let layout = ResizeGeometry(width: 0, height: -5).layout(for: PixelSize(width: 40, height: 20))
        #expect(layout.canvas == PixelSize(width: 1, height: 1))
    }

    @Test func containPutsThePictureWhereThePositionSays() {
        // 100 × 75 on 100 × 100 leaves 25 rows: 12.5 above the middle, half up.
        let size = PixelSize(width: 640, height: 480)
        func origin(_ position: CropPosition) -> PixelPoint {
            ResizeGeometry(width: 100, height: 100, fit: .contain, position: position).layout(for: size)
                .canvasOrigin
        }
        #expect(origin(.north) == PixelPoint(x: 0, y: 0))
        #expect(origin(.center) == PixelPoint(x: 0, y: 13))
        #expect(origin(.southeast) == PixelPoint(x: 0, y: 25))
        #expect(origin(.attention) == PixelPoint(x: 0, y: 13))
    }

    @Test func onlyAttentionAndEntropyLookAtThePixelsAndOnlyWhenSomethingIsCut() {
        let size = PixelSize(width: 640, height: 480)
        for position in CropPosition.allCases {
            let looks = position == .attention || position == .entropy
            #expect(
                ResizeGeometry(width: 100, height: 100, position: position).layout(for: size).needsAnalysis
                    == looks)
            #expect(
                !ResizeGeometry(width: 320, height: 240, position: position).layout(for: size).needsAnalysis)
        }
    }
}
