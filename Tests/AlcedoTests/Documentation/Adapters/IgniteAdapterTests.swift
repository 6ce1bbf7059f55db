import Alcedo
import AlcedoManifest
import Testing

// The parts of Ignite that the adapter uses, under their names; a string in a page is unescaped HTML.

private protocol InlineElement {
    func render() -> String
}

@resultBuilder private enum InlineElementBuilder {
    static func buildBlock<Element: InlineElement>(_ element: Element) -> Element { element }
}

extension String: InlineElement {
    fileprivate func render() -> String { self }
}

private struct Text<Content: InlineElement> {
    var content: Content

    init(@InlineElementBuilder content: () -> Content) { self.content = content() }

    func render() -> String { "<p>" + content.render() + "</p>" }
}

// MARK: Adapter

private func picture(_ variant: CatalogVariant, sizes: String? = nil) -> String {
    variant.required.picture(sizes: sizes)
}

// MARK: Test

@Suite struct IgniteAdapterTests {
    @Test func aPageOfIgniteHasAPicture() throws {
        let folder = try TemporaryFolder()
        let (bird, html) = try AdapterIndex.bird(in: folder)
        let page = Text { picture(bird, sizes: "100vw") }
        #expect(page.render() == "<p>\(html)</p>")
        try AdapterIndex.expectInDocument(#filePath)
    }
}
