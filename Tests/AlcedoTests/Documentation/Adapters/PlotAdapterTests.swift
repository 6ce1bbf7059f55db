import Alcedo
import AlcedoManifest
import Testing

// The types and functions of Plot, Publish's renderer, that the adapter uses, under their names.

private protocol Component {
    var body: any Component { get }
}

private struct Node<Context>: Component {
    var html: String
    var body: any Component { self }

    static func raw(_ html: String) -> Node { Node(html: html) }
}

@resultBuilder private enum ComponentBuilder {
    static func buildBlock(_ components: any Component...) -> [any Component] { components }
}

private func article(@ComponentBuilder _ content: () -> [any Component]) -> String {
    "<article>" + content().map { ($0.body as? Node<Any>)?.html ?? "" }.joined() + "</article>"
}

// MARK: Adapter

private struct Picture: Component {
    var variant: CatalogVariant
    var sizes: String?

    var body: any Component {
        Node<Any>.raw(variant.required.picture(sizes: sizes))
    }
}

// MARK: Test

@Suite struct PlotAdapterTests {
    @Test func aComponentOfPlotHasAPicture() throws {
        let folder = try TemporaryFolder()
        let (bird, html) = try AdapterIndex.bird(in: folder)
        let page = article { Picture(variant: bird, sizes: "100vw") }
        #expect(page == "<article>\(html)</article>")
        try AdapterIndex.expectInDocument(#filePath)
    }
}
