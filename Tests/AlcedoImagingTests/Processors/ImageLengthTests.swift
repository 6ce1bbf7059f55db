import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Testing

@Suite struct ImageLengthTests {
    // IEEE 754 binary64: 24 is 1.5 * 2^4, 0.5 is 2^-1, 0.1 is the well-known 3fb999999999999a.
    @Test(arguments: [
        (ImageLength.pixels(24), "px:4038000000000000"), (.fraction(0.5), "fraction:3fe0000000000000"),
        (.fraction(0.1), "fraction:3fb999999999999a"), (.pixels(0), "px:0000000000000000"),
        (.pixels(-0.0), "px:0000000000000000"),
    ])
    func identifiersSayEveryBit(radius: ImageLength, identifier: String) {
        #expect(radius.identifier == identifier)
    }

    @Test func radiiThatDifferInTheLastBitHaveDifferentIdentifiers() {
        #expect(ImageLength.pixels(0.1 + 0.2).identifier != ImageLength.pixels(0.3).identifier)
        #expect(ImageLength.pixels(0.5).identifier != ImageLength.fraction(0.5).identifier)
    }

    @Test func pixelsGrowWithTheDensityAndFractionsWithThePicture() {
        #expect(ImageLength.pixels(24).devicePixels(width: 300, height: 200, density: 2) == 48)
        #expect(ImageLength.fraction(0.5).devicePixels(width: 300, height: 200, density: 2) == 100)
        #expect(ImageLength.fraction(0.5).devicePixels(width: 31, height: 200, density: 1) == 15.5)
        #expect(ImageLength.pixels(-1).devicePixels(width: 9, height: 9, density: 1) == 0)
        #expect(ImageLength.pixels(.nan).devicePixels(width: 9, height: 9, density: 1) == 0)
    }
}

@Suite struct ImageCornersTests {
    @Test(arguments: [
        ("top-left", ImageCorners.topLeft), ("top-right", .topRight), ("bottom-left", .bottomLeft),
        ("bottom-right", .bottomRight), ("all", .all),
    ])
    func namesAreRead(name: String, corners: ImageCorners) {
        #expect(ImageCorners(name: name) == corners)
    }

    @Test(arguments: ["", "left", "topLeft", "Top-Left", "top left", "none"])
    func otherNamesAreNot(name: String) {
        #expect(ImageCorners(name: name) == nil)
    }

    @Test func identifiersDoNotDependOnTheOrderOfWriting() {
        let one: ImageCorners = [.bottomLeft, .topLeft]
        let other: ImageCorners = [.topLeft, .bottomLeft]
        #expect(one.identifier == "top-left+bottom-left")
        #expect(other.identifier == one.identifier)
        #expect(ImageCorners.all.identifier == "all")
        #expect(ImageCorners([]).identifier == "none")
        #expect(ImageCorners([.topLeft, .topRight, .bottomLeft, .bottomRight]).identifier == "all")
    }

    @Test func allSixteenSetsHaveDifferentIdentifiers() {
        #expect(Set((0..<16).map { ImageCorners(rawValue: $0).identifier }).count == 16)
    }
}
