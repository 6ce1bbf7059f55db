import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct ColorNamesTests {
    @Test func thereAreAsManyNamesAsTheSpecificationLists() {
        #expect(SRGBColor.cssNames.count == 148)
    }

    // The 17 colours of CSS 2.1 are made of 0, 0x80, 0xC0, 0xA5 and 0xFF only, but are easily swapped.
    @Test(arguments: [
        ("maroon", 0x800000), ("red", 0xFF0000), ("orange", 0xFFA500), ("yellow", 0xFFFF00),
        ("olive", 0x808000),
        ("purple", 0x800080), ("fuchsia", 0xFF00FF), ("white", 0xFFFFFF), ("lime", 0x00FF00),
        ("green", 0x008000),
        ("navy", 0x000080), ("blue", 0x0000FF), ("aqua", 0x00FFFF), ("teal", 0x008080), ("black", 0x000000),
        ("silver", 0xC0C0C0), ("gray", 0x808080),
    ])
    func theOldColoursAreAsInCSS2(name: String, value: UInt32) {
        #expect(SRGBColor.cssNames[name] == value)
    }

    @Test func differentNamesShareAColourOnlyWhereTheSpecificationSaysSo() {
        // aqua/cyan, fuchsia/magenta and seven greys are spelt twice: 148 names, 139 colours.
        #expect(Set(SRGBColor.cssNames.values).count == 139)
    }
}
