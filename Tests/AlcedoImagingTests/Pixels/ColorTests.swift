import AlcedoContainers
import AlcedoImaging
import AlcedoRecipes
import AlcedoWorkers
import Testing

@Suite struct ColorTests {
    @Test(arguments: [
        ("#2b5f8a", "#2b5f8a"), ("#2B5F8A", "#2b5f8a"), ("#fff", "#ffffff"), ("#1af", "#11aaff"),
        ("#1af8", "#11aaff88"), ("#00000000", "#00000000"), ("#2b5f8aff", "#2b5f8a"), ("  #000\n", "#000000"),
        ("#1d4ed866", "#1d4ed866"),
    ])
    func hexadecimalColoursAreRead(text: String, hex: String) throws {
        #expect(try SRGBColor(css: text).hex == hex)
    }

    // Numbers from the tables of CSS Color Module Level 4.
    @Test(arguments: [
        ("white", "#ffffff"), ("Black", "#000000"), ("rebeccapurple", "#663399"),
        ("REBECCAPURPLE", "#663399"),
        ("papayawhip", "#ffefd5"), ("lightgoldenrodyellow", "#fafad2"), ("grey", "#808080"),
        ("darkslategray", "#2f4f4f"), ("tomato", "#ff6347"), ("transparent", "#00000000"),
    ])
    func namedColoursAreRead(name: String, hex: String) throws {
        #expect(try SRGBColor(css: name).hex == hex)
    }

    @Test(arguments: ["", "dark", "light", "dim", "slate", "darkslate", "lightslate"])
    func bothSpellingsOfGreyAreOneColour(shade: String) throws {
        #expect(try SRGBColor(css: shade + "gray") == SRGBColor(css: shade + "grey"))
    }

    // Examples of the specification, and components worked out by hand (50 % of 255 is 127.5, rounded up).
    @Test(arguments: [
        ("rgb(43, 95, 138)", "#2b5f8a"), ("rgb(43 95 138)", "#2b5f8a"), ("RGBA(43,95,138,1)", "#2b5f8a"),
        ("rgb(43 95 138 / 50%)", "#2b5f8a80"), ("rgba(43, 95, 138, .5)", "#2b5f8a80"),
        ("rgb(100%, 50%, 0%)", "#ff8000"), ("rgb(300 -20 12.5)", "#ff000d"), ("rgb(0 0 0 / 0)", "#00000000"),
        ("rgb(none 255 0 / none)", "#00ff0000"), ("rgb(0 0 0 / 150%)", "#000000"),
        ("rgb( 1 , 2 , 3 )", "#010203"),
        ("rgb(1e2 0 0)", "#640000"),
    ])
    func rgbFunctionsAreRead(text: String, hex: String) throws {
        #expect(try SRGBColor(css: text).hex == hex)
    }

    @Test(arguments: [
        ("hsl(0, 100%, 50%)", "#ff0000"), ("hsl(120 100% 50%)", "#00ff00"), ("hsl(120 100% 25%)", "#008000"),
        ("hsl(120 75% 75%)", "#8fef8f"), ("hsl(240deg 100% 50% / 0.4)", "#0000ff66"),
        ("hsla(60, 100%, 50%, 25%)", "#ffff0040"), ("hsl(-120 100% 50%)", "#0000ff"),
        ("hsl(0.5turn 100% 50%)", "#00ffff"), ("hsl(200grad 100% 50%)", "#00ffff"),
        ("hsl(3.14159265rad 100% 50%)", "#00ffff"), ("hsl(480 100 50)", "#00ff00"),
        ("hsl(77 0% 100%)", "#ffffff"),
        ("hsl(30 200% 50%)", "#ff8000"),
    ])
    func hslFunctionsAreRead(text: String, hex: String) throws {
        #expect(try SRGBColor(css: text).hex == hex)
    }

    @Test(arguments: [
        ("", "colour name"), ("blu", "colour name"), ("currentcolor", "colour name"), ("#", "received 0"),
        ("#12", "received 2"), ("#12345", "received 5"), ("#123456789", "received 9"), ("#12345g", "digits"),
        ("##1234", "digits"),
        ("rgb(1 2 3", "parenthesis"), ("rgb(1 2)", "three components"),
        ("rgb(1,2,3,4,5)", "three components"),
        ("rgb()", "three components"), ("rgb(1 2 x)", "'x' is not a number"),
        ("rgb(nan 0 0)", "'nan' is not a number"), ("rgb(0x10 0 0)", "'0x10' is not a number"),
        ("rgb(1,,3)", "number is missing"), ("rgb(1 2 3 / 4 / 5)", "more than one"),
        ("lab(1 2 3)", "lab() is not"),
        ("hsl(1furlong 0% 0%)", "is not a number"), ("rgb(1 2 3 /)", "number is missing"), ("#١٢٣", "digits"),
    ])
    func invalidColoursAreRefusedWithTheReason(text: String, reason: String) {
        let error = #expect(throws: ImagingError.self) { try SRGBColor(css: text) }
        guard case .color(text, let said) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(said.contains(reason), "\(said)")
    }

    @Test func everyComponentKeepsItsPlaceInHexadecimal() {
        #expect(SRGBColor(red: 1, green: 2, blue: 3, alpha: 4).hex == "#01020304")
        #expect(SRGBColor(red: 255, green: 0, blue: 16).hex == "#ff0010")
    }
}
