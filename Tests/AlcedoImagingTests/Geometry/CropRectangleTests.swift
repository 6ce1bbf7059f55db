import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Testing

/// The rule is Kingfisher's: the corner lies at `anchor × (picture − part)`, the anchor clamped to 0…1, the part cut
/// to the picture. The numbers are that rule worked out by hand.
@Suite struct CropRectangleTests {
    static let picture = PixelSize(width: 100, height: 100)
    static let anchors: [(x: Double, y: Double)] = [
        (0, 0), (0.5, 0), (1, 0), (0, 0.5), (0.5, 0.5), (1, 0.5), (0, 1), (0.5, 1), (1, 1), (-1, 2),
        (0.7, 0.2),
    ]

    struct Case: Sendable {
        var part: (Int, Int)
        /// Left and top for each of the anchors.
        var corners: [(Int, Int)]
        var size: (Int, Int)
    }

    static let cases: [Case] = [
        Case(
            part: (50, 50),
            corners: [
                (0, 0), (25, 0), (50, 0), (0, 25), (25, 25), (50, 25), (0, 50), (25, 50), (50, 50), (0, 50),
                (35, 10),
            ], size: (50, 50)),
        Case(
            part: (20, 80),
            corners: [
                (0, 0), (40, 0), (80, 0), (0, 10), (40, 10), (80, 10), (0, 20), (40, 20), (80, 20), (0, 20),
                (56, 4),
            ], size: (20, 80)),
        Case(
            part: (120, 60),
            corners: [
                (0, 0), (0, 0), (0, 0), (0, 20), (0, 20), (0, 20), (0, 40), (0, 40), (0, 40), (0, 40), (0, 8),
            ], size: (100, 60)),
        Case(part: (200, 200), corners: [(Int, Int)](repeating: (0, 0), count: 11), size: (100, 100)),
    ]

    @Test(arguments: cases)
    func theCornerFollowsTheAnchor(_ expected: Case) {
        for (anchor, corner) in zip(Self.anchors, expected.corners) {
            let part = CropRectangle(
                PixelSize(width: expected.part.0, height: expected.part.1), in: Self.picture,
                anchor: FocalPoint(x: anchor.x, y: anchor.y))
            #expect(part.origin == PixelPoint(x: corner.0, y: corner.1), "\(anchor)")
            #expect(part.size == PixelSize(width: expected.size.0, height: expected.size.1))
        }
    }

    /// The 24 rectangles of Kingfisher 8.11's `testSizeConstraintByAnchor`, of 100 × 100: for each anchor the parts of
    /// 20 × 20, 120 × 20, 20 × 120 and 120 × 120, as left, top, width, height.
    static let kingfisher: [(anchor: FocalPoint, parts: [[Int]])] = [
        (FocalPoint(x: 0, y: 0), [[0, 0, 20, 20], [0, 0, 100, 20], [0, 0, 20, 100], [0, 0, 100, 100]]),
        (
            FocalPoint(x: 0.5, y: 0),
            [[40, 0, 20, 20], [0, 0, 100, 20], [40, 0, 20, 100], [0, 0, 100, 100]]
        ),
        (FocalPoint(x: 1, y: 0), [[80, 0, 20, 20], [0, 0, 100, 20], [80, 0, 20, 100], [0, 0, 100, 100]]),
        (
            FocalPoint(x: 0.5, y: 0.5),
            [[40, 40, 20, 20], [0, 40, 100, 20], [40, 0, 20, 100], [0, 0, 100, 100]]
        ),
        (
            FocalPoint(x: 1, y: 1),
            [[80, 80, 20, 20], [0, 80, 100, 20], [80, 0, 20, 100], [0, 0, 100, 100]]
        ),
        (
            FocalPoint(x: -1, y: 2),
            [[0, 80, 20, 20], [0, 80, 100, 20], [0, 0, 20, 100], [0, 0, 100, 100]]
        ),
    ]

    @Test(arguments: kingfisher.indices)
    func theRectanglesAreKingfishers(index: Int) {
        let (anchor, parts) = Self.kingfisher[index]
        for (size, wanted) in zip([(20, 20), (120, 20), (20, 120), (120, 120)], parts) {
            let part = CropRectangle(
                PixelSize(width: size.0, height: size.1), in: Self.picture, anchor: anchor)
            #expect(
                [part.origin.x, part.origin.y, part.size.width, part.size.height] == wanted,
                "\(anchor) \(size)")
        }
    }

    @Test func halfAPixelGoesRightAndDown() {
        // (100 − 51) / 2 = 24.5
        let part = CropRectangle(
            PixelSize(width: 51, height: 51), in: Self.picture, anchor: FocalPoint(x: 0.5, y: 0.5))
        #expect(part.origin == PixelPoint(x: 25, y: 25))
    }

    @Test func compassPointsAreWhereTheyAreOnAMap() {
        // 300 × 100 covered by 100 × 100 leaves 200 columns; 100 × 300 leaves 200 rows.
        func place(_ position: CropPosition) -> (Int?, Int?) {
            let geometry = ResizeGeometry(width: 100, height: 100, position: position)
            let wide = geometry.layout(for: PixelSize(width: 300, height: 100)).cropOrigin
            let tall = geometry.layout(for: PixelSize(width: 100, height: 300)).cropOrigin
            return (wide?.x, tall?.y)
        }
        #expect(place(.northwest) == (0, 0))
        #expect(place(.north) == (100, 0))
        #expect(place(.northeast) == (200, 0))
        #expect(place(.west) == (0, 100))
        #expect(place(.center) == (100, 100))
        #expect(place(.east) == (200, 100))
        #expect(place(.southwest) == (0, 200))
        #expect(place(.south) == (100, 200))
        #expect(place(.southeast) == (200, 200))
    }

    @Test(arguments: [
        // Of 400 columns 100 are kept around the focus: its column less 50, within 0…300.
        (0.5, 150), (0.25, 50), (0.3, 70), (0.0, 0), (0.1, 0), (0.9, 300), (1.0, 300), (-3.0, 0), (7.0, 300),
    ])
    func coverCropsAroundTheFocalPoint(focus: Double, left: Int) {
        let geometry = ResizeGeometry(width: 100, height: 100, focus: FocalPoint(x: focus, y: 0.5))
        let layout = geometry.layout(for: PixelSize(width: 400, height: 100))
        #expect(layout.cropOrigin == PixelPoint(x: left, y: 0))
    }

    @Test func aCompassPointWinsOverTheFocusAndTheFocusOverTheRest() {
        let focus = FocalPoint(x: 0.9, y: 0.5)
        for position in CropPosition.allCases {
            let geometry = ResizeGeometry(width: 100, height: 100, position: position, focus: focus)
            let left = geometry.layout(for: PixelSize(width: 400, height: 100)).cropOrigin?.x
            switch position {
            case .center, .attention, .entropy: #expect(left == 300)
            case .north, .south: #expect(left == 150)
            case .west, .northwest, .southwest: #expect(left == 0)
            case .east, .northeast, .southeast: #expect(left == 300)
            }
        }
    }

    @Test func aPartThatIsEmptyBecomesOnePixel() {
        let part = CropRectangle(
            PixelSize(width: 0, height: -4), in: Self.picture, anchor: FocalPoint(x: 1, y: 1))
        #expect(part == CropRectangle(origin: PixelPoint(x: 99, y: 99), size: PixelSize(width: 1, height: 1)))
    }
}
