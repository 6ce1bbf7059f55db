import AlcedoBase
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct DrawingNeedsTests {
    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg'><rect width='1' height='1'/></svg>",
        // Neither a type of style sheets, nor a property, nor a picture is text.
        "<svg xmlns='http://www.w3.org/2000/svg'><style type='text/css'>a{text-anchor:end}</style></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg'><desc>a text to read</desc><textPath/></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg'><image href='data:image/png;base64,AA=='/></svg>",
        "<?xml version='1.0' encoding='UTF-8'?><svg xmlns='http://www.w3.org/2000/svg'/>",
    ])
    func drawingsWithoutTextNeedNoFonts(_ drawing: String) {
        #expect(DrawingNeeds(of: Data(drawing.utf8)) == .renderer)
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg'><text>a</text></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg'><text\n x='1'>a</text></svg>",
        "<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:text>a</s:text></s:svg>",
        "<!DOCTYPE svg [<!ENTITY t '&#60;te&#120;t>a&#60;/te&#120;t>'>]><svg xmlns='http://www.w3.org/2000/svg'>&t;</svg>",
        "<svg xmlns='http://www.w3.org/2000/svg'><image href='data:image/svg+xml;base64,AA=='/></svg>",
        "<?xml version='1.0' encoding='EBCDIC-US'?><svg xmlns='http://www.w3.org/2000/svg'/>",
    ])
    func drawingsThatMayHaveTextNeedFonts(_ drawing: String) {
        #expect(DrawingNeeds(of: Data(drawing.utf8)) == .fonts)
    }

    @Test func pagesNeedFontsAndPicturesNothing() {
        #expect(DrawingNeeds(of: Data("%PDF-1.7\n".utf8)) == .fonts)
        #expect(DrawingNeeds(of: Data([0xFF, 0xD8, 0xFF, 0xE0])) == .nothing)
        #expect(DrawingNeeds(of: Data()) == .nothing)
        // Compressed, so it cannot be searched.
        #expect(DrawingNeeds(of: Data([0x1F, 0x8B, 8, 0])) == .fonts)
    }
}
