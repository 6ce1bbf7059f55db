import AlcedoBase
import Foundation
import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// How many elements a drawing makes a browser draw, by arithmetic. Nothing here is drawn.
@Suite struct DrawnElementsTests {
    private static func document(_ body: String) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>\(body)</svg>"
    }

    private func count(_ body: String) throws -> Int {
        try DrawnElements(Array(Self.document(body).utf8)).count
    }

    private static func times(_ count: Int, _ text: String) -> String {
        String(repeating: text, count: count)
    }

    @Test func elementsWithoutRepetitionCountOnce() throws {
        #expect(try count("<g><rect/><circle/></g><path d='M0 0L1 1'/>") == 5)
        // What is only defined is not drawn.
        #expect(try count("<defs>\(Self.times(100, "<rect/>"))</defs>") == 2)
        #expect(
            try count("<pattern id='p'><rect/></pattern><linearGradient id='l'><stop/></linearGradient>") == 3
        )
    }

    @Test func whatIsUsedCountsWhereItIsUsed() throws {
        // The root, the group of 11, and four times a use with the group.
        #expect(
            try count("<g id='a'>\(Self.times(10, "<rect/>"))</g>\(Self.times(4, "<use href='#a'/>"))") == 1
                + 11 + 4 * 12)
        #expect(try count("<symbol id='s'><rect/></symbol><use xlink:href='#s'/>") == 1 + 1 + 3)
        // Names in addresses may have escapes.
        #expect(try count("<symbol id='as'><rect/></symbol><use href='#%61s'/>") == 5)
        #expect(try count("<use href='#nothing'/><use href='#self' id='self'/>") == 6)
    }

    /// Ten copies of ten copies: a level has 1 + 10 · (1 + the level below).
    @Test(arguments: 1...4) func repetitionMultiplies(levels: Int) throws {
        var body = "<g id='l0'><rect/></g>"
        var sizes = [2]
        for level in 1...levels {
            body += "<g id='l\(level)'>\(Self.times(10, "<use href='#l\(level - 1)'/>"))</g>"
            sizes.append(1 + 10 * (1 + sizes[level - 1]))
        }
        #expect(try count(body) == 1 + sizes.reduce(0, +))
    }

    @Test func paintsCountForEachShapeThatInheritsThem() throws {
        let pattern = "<pattern id='p'><rect/><rect/></pattern>"
        // A pattern of three, for four shapes; one of them has another paint.
        for paint in ["fill='url(#p)'", "style='fill: URL( &quot;#p&quot; )'", "stroke='url(#p) red'"] {
            #expect(
                try count("\(pattern)<g \(paint)>\(Self.times(4, "<rect/>"))</g>") == 3 + 4 * (1 + 3),
                "\(paint)")
        }
        #expect(try count("\(pattern)<g fill='url(#p)'><rect fill='#fff'/><rect/></g>") == 3 + 1 + 4)
        // A use passes it on.
        #expect(
            try count("\(pattern)<symbol id='s'><rect/></symbol><use fill='url(#p)' href='#s'/>") == 3 + 1 + 1
                + 1 + 3)
        // A pattern may take the content of another.
        #expect(try count("\(pattern)<pattern id='q' href='#p'/><rect fill='url(#q)'/>") == 3 + 1 + 1 + 3)
    }

    @Test func styleSheetsCountForWhatTheyMayMatch() throws {
        let pattern = "<pattern id='p'><circle/></pattern>"
        func styled(_ css: String) throws -> Int {
            try count("\(pattern)<style>\(css)</style><rect class='a b'/><rect id='c'/><path d=''/>")
        }
        let plain = 1 + 1 + 1 + 3
        #expect(try styled(".a{fill:url(#p)}") == plain + 2)
        #expect(try styled("g > .b:hover, #c { opacity: 1; fill : url('#p') }") == plain + 4)
        #expect(try styled("rect/* x */{/**/fill/**/:url(#p)}") == plain + 4)
        #expect(try styled("@media all{path{stroke:url(#p)}}") == plain + 2)
        #expect(try styled(".x{fill:url(#p)}") == plain)
        #expect(try styled(".a{fill:red;}.x{content:'}.a{fill:url(#p)}'}") == plain)
        // Any element may match: all three, and the circle in the pattern, which is not drawn within itself.
        #expect(try styled("*{fill:url(#p)}") > plain + 3 * 2)
        #expect(try styled("@keyframes k{from{fill:url(#p)}}") > plain + 3 * 2)
        // What a sheet sets may be a variable, and may override an attribute.
        #expect(
            try count("\(pattern)<style>g{--v:url(#p)}rect{fill:var(--v)}</style><g><rect fill='none'/></g>")
                >= 1 + 1 + 1 + 2 + 2)
    }

    @Test func markersCountForEachVertex() throws {
        let marker = "<marker id='m'><path d=''/></marker>"
        #expect(try count("\(marker)<polyline points='0,0 1,1 2,2 3,3' marker-mid='url(#m)'/>") == 3 + 4 * 2)
        #expect(try count("\(marker)<path d='M0 0L1 1 2 2h3v4z' marker-end='url(#m)'/>") == 3 + 2)
        // M, two vertices of L, h, v, z.
        #expect(try count("\(marker)<g marker-mid='url(#m)'><path d='M0 0L1 1 2 2h3v4z'/></g>") == 4 + 6 * 2)
        #expect(LineVertices.count(path: "M1-2.5.5c1e-3,2 3 4 5 6 7 8 9 10 11 12") == 2 + 2)
        #expect(LineVertices.count(points: "1-2 3.5.5") == 2)
    }

    @Test func stepsOfFiltersCountAsManyElements() throws {
        let filter = "<filter id='f'><feFlood/><feTurbulence numOctaves='3'/></filter>"
        #expect(
            try count("\(filter)<rect filter='url(#f)'/><rect filter='url(#f)'/>") == 4 + 2 * (1 + 20 + 60))
        #expect(try count("<rect style='filter: blur(2px) sepia(1)'/>") == 2 + 2 * 20)
        #expect(try count("<mask id='k'><rect/></mask><g mask='url(#k)'><rect/></g>") == 4 + 2)
    }

    /// A kilobyte that would draw ten to the ninth. Counting ends at the limit.
    @Test(arguments: ["use", "pattern", "mask"]) func whatRepeatsItselfTooOftenIsRefused(kind: String) throws
    {
        var body = "<g id='l0'><rect/></g>"
        for level in 1...9 {
            let below = "l\(level - 1)"
            switch kind {
            case "use": body += "<g id='l\(level)'>\(Self.times(10, "<use href='#\(below)'/>"))</g>"
            case "pattern":
                body += "<pattern id='l\(level)'>\(Self.times(10, "<rect fill='url(#\(below))'/>"))</pattern>"
            default: body += "<mask id='l\(level)'>\(Self.times(10, "<g mask='url(#\(below))'/>"))</mask>"
            }
        }
        body += kind == "pattern" ? "<rect fill='url(#l9)'/>" : "<g mask='url(#l9)'/>"
        let drawn = try DrawnElements(Array(Self.document(body).utf8))
        #expect(try #require(drawn.refusal).contains("500000 elements"))
        #expect(throws: ContainerError.self) { try SVGCleaner.cleaned(Data(Self.document(body).utf8)) }
        Data(Self.document("").utf8).withUnsafeBytes { #expect(!DrawnElements.mayRepeat($0)) }
    }

    @Test func whatIsNestedTooDeepIsRefused() throws {
        let chain = (1...300).map { "<g id='n\($0)'><use href='#n\($0 + 1)'/></g>" }.joined()
        let drawn = try DrawnElements(Array(Self.document(chain).utf8))
        #expect(try #require(drawn.refusal).contains("200 deep"))
    }

    /// A drawing may have more elements than the limit, if they are in it.
    @Test func aLargeDrawingIsNotRefused() throws {
        let drawn = try DrawnElements(Array(Self.document(Self.times(500_010, "<g/>")).utf8))
        #expect(drawn.count == 500_011 && drawn.refusal == nil)
    }

    @Test func aPartThatIsUsedIsNotRemoved() throws {
        #expect(throws: ContainerError.self) {
            try SVGCleaner.cleaned(
                Data(
                    Self.document("<foreignObject id='a'/><use href='#a'/><rect width='1' height='1'/>").utf8)
            )
        }
        _ = try SVGCleaner.cleaned(Data(Self.document("<foreignObject id='a'/><use href='#b'/>").utf8))
    }
}
